/** The content of a raffle's cards, and when there is one (R4). */
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import type { Database } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { dueDraws, results } from '../../draws/results/queries.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import type { ResultCard, TitleCard } from './card-svg.ts';
import type { PrizeCard } from './prize-card.ts';

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

/**
 * The card of a prize of a draw (R76); null before the reveal is due. @throws RefusalError not_found for a prize that the draw does not
 * have
 * @param of `drawId` as above; `prize` is its number in the plan; `publicUrl` without a slash at the end @param now epoch ms
 */
export async function prizeCard(
  database: Database,
  of: { raffleId: string; drawId: string | undefined; prize: number; publicUrl: string },
  now: number,
): Promise<PrizeCard | null> {
  const { raffleId, prize: number } = of;
  const id = of.drawId ?? (await dueDraws(database.query, raffleId, now)).at(-1);
  const answer = id === undefined ? null : await results(database, raffleId, 'public', now, id);
  if (answer === null) return null;
  const prize = answer.prizes[number - 1];
  if (prize === undefined) throw new RefusalError('not_found');
  const { length: draws } = await plannedDrawsOf(database.query, raffleId);
  const holders = answer.current_winners.filter((row) => row.prize === number);
  const isUnnamed = prize.name === null && answer.prizes.length === 1;
  const path = `${of.publicUrl.replace(/^https?:\/\//, '')}/results/${raffleId}`;
  return {
    kind: 'prize',
    title: answer.title,
    draw: draws < 2 ? null : { ...answer.draw, of: draws },
    winners: holders.slice(0, MAX_WINNERS).map(({ display_name: name, entry_number: entryNumber }) => ({
      name,
      entryNumber,
      prize: null,
    })),
    more: Math.max(0, holders.length - MAX_WINNERS),
    level: answer.assurance,
    prize: { name: isUnnamed ? null : (prize.name ?? `Prize ${number}`), quantity: prize.quantity },
    image: prize.image_url,
    address: path,
  };
}

/** Null for an unknown raffle and a draft. */
export async function titleCard(database: Database, raffleId: string): Promise<TitleCard | null> {
  const raffle = await findRaffle(database, raffleId);
  return raffle === null || raffle.status === 'draft' ? null : { kind: 'title', title: raffle.title };
}
