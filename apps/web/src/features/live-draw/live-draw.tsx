/** The draw as it happens: the same moment on every screen, from the plan and the server's clock alone (R35, R40). */
import type { PublicRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { useDeviceCheck } from '../../checking/use-device-check.ts';
import { drawClockOf } from '../../live/draw-clock-of.ts';
import { useDrawMoment } from '../../live/use-draw-moment.ts';
import { useRoom } from '../../live/use-room.ts';
import { useWakeLock } from '../../live/use-wake-lock.ts';
import { m } from '../../messages/generated/messages.js';
import { readHints } from '../../participation/participant-hints.ts';
import { useOwnEntry } from '../../participation/use-own-entry.ts';
import { DrawFairness } from '../../show-player/draw-fairness.tsx';
import { useSceneFetched } from '../../show-player/fetch-scene.ts';
import { DrawShow } from '../../show-player/draw-show.tsx';
import { SoundSwitch } from '../../show-player/sound/sound-switch.tsx';
import { useSound } from '../../show-player/sound/use-sound.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { DrawGone } from './draw-gone.tsx';
import { WaitingView } from './waiting-view.tsx';

export function LiveDraw({ raffleId }: { raffleId: string }) {
  const [hints] = useState(() => readHints(raffleId));
  const { room, connection, now } = useRoom(raffleId, hints);
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
  const moment = useDrawMoment(clock?.t0 ?? null, clock?.beaconAt ?? null, now);
  const check = useDeviceCheck(plan, result);
  const isNear = raffle !== null && raffle.status !== 'drawn' && plan === null;
  useSceneFetched(isNear ? raffle.chosen_animation : null);
  useWakeLock(plan !== null && moment?.phase !== 'complete');

  const [isSkipped, setSkipped] = useState(false);

  const own = ownOf(room?.me ?? null, entry.data ?? null);
  const live = connection === 'live' ? 'live' : 'connecting';
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
  if (plan === null || clock === null || moment === null || moment.phase === 'before') {
    return (
      <WaitingPage title={title}>
        <WaitingView raffle={raffle} own={own} live={live} stats={{ ...stats, now, endedAt: null }} />
      </WaitingPage>
    );
  }
  return (
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
      fairness={<DrawFairness plan={plan} check={check} />}
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
