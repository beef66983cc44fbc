/**
 * Sends the frames of one running draw to one room on this node: a function of the plan and the clock (R33). Browsers play
 * from the plan; frames give clients without a timeline the step, and the winners when the reveal is due (R4).
 *
 * 1. The present step is sent at once, every boundary that is still to come gets a timer.
 * 2. Without the beacon's value the frames stop after the pause; `update` with the value schedules the rest (R30).
 * 3. If the result is late, or can't be read, the reveal waits for it, and is sent as soon as the result is there.
 */
import type { DrawPlan, LiveResult, RoomEvent } from '@glassdrum/contract';
import { COUNTDOWN_STEP_MS, dueTimes, SHOW_STARTS } from '@glassdrum/raffle-rules';
import type { Clock } from '../../platform/clock/clock.ts';
import { coalesce } from '../../platform/clock/coalesce.ts';

type Step = Extract<RoomEvent, { type: 'draw:frame' }>['data']['step'];

export interface DrawFramesParts {
  clock: Clock;
  publish: (event: RoomEvent) => void;
  /** Winners once due, else null. May reject: it is called again. */
  result: () => Promise<LiveResult | null>;
  report: (error: unknown) => void;
  /** Everybody here already has the winners, from their snapshot. */
  isKnown: boolean;
}

export interface DrawFrames {
  drawId: string;
  /** The plan with more of it known. */
  update(plan: DrawPlan): void;
  /** A waiting reveal is sent. */
  onResultStored(): void;
  /** Everything was sent. */
  isOver(): boolean;
  stop(): void;
}

/** How often a result is polled for that is due and not there: its message may be lost. */
const RESULT_POLL_MS = 500;

interface FixedFrame {
  /** Milliseconds after T0. */
  after: number;
  step: Step;
  index?: number;
}

/** Every frame that does not depend on the beacon. */
const FIXED_FRAMES: readonly FixedFrame[] = [
  { after: 0, step: 'countdown', index: 3 },
  { after: COUNTDOWN_STEP_MS, step: 'countdown', index: 2 },
  { after: 2 * COUNTDOWN_STEP_MS, step: 'countdown', index: 1 },
  { after: SHOW_STARTS.warmup, step: 'warmup' },
  { after: SHOW_STARTS.main, step: 'main' },
  { after: SHOW_STARTS.slowdown, step: 'slowdown' },
  { after: SHOW_STARTS.pause, step: 'pause' },
];

export function startDrawFrames(parts: DrawFramesParts, plan: DrawPlan): DrawFrames {
  const { clock, publish, result, report, isKnown } = parts;
  const drawId = plan.draw_id;
  const cancels: (() => void)[] = [];
  let beaconAt = plan.beacon_at;
  /** What is due and needs the result, in order. */
  const waiting: ((rows: LiveResult) => void)[] = [];
  let isOver = false;
  let stopped = false;

  const at = (due: number, task: () => void): void => {
    if (due > clock.now()) cancels.push(clock.at(due, task));
  };

  const sendWaiting = coalesce(
    clock,
    0,
    async () => {
      if (waiting.length === 0) return;
      const rows = await result();
      if (stopped) return;
      if (rows === null) cancels.push(clock.after(RESULT_POLL_MS, sendWaiting.trigger));
      else for (const send of waiting.splice(0)) send(rows);
    },
    report,
  );

  const sendResultAt = (due: number, send: (rows: LiveResult) => void): void => {
    const now = clock.now();
    if (due <= now && isKnown) return;
    const add = (): void => {
      waiting.push(send);
      sendWaiting.trigger();
    };
    if (due <= now) add();
    else cancels.push(clock.at(due, add));
  };

  const scheduleRest = (): void => {
    const { runupAt, revealAt, completeAt } = dueTimes({ t0: plan.t0, beaconAt });
    if (runupAt === null || revealAt === null || completeAt === null) return;
    const runup = (): void => publish({ type: 'draw:frame', data: { drawId, step: 'runup' } });
    // A late beacon starts the run-up at the instant it was stored, which is past when this node receives it.
    if (clock.now() < runupAt) at(runupAt, runup);
    else if (clock.now() < revealAt) runup();
    sendResultAt(revealAt, (rows) =>
      publish({ type: 'draw:frame', data: { drawId, step: 'reveal', ...rows } }),
    );
    sendResultAt(completeAt, (rows) => {
      isOver = true;
      publish({ type: 'draw:done', data: { drawId, ...rows } });
    });
    if (isKnown && completeAt <= clock.now()) isOver = true;
  };

  const sendFrame = ({ step, index }: FixedFrame): void => {
    publish({ type: 'draw:frame', data: index === undefined ? { drawId, step } : { drawId, step, index } });
  };
  const current = FIXED_FRAMES.findLast(({ after }) => plan.t0 + after <= clock.now());
  if (current !== undefined && plan.beacon_at === null) sendFrame(current);
  for (const frame of FIXED_FRAMES) at(plan.t0 + frame.after, () => sendFrame(frame));
  scheduleRest();

  return {
    drawId,
    update(newer) {
      if (beaconAt !== null || newer.beacon_at === null) return;
      beaconAt = newer.beacon_at;
      scheduleRest();
    },
    onResultStored: sendWaiting.trigger,
    isOver: () => isOver,
    stop() {
      stopped = true;
      sendWaiting.stop();
      for (const cancel of cancels) cancel();
    },
  };
}
