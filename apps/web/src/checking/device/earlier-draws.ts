/**
 * How the draws of a raffle ended that came before the one that is watched (draw protocol §10): those that the server names,
 * and those that this device was promised. A draw whose list was fixed may not be dropped.
 */
import type { DrawInLog, DrawPlan, RaffleTerms } from '@glassdrum/contract';
import type { Observation } from '@glassdrum/fair-draw';
import { call, CallFailed } from '../../api/call.ts';
import type { EntryEvidence } from '../../storage/evidence.ts';
import { readDraw } from '../../storage/evidence-store.ts';
import { isSeedRemembered, rememberedVoid } from '../evidence/seen-freeze.ts';
import { FIRST_PAUSE_MS, pause, TRIES, withRetries } from './paced-calls.ts';

type EarlierDraw = Extract<Observation, { type: 'earlier_draw' }>;
type Plan = Pick<DrawPlan, 'draw_id' | 'raffle_id' | 'records'>;
type Records = DrawInLog['records'];

const SECOND_MS = 1000;

function stageOf({ records }: Plan): number {
  return records?.open.stage ?? 1;
}

function idsBefore(
  plan: Plan,
  draws: readonly Pick<RaffleTerms['draws'][number], 'draw_id' | 'open'>[],
): string[] {
  return draws
    .filter(({ draw_id: id, open }) => id !== plan.draw_id && open.stage <= stageOf(plan))
    .map((draw) => draw.draw_id);
}

function promisedBefore(plan: Plan, evidence: readonly EntryEvidence[]): string[] {
  return evidence.flatMap(({ terms }) => idsBefore(plan, terms));
}

/** Nobody has shown yet how those ended that this device was promised: until then there is no green. */
export function unreadEarlier(plan: Plan, evidence: readonly EntryEvidence[]): EarlierDraw[] {
  return promisedBefore(plan, evidence).map((drawId) => ({
    type: 'earlier_draw',
    drawId,
    texts: null,
    seedSeen: false,
    voidSeenAt: null,
  }));
}

/**
 * One after the other, with what this device saw of each.
 *
 * @throws when the server does not say which there are, or the log does not have yet that this draw's list was closed
 */
export async function* earlierDraws(
  signal: AbortSignal,
  plan: Plan,
  evidence: readonly EntryEvidence[],
): AsyncGenerator<EarlierDraw> {
  const terms =
    stageOf(plan) === 1
      ? null
      : await withRetries(signal, () => call<RaffleTerms>('GET', `/api/raffles/${plan.raffle_id}/terms`));
  const ids = new Set([...promisedBefore(plan, evidence), ...idsBefore(plan, terms?.draws ?? [])]);
  if (ids.size === 0) return;
  const closedAt = await indexOfClose(signal, plan.draw_id);
  for (const drawId of ids) {
    const seenAt = rememberedVoid(drawId);
    const records = await recordsWithEnd(signal, drawId, { isGivenUp: seenAt !== null, closedAt });
    const watched = await readDraw(drawId);
    yield {
      type: 'earlier_draw',
      drawId,
      texts: records?.map(({ text }) => text) ?? null,
      seedSeen:
        isSeedRemembered(drawId) || (watched?.checks.some(({ state }) => state.seed !== null) ?? false),
      voidSeenAt: seenAt === null ? null : seenAt / SECOND_MS,
    };
  }
}

/** Before a list is closed all earlier draws have ended: a log that is shown up to there has their ends. @throws without it */
async function indexOfClose(signal: AbortSignal, drawId: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const close = (await recordsOf(signal, drawId))?.find(({ kind }) => kind === 'close');
    if (close !== undefined) return close.index;
    if (tries >= TRIES) throw new Error('The log does not have the closed list.');
    await pause(FIRST_PAUSE_MS);
  }
}

/** A checkpoint that has the newest record may take a moment; how a draw ended and is missing then was never recorded. */
async function recordsWithEnd(
  signal: AbortSignal,
  drawId: string,
  { isGivenUp, closedAt }: { isGivenUp: boolean; closedAt: number },
): Promise<Records | null> {
  for (let tries = 1; ; tries += 1) {
    const draw = await readInLog(signal, drawId);
    const isOld = draw !== null && draw.size <= closedAt;
    const hasEnd =
      draw?.records.some(({ kind }) => kind === 'void' || (kind === 'result' && !isGivenUp)) ?? true;
    if ((hasEnd && !isOld) || tries >= TRIES) return isOld ? null : (draw?.records ?? null);
    await pause(FIRST_PAUSE_MS);
  }
}

/** A draw's records in the public log: none for a draw that it does not have; null where it can't be read. */
export async function recordsOf(signal: AbortSignal, drawId: string): Promise<Records | null> {
  return (await readInLog(signal, drawId))?.records ?? null;
}

async function readInLog(
  signal: AbortSignal,
  drawId: string,
): Promise<Pick<DrawInLog, 'size' | 'records'> | null> {
  try {
    return await withRetries(signal, () => call<DrawInLog>('GET', `/api/log/draws/${drawId}`));
  } catch (failure) {
    const isUnknown = failure instanceof CallFailed && failure.status === 404;
    // To a log of any size.
    return isUnknown ? { size: Infinity, records: [] } : null;
  }
}
