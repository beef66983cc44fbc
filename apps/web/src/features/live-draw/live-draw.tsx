/** The draw as it happens: the same moment on every screen, from the plan and the server's clock alone (R35, R40). */
import type { LiveResult, PrizeStatus, PublicRaffle } from '@glassdrum/contract';
import { votingState } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { loadDeviceCheck, useDeviceCheck } from '../../checking/device/use-device-check.ts';
import { drawClockOf } from '../../live/draw-clock-of.ts';
import { useDrawMoment } from '../../live/draw-moment.ts';
import { useNeverFinished } from '../../live/use-never-finished.ts';
import { collectFromRoom, useCollectedReceipt } from '../../checking/evidence/collect.ts';
import { useRoom } from '../../live/use-room.ts';
import { useWakeLock } from '../../live/use-wake-lock.ts';
import { m } from '../../messages/generated/messages.js';
import { readHints } from '../../participation/participant-hints.ts';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { participantsOf } from '../../show-player/entrants.ts';
import { loadShow, usePreloadedShow } from '../../show-player/preload-show.ts';
import { loadFreezeWords } from '../../show-player/freeze-words.tsx';
import { SoundSwitch } from '../../show-player/sound/sound-switch.tsx';
import { useSound } from '../../show-player/sound/use-sound.ts';
import { Later, useIsLater } from '../../ui/later.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WayToConsole } from '../../api/way-to-console.tsx';
import { DrawGone } from './draw-gone.tsx';
import { useScannedFreeze } from './scanned-freeze.ts';
import { type OwnTicket, WaitingView } from './waiting-view.tsx';

// What a phone needs only after the first picture of the page.
const ChatDock = lazy(async () => {
  const { ChatDock: part } = await import('../../chat/chat-dock.tsx');
  return { default: part };
});
const Reactions = lazy(async () => {
  const { Reactions: part } = await import('../../chat/reactions.tsx');
  return { default: part };
});
const VotePanel = lazy(async () => {
  const { VotePanel: part } = await import('./vote-panel.tsx');
  return { default: part };
});

const NeverFinished = lazy(async () => ({
  default: (await import('../../show-player/without-result.tsx')).NeverFinished,
}));

const FreezeCompare = lazy(async () => ({
  default: (await import('./freeze-compare.tsx')).FreezeCompare,
}));
const NextDraw = lazy(async () => ({
  default: (await import('../../participation/raffle/next-draw.tsx')).NextDraw,
}));
const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));
const OwnClaims = lazy(async () => ({
  default: (await import('../../participation/claims/own-claims.tsx')).OwnClaims,
}));
const RedAlert = lazy(async () => ({
  default: (await import('../../checking/device/red-alert.tsx')).RedAlert,
}));
const RoomTask = lazyWithPreload(async () => (await import('./room-task.tsx')).RoomTask);
/** Who waits for a draw doesn't need it yet; who comes in the middle of one sees the page's shape for a moment. */
const Show = lazyWithPreload(
  async () => (await import('../../show-player/draw-show.tsx')).DrawShow,
  <Skeleton className="h-dvh" />,
);
/** Shown the moment the list is frozen, for a few seconds: its file must be there by then. */
const Sealing = lazyWithPreload(async () => (await import('../../show-player/sealing.tsx')).SealingView);

const loadFairness = async () => ({
  default: (await import('./draw-fairness.tsx')).DrawFairness,
});
type Fairness = Awaited<ReturnType<typeof loadFairness>>['default'];
/** Winners are shown even where the network is gone and this part never came. */
const DrawFairness = lazy(() =>
  loadFairness().catch((): { default: Fairness } => ({ default: () => <></> })),
);

/** So that freeze and end of the draw find them there, also in a hall whose network comes and goes. */
function usePartsFetched(isLater: boolean): void {
  useEffect(() => {
    if (!isLater) return;
    // What could not be loaded now is asked for again when it is needed.
    const parts = [Sealing.load, Show.load, loadFreezeWords, loadFairness, loadDeviceCheck, loadShow];
    for (const load of parts) load().catch(() => undefined);
  }, [isLater]);
}

