/**
 * The frames of one running draw for one room on this node: a function of the plan and the clock (R33). Browsers play
 * from the plan; frames tell clients without a timeline the step, and bring the winners when the reveal is due (R4).
 *
 * 1. The step that runs is told at once, every boundary that is still to come gets a timer.
 * 2. Without the beacon's value the show stops after the pause; `update` with the value schedules the rest (R30).
 * 3. If the result is late, the reveal waits for it.
 */
import type { DrawPlan, LiveResult, RoomEvent } from '@glassdrum/contract';
import { dueTimes, DRAW_TIMELINE } from '@glassdrum/raffle-rules';
import type { Clock } from '../../clock/clock.ts';

type Step = Extract<RoomEvent, { type: 'draw:frame' }>['data']['step'];

export interface DrawShowParts {
  clock: Clock;
  publish: (event: RoomEvent) => void;
  /** Winners once due, else null. */
  result: () => Promise<LiveResult | null>;
  report: (error: unknown) => void;
}

export interface DrawShow {
  /** The plan with more of it known. */
  update(plan: DrawPlan): void;
  /** The result was stored: a waiting reveal goes on. */
  resultStored(): void;
  stop(): void;
}

const MAIN_AT = DRAW_TIMELINE.countdown + DRAW_TIMELINE.warmup;
const SLOWDOWN_AT = MAIN_AT + DRAW_TIMELINE.main;

interface FixedFrame {
  /** Milliseconds after T0. */
  after: number;
  step: Step;
  index?: number;
}

/** Every frame that does not depend on the beacon. */
const FIXED_FRAMES: readonly FixedFrame[] = [
  { after: 0, step: 'countdown', index: 3 },
  { after: 1000, step: 'countdown', index: 2 },
  { after: 2000, step: 'countdown', index: 1 },
  { after: DRAW_TIMELINE.countdown, step: 'warmup' },
  { after: MAIN_AT, step: 'main' },
  { after: SLOWDOWN_AT, step: 'slowdown' },
  { after: SLOWDOWN_AT + DRAW_TIMELINE.slowdown, step: 'pause' },
];

export function startDrawShow(parts: DrawShowParts, plan: DrawPlan): DrawShow {
  const { clock, publish, result, report } = parts;
  const drawId = plan.draw_id;
  const cancels: (() => void)[] = [];
  let beaconAt = plan.beacon_at;
  /** What the reveal or the end waits for, while the result is not stored. */
  let waiting: (() => void) | null = null;
  let stopped = false;

  const at = (due: number, task: () => void): void => {
    if (due > clock.now()) cancels.push(clock.at(due, task));
  };

  const withResult = (tell: (rows: LiveResult) => void): void => {
    result()
      .then((rows) => {
        if (stopped) return;
        if (rows === null) waiting = () => withResult(tell);
        else tell(rows);
      })
      .catch(report);
  };

  const scheduleRest = (): void => {
    const { runupAt, revealAt, completeAt } = dueTimes({ t0: plan.t0, beaconAt });
    if (runupAt === null || revealAt === null || completeAt === null) return;
    at(runupAt, () => publish({ type: 'draw:frame', data: { drawId, step: 'runup' } }));
    at(revealAt, () => {
      withResult((rows) => publish({ type: 'draw:frame', data: { drawId, step: 'reveal', ...rows } }));
    });
    at(completeAt, () => withResult((rows) => publish({ type: 'draw:done', data: { drawId, ...rows } })));
  };

  const tellFrame = ({ step, index }: FixedFrame): void => {
    publish({ type: 'draw:frame', data: index === undefined ? { drawId, step } : { drawId, step, index } });
  };
  const current = FIXED_FRAMES.findLast(({ after }) => plan.t0 + after <= clock.now());
  if (current !== undefined && plan.beacon_at === null) tellFrame(current);
  for (const frame of FIXED_FRAMES) at(plan.t0 + frame.after, () => tellFrame(frame));
  scheduleRest();

  return {
    update(newer) {
      if (beaconAt !== null || newer.beacon_at === null) return;
      beaconAt = newer.beacon_at;
      scheduleRest();
    },
    resultStored() {
      const next = waiting;
      waiting = null;
      next?.();
    },
    stop() {
      stopped = true;
      for (const cancel of cancels) cancel();
    },
  };
}
