/** The rehearsal: a whole draw with invented names on the draw's own timeline (R34, R86); nothing of it is stored. */
import { useMemo, useState } from 'react';
import type { AnimationStyle, DrawPlan, LiveResult } from '@glassdrum/contract';
import { BEFORE_THE_SHOW, type RevealOrder } from '@glassdrum/raffle-rules';
import { useWitnesses } from '../../../api/installation.ts';
import { localNow } from '../../../live/server-clock.ts';
import { useDrawMoment } from '../../../live/draw-moment.ts';
import { m } from '../../../messages/generated/messages.js';
import { DrawStage } from '../../../show-player/draw-stage.tsx';
import { placeOf } from '../../../show-player/places.ts';
import { type PrizeName, prizesOfPlan } from '../../../show-player/prize-names.ts';
import { SealingView, useSecondsUntil } from '../../../show-player/sealing.tsx';
import { Button } from '../../../ui/button.tsx';
import { inventDraw, inventedName } from './invented-draw.ts';
import { TestScreen } from './test-screen.tsx';

const SECONDS_A_WITNESS = 2;

interface RehearsalProps {
  style: AnimationStyle;
  winners: number;
  /** R61: those of the draw that is rehearsed; none for one unnamed prize. */
  prizes?: readonly PrizeName[];
  revealOrder?: RevealOrder;
  onClose: () => void;
}

const NO_PRIZES: readonly PrizeName[] = [];

export function Rehearsal({ style, winners, prizes = NO_PRIZES, revealOrder, onClose }: RehearsalProps) {
  const known = useWitnesses() ?? 0;
  const { alone, witnessed } = BEFORE_THE_SHOW.sealingSeconds;
  const sealingMs = 1000 * (known > 0 ? witnessed : alone);
  const [startedAt, setStartedAt] = useState(localNow);
  const t0 = startedAt + sealingMs;
  const witnesses = useMemo(
    () => Array.from({ length: known }, (_, place) => m.console_rehearsal_witness({ number: place + 1 })),
    [known],
  );
  const draw = useMemo(
    () =>
      inventDraw(
        { style, winners, t0, witnesses, prizes, ...(revealOrder !== undefined && { revealOrder }) },
        Math.random,
      ),
    [style, winners, t0, witnesses, prizes, revealOrder],
  );
  // A clock whose number is there in time never holds.
  const clock = useMemo(() => ({ t0, beaconAt: t0 }), [t0]);
  const moment = useDrawMoment(clock.t0, clock.beaconAt, localNow);
  return (
    <TestScreen title={m.console_rehearsal()} fullScreen onClose={onClose}>
      {moment?.phase === 'sealing' && (
        <Sealing plan={draw.plan} startedAt={startedAt} witnesses={witnesses} />
      )}
      {moment !== null && moment.phase !== 'sealing' && moment.phase !== 'complete' && (
        <DrawStage
          title={m.console_rehearsal_show()}
          plan={draw.plan}
          moment={moment}
          clock={clock}
          now={localNow}
          result={moment.phase === 'reveal' ? draw.result : null}
          own={null}
          invented={inventedName}
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
        <Over
          plan={draw.plan}
          result={draw.result}
          onAgain={() => setStartedAt(localNow())}
          onClose={onClose}
        />
      )}
    </TestScreen>
  );
}

/** One invented witness after the other signs. */
function Sealing({
  plan,
  startedAt,
  witnesses,
}: {
  plan: DrawPlan;
  startedAt: number;
  witnesses: readonly string[];
}) {
  const left = useSecondsUntil(plan.t0, localNow);
  const passed = Math.round((plan.t0 - startedAt) / 1000) - left;
  const cosigned = witnesses.slice(0, Math.floor(passed / SECONDS_A_WITNESS));
  const sealing = { ...plan.sealing, cosigned };
  return (
    <SealingView
      title={m.console_rehearsal_show()}
      plan={{ ...plan, sealing }}
      now={localNow}
      own={null}
      live="test"
    />
  );
}

function Over({
  plan,
  result,
  onAgain,
  onClose,
}: {
  plan: DrawPlan;
  result: LiveResult;
  onAgain: () => void;
  onClose: () => void;
}) {
  const prizes = prizesOfPlan(plan);
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
            <span className="min-w-0">
              <span className="block font-display text-xl font-bold">{row.display_name}</span>
              {prizes.length > 0 && (
                <span className="block text-ink-soft wrap-anywhere">{placeOf(prizes, row)}</span>
              )}
            </span>
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