export function LiveDraw({ raffleId }: { raffleId: string }) {
  const [hints] = useState(() => readHints(raffleId));
  const isLater = useIsLater();
  usePartsFetched(isLater);
  const { room, status, talk, now } = useRoom(isLater ? raffleId : null, hints, collectFromRoom);
  const path = `/api/raffles/${raffleId}`;
  const listed = useQuery({
    queryKey: [path],
    queryFn: () => call<PublicRaffle>('GET', path),
    enabled: room === null,
  });
  const entry = useOwnEntry(raffleId);
  useCollectedReceipt(raffleId, entry);
  const raffle = room?.raffle ?? listed.data ?? null;
  const latest = room?.draw ?? null;
  // R86: one that was called off is over; the raffle waits for its next draw.
  const plan = latest?.voided === null ? latest : null;
  const result = room?.result ?? null;
  const clock = useMemo(() => (plan === null ? null : drawClockOf(plan)), [plan]);
  const moment = useDrawMoment(clock?.t0 ?? null, clock?.beaconAt ?? null, now);
  const check = useDeviceCheck(plan, result, { prizeStatus: room?.prizeStatus ?? null, now });
  const isRunning = moment?.phase !== 'complete' && plan?.beacon_value !== null;
  const isNeverFinished = useNeverFinished(isRunning || result !== null ? null : plan, now);
  const isNear = raffle !== null && raffle.status !== 'drawn' && raffle.cancelled === null && plan === null;
  usePreloadedShow(isNear ? raffle.chosen_animation : null);
  useWakeLock(plan !== null && moment?.phase !== 'complete');

  const [isSkipped, setSkipped] = useState(false);
  const [scanned, forgetScanned] = useScannedFreeze();

  const own = ownOf(room?.me ?? null, entry.data ?? null);
  const isConnected = status === 'live';
  const live = isConnected ? 'live' : 'connecting';
  const me = room?.me ?? null;
  const inviteeId = me !== null && me.tickets > 0 ? me.inviteeId : null;
  const title = raffle?.title ?? m.draw_title_fallback();
  const stats = {
    participants: plan === null ? (raffle?.participant_count ?? 0) : participantsOf(plan),
    winners: plan?.winners ?? raffle?.max_winners ?? 0,
    watching: room?.watchers ?? 0,
    startedAt: plan?.t0 ?? null,
  };

  const isVotingOpen =
    raffle !== null &&
    votingState({
      votingEnabled: raffle.voting_enabled,
      drawStarted: raffle.draw_started,
      cancelled: raffle.cancelled !== null,
    }) === 'open' &&
    raffle.contributing === null;

  if (status === 'refused' || (room === null && listed.isError)) {
    return <DrawGone text={m.draw_gone_text()} />;
  }
  let screen: ReactNode;
  // R89: of the next draw, while the one before still stands here.
  const isGathering = moment?.phase === 'complete' && raffle !== null && raffle.contributing !== null;
  if (raffle !== null && raffle.cancelled !== null) {
    screen = (
      <Page title={title} actions={<WayToConsole />}>
        <Later fallback={<Skeleton className="h-80" />}>
          <CancelledCard raffle={raffle} cancelled={raffle.cancelled} />
        </Later>
      </Page>
    );
  } else if (plan === null || clock === null || moment === null || isGathering) {
    screen = (
      <Page title={title} actions={<SoundBefore />}>
        <WaitingView
          raffle={raffle}
          own={own}
          prizeStatus={room?.prizeStatus ?? null}
          now={now}
          live={live}
          voided={plan === null ? latest : null}
          stats={{ ...stats, now, endedAt: null }}
        >
          {isVotingOpen && (
            <Later fallback={<Skeleton className="h-96" />}>
              <VotePanel raffleId={raffleId} talk={talk} inviteeId={inviteeId} />
            </Later>
          )}
        </WaitingView>
      </Page>
    );
  } else if (moment.phase === 'sealing') {
    screen = (
      <Sealing.Component
        title={title}
        plan={plan}
        now={now}
        own={own?.number ?? null}
        live={live}
        actions={<SoundBefore />}
      />
    );
  } else if (isNeverFinished) {
    screen = (
      <Later fallback={<Skeleton className="h-dvh" />}>
        <NeverFinished title={title} plan={plan} />
      </Later>
    );
  } else {
    screen = (
      <Show.Component
        title={title}
        plan={plan}
        clock={clock}
        now={now}
        speed={1}
        moment={moment}
        result={result}
        prizeStatus={room?.prizeStatus ?? null}
        own={own?.number ?? null}
        live={live}
        stats={stats}
        fairness={
          <Later fallback={<Skeleton className="h-20" />}>
            <DrawFairness plan={plan} check={check} />
          </Later>
        }
        ownClaims={
          raffle !== null &&
          own !== null &&
          isConcerned(own.number, result, room?.prizeStatus ?? null) && (
            <Later>
              <OwnClaims
                raffle={raffle}
                number={own.number}
                prizeStatus={room?.prizeStatus ?? null}
                now={now}
                isWinner
              />
            </Later>
          )
        }
        links={
          <>
            {raffle !== null && raffle.draws.total > 1 && (
              <Later>
                <NextDraw raffle={raffle} size="phone" className="sm:col-span-2" />
              </Later>
            )}
            <LinkButton href={`/results/${raffleId}`} className="min-h-13 text-lg">
              {m.draw_view_results()}
            </LinkButton>
            <LinkButton href={`/draw/${raffleId}?replay=true`} variant="quiet" className="min-h-13 text-lg">
              {m.draw_watch_replay()}
            </LinkButton>
          </>
        }
        task={
          plan.beacon.kind === 'room' ? (
            <RoomTask.Component
              plan={plan}
              status={room?.roomNumbers ?? null}
              isEntrant={own !== null}
              talk={talk}
            />
          ) : null
        }
        roomNumbers={room?.roomNumbers ?? null}
        onSkip={() => setSkipped(true)}
        isSkipped={isSkipped}
      />
    );
  }
  // Always at the same place, so that an open chat stays open when the draw begins.
  return (
    <>
      {screen}
      {plan !== null && check?.colour === 'red' && moment?.phase !== 'complete' && (
        <Later>
          <RedAlert plan={plan} state={check} />
        </Later>
      )}
      {scanned !== null && (
        <Later>
          <FreezeCompare scanned={scanned} plan={plan} onClose={forgetScanned} />
        </Later>
      )}
      {talk !== null && (
        <Later>
          <aside aria-label={m.chat_region()}>
            <Reactions talk={talk} isConnected={isConnected} />
            <ChatDock talk={talk} isConnected={isConnected} />
          </aside>
        </Later>
      )}
    </>
  );
}

/** Before the draw the sound can be switched on already. */
function SoundBefore() {
  return (
    <>
      <WayToConsole />
      <SoundSwitch sound={useSound(null)} />
    </>
  );
}

/** R73: holds or held a prize of the draw. The phones of all others ask the server nothing. */
function isConcerned(number: number, result: LiveResult | null, prizeStatus: PrizeStatus | null): boolean {
  const isOwn = ({ entry_number: entry }: { entry_number: number }): boolean => entry === number;
  const holders = prizeStatus?.current_winners ?? result?.winners ?? [];
  return holders.some(isOwn) || prizeStatus?.passed_over.some(isOwn) === true;
}

/** An entry as the room or the entry call tells it, whichever came first. */
function ownOf(
  me: { entryNumber: number; displayName: string; tickets: number } | null,
  entry: { entry_number: number; display_name: string; tickets: number } | null,
): OwnTicket | null {
  if (me !== null) return { number: me.entryNumber, name: me.displayName, tickets: me.tickets };
  if (entry === null) return null;
  return { number: entry.entry_number, name: entry.display_name, tickets: entry.tickets };
}
