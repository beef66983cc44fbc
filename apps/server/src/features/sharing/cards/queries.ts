/** The content of a raffle's cards, and when there is one (R4). */
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { Database } from '../../../platform/database/database.ts';
import { results } from '../../draws/results/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import type { ResultCard, TitleCard } from './card-svg.ts';

const MAX_WINNERS = 3;

/** Null before the reveal is due, and without a draw. Shows who holds the prizes now (R14). @param now epoch ms */
export async function resultCard(
  database: Database,
  raffleId: string,
  now: number,
): Promise<ResultCard | null> {
  const answer = await results(database, raffleId, now);
  if (answer === null) return null;
  const { title, current_winners: holders, freeze_hash: freezeHash, assurance: level, prizes } = answer;
  return {
    kind: 'result',
    title,
    winners: holders
      .slice(0, MAX_WINNERS)
      .map(({ display_name: name, entry_number: entryNumber, prize }) => ({
        name,
        entryNumber,
        prize: prizes[prize - 1]?.name ?? null,
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
