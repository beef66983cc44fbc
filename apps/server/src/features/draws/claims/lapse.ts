/**
 * Prizes that nobody claims in time (R73): one job for each draw, on the node that claims it first.
 *
 * 1. It is due when the next claim window ends. Under the raffle's lock the clock is read again, so no prize lapses early, and none
 *    that was claimed meanwhile; moving up and the end of the job are one transaction, so each lapse happens once.
 * 2. While another draw of the raffle runs, nothing moves: who moves up depends on its result. What lapses later than its time,
 *    for that or because the server was down, is shown as late.
 * 3. Each change that starts or ends a window plans the job anew.
 */
import { decidePassOver, lapsesAt, phaseOf } from '@glassdrum/raffle-rules';
import { doubling } from '../../../platform/clock/backoff.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { lockRaffle, type Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import type { JobHandler, JobOutcome } from '../../../work/job-runner.ts';
import { enqueueJob, moveJob } from '../../../work/jobs.ts';
import { findRaffle } from '../../raffles/queries.ts';
import { drawById, type DrawRow } from '../draw-rows.ts';
import { type CompleteDraw, completeDrawOf, passOn, type PassOnParts } from '../results/pass-on.ts';
import { planReminders } from './reminders.ts';

/** Its key is the draw's id. */
export const LAPSE_JOB = 'lapse';

/** Draws whose windows end at the same time, on one node. */
const CONCURRENCY = 4;
const backoff = doubling(1_000, 30_000);
/** How often a lapse that waits for the end of another draw is looked at. */
const DRAW_POLL_MS = 1_000;

/**
 * After a change of who holds prizes, in its transaction; publish `jobs-changed` after the commit.
 * @param draw complete
 */
export async function planLapses(trx: Trx, draw: DrawRow): Promise<void> {
  const state = await completeDrawOf(trx, draw);
  await planReminders(trx, state);
  const next = nextLapse(state);
  if (next === null) return;
  const job = { kind: LAPSE_JOB, key: draw.id };
  if (!(await moveJob(trx, job, next))) await enqueueJob(trx, { ...job, payload: null, runAt: next });
}

/** When the next window ends, epoch ms; null when none is open. */
function nextLapse({ holders, claims }: CompleteDraw): number | null {
  const ends = holders.flatMap((holder) => lapsesAt(claims.heldPrize(holder)) ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}

export interface LapseParts extends PassOnParts {
  bus: Bus;
  /** D6: whether this node's clock is good enough. */
  mayLead: () => boolean;
}

export function lapseHandler(parts: LapseParts): JobHandler {
  return {
    concurrency: CONCURRENCY,
    attempts: Infinity,
    backoff,
    mayRun: () => parts.mayLead(),
    run: ({ key }) => runLapses(parts, key),
  };
}

async function runLapses({ bus, ...parts }: LapseParts, drawId: string): Promise<JobOutcome> {
  const { database, clock } = parts;
  const draw = await drawById(database.query, drawId);
  const raffle = draw === null ? null : await findRaffle(database, draw.raffle_id);
  if (draw === null || raffle === null) return { outcome: 'done' };
  const next = nextLapse(await completeDrawOf(database.query, draw));
  if (next === null) return { outcome: 'done' };
  const now = clock.now();
  if (next > now) return { outcome: 'again', runAt: next };
  if (phaseOf(raffleFacts(raffle)) === 'drawing') return { outcome: 'again', runAt: now + DRAW_POLL_MS };
  let moved = false;
  return {
    // The next run plans what is due after that.
    outcome: 'again',
    runAt: now,
    effect: async (trx) => {
      moved = await lapse(parts, trx, draw);
    },
    after: () => {
      if (!moved) return;
      bus.publish({ topic: 'draw-advanced', raffleId: raffle.id, step: 'advance' });
      bus.publish({ topic: 'jobs-changed' });
    },
  };
}

/** Everything of the draw that is due; false when something else came first. */
async function lapse(parts: PassOnParts, trx: Trx, draw: DrawRow): Promise<boolean> {
  const { database, clock } = parts;
  const raffle = await lockRaffle(database, trx, draw.raffle_id);
  if (raffle === undefined || phaseOf(raffleFacts(raffle)) === 'drawing') return false;
  const state = await completeDrawOf(trx, draw);
  const now = clock.now();
  const due = state.holders
    .map((holder) => ({ holder, held: state.claims.heldPrize(holder) }))
    .filter(({ held }) => (lapsesAt(held) ?? Infinity) <= now)
    .toSorted((one, other) => (lapsesAt(one.held) ?? 0) - (lapsesAt(other.held) ?? 0));
  if (due.length === 0) return false;
  await passOn(parts, trx, {
    raffle,
    state,
    outs: due.map(({ holder }) => ({ holder, reason: 'unclaimed', text: null })),
    check: (at) => {
      for (const { held } of due) {
        orRefuse(decidePassOver(held, { reason: 'unclaimed', by: 'clock', hasDevice: false }, at));
      }
    },
    record: { actor: 'system', action: 'prize_lapsed' },
  });
  await planReminders(trx, await completeDrawOf(trx, draw));
  return true;
}
