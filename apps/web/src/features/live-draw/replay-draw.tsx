/**
 * R34: the replay plays the same function from the stored draw with the seed's timings, on the device's own clock and
 * without a live connection. A clock whose beacon is there in time never holds, which makes it the replay's.
 */
import type { DrawPlan, ReplayAnswer } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { useDeviceCheck } from '../../checking/use-device-check.ts';
import { localNow } from '../../live/server-clock.ts';
import { useDrawMoment } from '../../live/use-draw-moment.ts';
import { m } from '../../messages/generated/messages.js';
import { useOwnEntry } from '../../participation/use-own-entry.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CompleteView } from './complete-view.tsx';
import { DrawGone } from './draw-gone.tsx';
import { DrawStage } from '../../show-player/draw-stage.tsx';
import type { DrawStatsProps } from '../../show-player/draw-stats.tsx';

const REPLAY_MS = 33_000;

export function ReplayDraw({ raffleId }: { raffleId: string }) {
  const path = `/api/raffles/${raffleId}/replay`;
  const replay = useQuery({ queryKey: [path], queryFn: () => call<ReplayAnswer>('GET', path) });
  if (replay.isError) return <DrawGone text={m.draw_replay_gone_text()} />;
  if (replay.data === undefined) {
    return (
      <Page title={m.draw_replay()}>
        <p role="status" className="sr-only">
          {m.draw_loading()}
        </p>
        <Skeleton className="h-[70dvh]" />
      </Page>
    );
  }
  return <Playing replay={replay.data} />;
}

function Playing({ replay: { plan, results } }: { replay: ReplayAnswer }) {
  const [startedAt, setStartedAt] = useState(localNow);
  const clock = useMemo<DrawClock>(() => ({ t0: startedAt, beaconAt: startedAt }), [startedAt]);
  const moment = useDrawMoment(clock.t0, clock.beaconAt, localNow);
  const entry = useOwnEntry(plan.raffle_id, 'after freeze');
  const check = useDeviceCheck(plan, results);
  const own = entry.data?.entry_number ?? null;
  // The pause shows what was known then.
  const unknowing = useMemo<DrawPlan>(() => ({ ...plan, beacon_value: null }), [plan]);
  const stats: DrawStatsProps = {
    participants: plan.total_entries,
    winners: plan.winners,
    watching: null,
    startedAt,
    endedAt: moment?.phase === 'complete' ? startedAt + REPLAY_MS : null,
    now: localNow,
  };
  if (moment === null || moment.phase === 'before') return null;
  if (moment.phase === 'complete') {
    return (
      <Page title={m.draw_replay()}>
        <CompleteView
          title={results.title}
          plan={plan}
          result={results}
          own={own}
          live="replay"
          stats={stats}
          check={check}
          again={
            <Button
              variant="quiet"
              className="min-h-13 text-lg"
              onClick={() => {
                window.scrollTo(0, 0);
                setStartedAt(localNow());
              }}
            >
              {m.draw_replay_again()}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <DrawStage
      title={results.title}
      plan={moment.phase === 'animation' && moment.step === 'pause' ? unknowing : plan}
      moment={moment}
      clock={clock}
      now={localNow}
      result={results}
      own={own}
      live="replay"
      stats={stats}
    />
  );
}
