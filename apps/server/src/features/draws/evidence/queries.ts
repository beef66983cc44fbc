/**
 * What an auditor needs of draws besides their results (R76): how many entries of each kind their lists had, and where their records
 * are in the public log. Nothing before the reveal is due (R4).
 */
import type { ReplayAnswer } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import { recordsOfDraws } from '../../../platform/public-log/public-log.ts';
import { chosenDraw } from '../draw-rows.ts';
import { closedEntries } from '../freeze/entries-list.ts';
import { cachedPerDraw } from '../queries.ts';
import { dueDraws, resultsWithPlan } from '../results/queries.ts';

/** Entries of a frozen list. */
export interface ListCounts {
  /** Those with a ticket, by how they came about (R68). */
  self: number;
  host: number;
  paper: number;
  /** Those without: paper tickets that were not sold, and who took no part, and why. */
  unsold: number;
  /** In the draw, but with tickets in no bucket (R64). */
  unplaced: number;
  withdrawn: number;
  removed: number;
  absent: number;
  holder: number;
}

export interface DrawEvidence extends ReplayAnswer {
  /** Null for a draw of version 1 of the protocol, which has no such list. */
  counts: ListCounts | null;
  /** Records of the draw in the public log, oldest first. */
  records: { kind: string; index: number }[];
}

/** Of one draw, or of all draws of the raffle whose result is due, in their order; none before. @param now epoch ms */
export async function evidenceOf(
  database: Database,
  { raffleId, drawId }: { raffleId: string; drawId: string | undefined },
  now: number,
): Promise<DrawEvidence[]> {
  const due = await dueDraws(database.query, raffleId, now);
  const found: DrawEvidence[] = [];
  for (const id of due) {
    if (drawId !== undefined && id !== drawId) continue;
    const draw = await chosenDraw(database.query, raffleId, id);
    const replay = await resultsWithPlan(database, raffleId, 'public', now, id);
    if (draw === null || replay === null) continue;
    const records = await recordsOfDraws(database, [id]);
    found.push({
      ...replay,
      counts: draw.protocol === 1 ? null : await countsOf(database, draw),
      records: records.map(({ kind, index }) => ({ kind, index })),
    });
  }
  return found;
}

const countsOf = cachedPerDraw(async ({ query }, draw): Promise<ListCounts> => {
  const counts: ListCounts = {
    self: 0,
    host: 0,
    paper: 0,
    unsold: 0,
    unplaced: 0,
    withdrawn: 0,
    removed: 0,
    absent: 0,
    holder: 0,
  };
  for (const { state, source, weights } of await closedEntries(query, draw.id)) {
    if (weights.some((weight) => weight > 0)) counts[source] += 1;
    else if (state !== 'in') counts[state] += 1;
    else counts[source === 'paper' ? 'unsold' : 'unplaced'] += 1;
  }
  return counts;
});
