/** The rehearsal: a whole draw with invented names on the draw's own timeline (R34); nothing of it is stored. */
import { useMemo, useState } from 'react';
import type { AnimationStyle, LiveResult } from '@glassdrum/contract';
import { localNow } from '../../../live/server-clock.ts';
import { useDrawMoment } from '../../../live/use-draw-moment.ts';
import { m } from '../../../messages/generated/messages.js';
import { DrawStage } from '../../../show-player/draw-stage.tsx';
import { Button } from '../../../ui/button.tsx';
import { inventDraw } from './invented-draw.ts';
import { TestScreen } from './test-screen.tsx';

interface RehearsalProps {
  style: AnimationStyle;
  winners: number;
  onClose: () => void;
}

export function Rehearsal({ style, winners, onClose }: RehearsalProps) {
  const [t0, setT0] = useState(localNow);
  const draw = useMemo(() => inventDraw({ style, winners, t0 }, Math.random), [style, winners, t0]);
  // A clock whose number is there in time never holds.
  const clock = useMemo(() => ({ t0, beaconAt: t0 }), [t0]);
  const moment = useDrawMoment(clock.t0, clock.beaconAt, localNow);
  const isShow = moment !== null && moment.phase !== 'before' && moment.phase !== 'complete';
  return (
    <TestScreen title={m.console_rehearsal()} fullScreen onClose={onClose}>
      {isShow && (
        <DrawStage
          title={m.console_rehearsal_show()}
          plan={draw.plan}
          moment={moment}
          clock={clock}
          now={localNow}
          result={moment.phase === 'reveal' ? draw.result : null}
          own={null}
          live="test"
          stats={{
            participants: draw.plan.total_entries,
            winners: draw.plan.winners,
            watching: null,
            startedAt: t0,
            endedAt: null,
            now: localNow,
          }}
        />
      )}
      {moment?.phase === 'complete' && (
        <Over result={draw.result} onAgain={() => setT0(localNow())} onClose={onClose} />
      )}
    </TestScreen>
  );
}

function Over({
  result,
  onAgain,
  onClose,
}: {
  result: LiveResult;
  onAgain: () => void;
  onClose: () => void;
}) {
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-10">
      <div className="text-center">
        <h2 className="text-4xl">{m.console_rehearsal_over()}</h2>
        <p className="mt-2 text-ink-soft">{m.console_rehearsal_over_text()}</p>
      </div>
      <ol className="grid gap-3">
        {result.winners.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-3 rounded-2xl border border-line bg-card px-4 py-3"
          >
            <span className="font-display text-2xl font-extrabold text-brand tabular-nums">
              {row.position}
            </span>
            <span className="min-w-0 font-display text-xl font-bold">{row.display_name}</span>
            <span className="text-ink-soft tabular-nums">
              {m.console_entry({ number: row.entry_number })}
            </span>
          </li>
        ))}
      </ol>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={onAgain}>{m.console_rehearse_again()}</Button>
        <Button variant="quiet" onClick={onClose}>
          {m.common_close()}
        </Button>
      </div>
    </div>
  );
}
