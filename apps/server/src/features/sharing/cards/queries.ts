/** The content of a raffle's cards, and when there is one (R4). */
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { Database } from '../../../platform/database/database.ts';
import { dueDraws, results } from '../../draws/results/queries.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import type { ResultCard, TitleCard } from './card-svg.ts';

const MAX_WINNERS = 3;

/**
 * Null before the reveal is due, and without a draw. Shows who holds the prizes now (R14).
 * @param of its `drawId` is undefined for the last draw whose result is due (R69): a later one may be running @param now epoch ms
 */
export async function resultCard(
  database: Database,
  { raffleId, drawId }: { raffleId: string; drawId: string | undefined },
  now: number,
): Promise<ResultCard | null> {
  const id = drawId ?? (await dueDraws(database.query, raffleId, now)).at(-1);
  const answer = id === undefined ? null : await results(database, raffleId, 'public', now, id);
  if (answer === null) return null;
  const { current_winners: holders, freeze_hash: freezeHash, assurance: level, prizes, draw } = answer;
  const { length: draws } = await plannedDrawsOf(database.query, raffleId);
  return {
    kind: 'result',
    title: answer.title,
    draw: draws < 2 ? null : { ...draw, of: draws },
    winners: holders
      .slice(0, MAX_WINNERS)
      .map(({ display_name: name, entry_number: entryNumber, prize }) => ({
        name,
        entryNumber,
        prize: prizes[prize - 1]?.name ?? (prizes.length === 1 ? null : `Prize ${prize}`),
      })),
    more: Math.max(0, holders.length - MAX_WINNERS),
    freezeWords: freezeWords(freezeHash).join(' '),
    level,
  };
}

/** Null for an unknown raffle and a draft. */
export async function titleCard(database: Database, raffleId: string): Promise<TitleCard | null> {
  const raffle = await findRaffle(database, raffleId);
  return raffle === null || raffle.status === 'draft' ? null : { kind: 'title', title: raffle.title };
}
