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

/** One after the other, with what this device saw of each. @throws when the server does not say which there are */
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
  for (const drawId of ids) {
    const seenAt = rememberedVoid(drawId);
    const records = await recordsWithEnd(signal, drawId, seenAt !== null);
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

/** A checkpoint that has the newest record may take a moment; how a draw ended and is missing then was never recorded. */
async function recordsWithEnd(
  signal: AbortSignal,
  drawId: string,
  isGivenUp: boolean,
): Promise<DrawInLog['records'] | null> {
  for (let tries = 1; ; tries += 1) {
    const records = await recordsOf(signal, drawId);
    const hasEnd = records?.some(({ kind }) => kind === 'void' || (kind === 'result' && !isGivenUp)) ?? true;
    if (hasEnd || tries >= TRIES) return records;
    await pause(FIRST_PAUSE_MS);
  }
}

/** A draw's records in the public log: none for a draw that it does not have; null where it can't be read. */
export async function recordsOf(signal: AbortSignal, drawId: string): Promise<DrawInLog['records'] | null> {
  try {
    return (await withRetries(signal, () => call<DrawInLog>('GET', `/api/log/draws/${drawId}`))).records;
  } catch (failure) {
    return failure instanceof CallFailed && failure.status === 404 ? [] : null;
  }
}
