/**
 * R73: the code on a winner's own page, by which the desk and the host know the entry: phones have no ticket to show. It follows from
 * the installation's secret and the entry, so nothing is stored, and nobody can make one for another entry.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { codeOfHash } from '../../../platform/keys/readable-code.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { TicketName } from '../../paper/queries.ts';
import { namedEntries } from '../named-entries.ts';

/** After the entry number: a guess is right once in 729 million; only desks and hosts can try, and not often. */
const TYPED_LENGTH = 6;
const SCANNED_BYTES = 16;
const SCANNED = /^(\d{1,6})\.[A-Za-z0-9_-]+$/u;
/** As people type it; codes of paper tickets begin with a letter. */
const TYPED = /^(\d{1,6})[\s-]+([\dA-Za-z]+)$/u;

type Pseudonyms = Pick<Keys, 'pseudonymise'>;

/** What the page shows: for a QR code, and for typing. */
export function winnerCode(
  keys: Pseudonyms,
  raffleId: string,
  entryNumber: number,
): { scanned: string; typed: string } {
  const name = `${raffleId} ${entryNumber}`;
  const scanned = Buffer.from(keys.pseudonymise('winner-scanned', name), 'hex').subarray(0, SCANNED_BYTES);
  return {
    scanned: `${entryNumber}.${scanned.toString('base64url')}`,
    typed: `${entryNumber}-${codeOfHash(keys.pseudonymise('winner-typed', name), TYPED_LENGTH)}`,
  };
}

/**
 * The entry that a winner's page, a paper ticket or a personal link belongs to.
 * @throws RefusalError winner_code_unknown, ticket_unknown, ticket_of_other_raffle, and what the rules refuse about typed codes
 */
export async function namedWinner(
  { keys, query }: { keys: Pseudonyms; query: Kysely<Tables> },
  raffleId: string,
  name: TicketName,
): Promise<number> {
  const { token = '', code = '' } = name;
  const typed = TYPED.exec(code.trim());
  const number = Number(typed?.[1] ?? SCANNED.exec(token)?.[1] ?? 0);
  if (number === 0) {
    const [named = 0] = await namedEntries(query, raffleId, name);
    return named;
  }
  const right = winnerCode(keys, raffleId, number);
  const isRight =
    typed === null
      ? isSame(right.scanned, token)
      : isSame(right.typed, `${number}-${(typed[2] ?? '').toUpperCase()}`);
  if (!isRight) throw new RefusalError('winner_code_unknown');
  return number;
}

function isSame(right: string, code: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
