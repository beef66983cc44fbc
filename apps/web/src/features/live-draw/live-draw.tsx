/** The draw as it happens: the same moment on every screen, from the plan and the server's clock alone (R35, R40). */
import type { PublicRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { useDeviceCheck } from '../../checking/use-device-check.ts';
import { drawClockOf } from '../../live/draw-clock-of.ts';
import { LIVE_BEGINS_MS } from '../../live/draw-driver.ts';
import { useDrawMoment } from '../../live/use-draw-moment.ts';
import { useNeverFinished } from '../../live/use-never-finished.ts';
import { useRoom } from '../../live/use-room.ts';
import { useWakeLock } from '../../live/use-wake-lock.ts';
import { m } from '../../messages/generated/messages.js';
import { readHints } from '../../participation/participant-hints.ts';
import { useOwnEntry } from '../../participation/use-own-entry.ts';
import { useSceneFetched } from '../../show-player/fetch-scene.ts';
import { DrawShow } from '../../show-player/draw-show.tsx';
import { SoundSwitch } from '../../show-player/sound/sound-switch.tsx';
import { useSound } from '../../show-player/sound/use-sound.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawGone } from './draw-gone.tsx';
import { WaitingView } from './waiting-view.tsx';

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
  default: (await import('../../show-player/never-finished.tsx')).NeverFinished,
}));

const loadFairness = async () => ({
  default: (await import('../../show-player/draw-fairness.tsx')).DrawFairness,
});
type Fairness = Awaited<ReturnType<typeof loadFairness>>['default'];
/** Winners are shown even where the network is gone and this part never came. */
const DrawFairness = lazy(() =>
  loadFairness().catch((): { default: Fairness } => ({ default: () => <></> })),
);

/** So that the end of the draw finds it there, also in a hall whose network comes and goes. */
function useFairnessFetched(): void {
  useEffect(() => {
    // Whoever needs it and could not load it now asks again then.
    loadFairness().catch(() => undefined);
  }, []);
}

export function LiveDraw({ raffleId }: { raffleId: string }) {
  const [hints] = useState(() => readHints(raffleId));
  useFairnessFetched();
  const { room, connection, talk, now } = useRoom(raffleId, hints);
  const path = `/api/raffles/${raffleId}`;
  const listed = useQuery({
    queryKey: [path],
    queryFn: () => call<PublicRaffle>('GET', path),
    enabled: room === null,
  });
  const entry = useOwnEntry(raffleId);
  const raffle = room?.raffle ?? listed.data ?? null;
  const plan = room?.draw ?? null;
  const result = room?.result ?? null;
  const clock = useMemo(() => (plan === null ? null : drawClockOf(plan)), [plan]);
  const moment = useDrawMoment(clock?.t0 ?? null, clock?.beaconAt ?? null, now, {
    begins: LIVE_BEGINS_MS,
  });
  const check = useDeviceCheck(plan, result);
  const isRunning = moment?.phase !== 'complete' && plan?.beacon_value !== null;
  const isNeverFinished = useNeverFinished(isRunning || result !== null ? null : plan, now);
  const isNear = raffle !== null && raffle.status !== 'drawn' && plan === null;
  useSceneFetched(isNear ? raffle.chosen_animation : null);
  useWakeLock(plan !== null && moment?.phase !== 'complete');

  const [isSkipped, setSkipped] = useState(false);

  const own = ownOf(room?.me ?? null, entry.data ?? null);
  const isConnected = connection === 'live';
  const live = isConnected ? 'live' : 'connecting';
  const me = room?.me ?? null;
  const inviteeId = me !== null && me.tickets > 0 ? me.inviteeId : null;
  const title = raffle?.title ?? m.draw_title_fallback();
  const stats = {
    participants: plan?.total_entries ?? raffle?.entry_count ?? 0,
    winners: plan?.winners ?? raffle?.max_winners ?? 0,
    watching: room?.watchers ?? 0,
    startedAt: plan?.t0 ?? null,
  };

  if (connection === 'gone' || (room === null && listed.isError)) {
    return <DrawGone text={m.draw_gone_text()} />;
  }
  let screen: ReactNode;
  if (plan === null || clock === null || moment === null || moment.phase === 'before') {
    screen = (
      <WaitingPage title={title}>
        <WaitingView
          raffle={raffle}
          own={own}
          now={now}
          live={live}
          isStarting={plan !== null}
          stats={{ ...stats, now, endedAt: null }}
        >
          {raffle?.voting_enabled === true && !raffle.draw_started && plan === null && (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <VotePanel raffleId={raffleId} talk={talk} inviteeId={inviteeId} />
            </Suspense>
          )}
        </WaitingView>
      </WaitingPage>
    );
  } else if (isNeverFinished) {
    screen = (
      <Suspense fallback={<Skeleton className="h-dvh" />}>
        <NeverFinished title={title} plan={plan} />
      </Suspense>
    );
  } else {
    screen = (
      <DrawShow
        title={title}
        plan={plan}
        clock={clock}
        now={now}
        speed={1}
        moment={moment}
        result={result}
        standing={room?.standing ?? null}
        own={own?.number ?? null}
        live={live}
        stats={stats}
        fairness={
          <Suspense fallback={<Skeleton className="h-20" />}>
            <DrawFairness plan={plan} check={check} />
          </Suspense>
        }
        links={
          <>
            <LinkButton href={`/results/${raffleId}`} className="min-h-13 text-lg">
              {m.draw_view_results()}
            </LinkButton>
            <LinkButton href={`/draw/${raffleId}?replay=true`} variant="quiet" className="min-h-13 text-lg">
              {m.draw_watch_replay()}
            </LinkButton>
          </>
        }
        onSkip={() => setSkipped(true)}
        isSkipped={isSkipped}
      />
    );
  }
  // Always at the same place, so that an open chat stays open when the draw begins.
  return (
    <>
      {screen}
      {talk !== null && (
        <Suspense>
          <aside aria-label={m.chat_region()}>
            <Reactions talk={talk} isConnected={isConnected} />
            <ChatDock talk={talk} isConnected={isConnected} />
          </aside>
        </Suspense>
      )}
    </>
  );
}

/** Before the draw the sound can be switched on already. */
function WaitingPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} actions={<SoundSwitch sound={useSound(null)} />}>
      {children}
    </Page>
  );
}

/** An entry as the room or the entry call tells it, whichever came first. */
function ownOf(
  me: { entryNumber: number; displayName: string } | null,
  entry: { entry_number: number; display_name: string } | null,
): { number: number; name: string } | null {
  if (me !== null) return { number: me.entryNumber, name: me.displayName };
  return entry === null ? null : { number: entry.entry_number, name: entry.display_name };
}
