/** Reading paper tickets (R67): runs with their counts, single tickets by what is printed on them, and what a sheet is made of. */
import type { DeskInfo, DeskTicket, PaperAnswer } from '@glassdrum/contract';
import {
  decidePaperSales,
  effectiveStatus,
  numbersIn,
  type NumberRange,
  type PaperTicket,
  paperStatus,
  rangesOf,
  readNumberRanges,
  readTicketCode,
  shownRanges,
} from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database, RaffleRow } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { charactersWithoutFont } from '../../platform/fonts/without-font.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { paperRunPurpose } from '../../platform/keys/purposes.ts';
import { orRefuse, RefusalError } from '../../platform/refusal.ts';
import { checkInOf, nextDrawOf } from '../draws/presence/queries.ts';
import { prizeRowsOf } from '../raffles/prizes/queries.ts';
import { ticketToken, ticketTokenHash } from './ticket-links.ts';

type Query = Kysely<Tables>;

/** What is scanned or typed: exactly one of them. */
export interface TicketName {
  token?: string | undefined;
  code?: string | undefined;
  numbers?: string | undefined;
}

/**
 * The numbers of the named tickets of this raffle, in ascending order.
 * @throws RefusalError ticket_unknown, ticket_of_other_raffle, and what the rules refuse about typed codes and numbers
 */
export async function namedTickets(query: Query, raffleId: string, name: TicketName): Promise<number[]> {
  if (name.token !== undefined) {
    const found = await ticketByToken(query, name.token);
    if (found === null) throw new RefusalError('ticket_unknown');
    if (found.raffleId !== raffleId) throw new RefusalError('ticket_of_other_raffle');
    return [found.number];
  }
  if (name.code !== undefined) {
    const code = orRefuse(readTicketCode(name.code));
    const row = await query
      .selectFrom('paper_tickets')
      .select('entry_number')
      .where('raffle_id', '=', raffleId)
      .where('code', '=', code)
      .executeTakeFirst();
    if (row === undefined) throw new RefusalError('ticket_unknown');
    return [row.entry_number];
  }
  const ranges = orRefuse(readNumberRanges(name.numbers ?? ''));
  await requirePrinted(query, raffleId, ranges);
  return numbersIn(ranges);
}

/** @throws RefusalError ticket_unknown, which names the numbers that are not on paper */
async function requirePrinted(query: Query, raffleId: string, ranges: readonly NumberRange[]): Promise<void> {
  const runs = await runsOf(query, raffleId);
  const missing = numbersIn(ranges).filter(
    (number) => !runs.some(({ first, last }) => first <= number && number <= last),
  );
  if (missing.length === 0) return;
  const message = `These numbers are no paper tickets of this raffle: ${shownRanges(rangesOf(missing))}.`;
  throw new RefusalError('ticket_unknown', { message });
}

/** Null for a token of no ticket. */
export async function ticketByToken(
  query: Query,
  token: string,
): Promise<{ raffleId: string; number: number } | null> {
  const row = await query
    .selectFrom('paper_tickets')
    .select(['raffle_id', 'entry_number'])
    .where('token_hash', '=', ticketTokenHash(token))
    .executeTakeFirst();
  return row === undefined ? null : { raffleId: row.raffle_id, number: row.entry_number };
}

/** A ticket with its entry. */
export interface TicketRow extends PaperTicket {
  number: number;
  code: string;
  soldAt: number | null;
  inviteeId: string;
  /** JSON array of the host's labels; null for none. */
  groups: string | null;
  /** Unix seconds. */
  receiptIssuedAtS: number;
}

/** In ascending order. @param numbers at most as many as one sale may have */
export async function ticketRows(
  query: Query,
  raffleId: string,
  numbers: readonly number[],
): Promise<TicketRow[]> {
  const closed = await lastClosed(query, raffleId);
  const rows = await query
    .selectFrom('paper_tickets as t')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 't.raffle_id').onRef('p.entry_number', '=', 't.entry_number'),
    )
    .select(['t.entry_number', 't.code', 't.sold_at', 't.kept_at'])
    .select(['p.invitee_id', 'p.groups', 'p.tickets', 'p.state', 'p.receipt_issued_at_s'])
    .where('t.raffle_id', '=', raffleId)
    .where('t.entry_number', 'in', numbers)
    .orderBy('t.entry_number')
    .execute();
  return rows.map((row) => ({
    number: row.entry_number,
    code: row.code,
    state: row.state,
    tickets: row.tickets,
    isKept: row.kept_at !== null,
    isListed: row.entry_number <= closed.last,
    tookPart: row.entry_number <= closed.last && row.sold_at !== null && row.sold_at < closed.beforeMs,
    soldAt: row.sold_at,
    inviteeId: row.invitee_id,
    groups: row.groups,
    receiptIssuedAtS: row.receipt_issued_at_s,
  }));
}

/**
 * The last number on a closed list of the raffle, 0 before its first draw, and until when the sale of a ticket counts as before
 * that: lists are closed at a whole second, which counts as a whole.
 */
async function lastClosed(query: Query, raffleId: string): Promise<{ last: number; beforeMs: number }> {
  const { last, closedAtS } = await query
    .selectFrom('draw_openings')
    .select((build) => [build.fn.max('entry_count').as('last'), build.fn.max('closed_at_s').as('closedAtS')])
    .where('raffle_id', '=', raffleId)
    .where('close_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return { last: last ?? 0, beforeMs: ((closedAtS ?? -1) + 1) * 1000 };
}

interface Run {
  number: number;
  first: number;
  last: number;
  madeAt: number;
}

async function runsOf(query: Query, raffleId: string): Promise<Run[]> {
  const rows = await query
    .selectFrom('paper_runs')
    .select(['number', 'first_number', 'last_number', 'made_at'])
    .where('raffle_id', '=', raffleId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    number: row.number,
    first: row.first_number,
    last: row.last_number,
    madeAt: row.made_at,
  }));
}

/** How many tickets were printed, and how many of them are sold; the latter also by run. */
export async function countTickets(
  query: Query,
  raffleId: string,
): Promise<{ printed: number; sold: number; kept: number; soldOfRun: Map<number, number> }> {
  const rows = await query
    .selectFrom('paper_tickets as t')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 't.raffle_id').onRef('p.entry_number', '=', 't.entry_number'),
    )
    .select((build) => [
      't.run_number',
      build.fn.countAll<number>().as('printed'),
      build.fn.countAll<number>().filterWhere('p.tickets', '>', 0).as('sold'),
      build.fn.countAll<number>().filterWhere('t.kept_at', 'is not', null).as('kept'),
    ])
    .where('t.raffle_id', '=', raffleId)
    .groupBy('t.run_number')
    .execute();
  const sumOf = (column: 'printed' | 'sold' | 'kept'): number =>
    rows.reduce((sum, row) => sum + row[column], 0);
  return {
    printed: sumOf('printed'),
    sold: sumOf('sold'),
    kept: sumOf('kept'),
    soldOfRun: new Map(rows.map((row) => [row.run_number, row.sold])),
  };
}

/** All of a raffle's paper tickets, for its host. */
export async function paperOf({ query }: Database, raffle: RaffleRow): Promise<PaperAnswer> {
  const runs = await runsOf(query, raffle.id);
  const { printed, sold, kept, soldOfRun } = await countTickets(query, raffle.id);
  const prizes = await prizeRowsOf(query, raffle.id);
  return {
    runs: runs.map(({ number, first, last, madeAt }) => ({
      number,
      first,
      last,
      sold: soldOfRun.get(number) ?? 0,
      made_at: madeAt,
    })),
    printed,
    sold,
    kept,
    without_font: {
      title: charactersWithoutFont(raffle.title),
      prizes: charactersWithoutFont(prizes.map(({ name }) => name ?? '').join(' ')),
    },
  };
}

/** What the desk's page begins with. @param now epoch ms */
export async function deskInfoOf({ query }: Database, raffle: RaffleRow, now: number): Promise<DeskInfo> {
  const facts = raffleFacts(raffle);
  const { printed, sold } = await countTickets(query, raffle.id);
  return {
    raffle: { id: raffle.id, title: raffle.title, status: effectiveStatus(facts, now) },
    ...(raffle.cancelled_at !== null && { cancelled: true }),
    can_sell: decidePaperSales(facts).ok,
    check_in: raffle.cancelled_at === null ? await deskCheckIn(query, raffle) : null,
    has_winners: await hasCompleteDraw(query, raffle.id),
    printed,
    sold,
    runs: (await runsOf(query, raffle.id)).map(({ first, last }) => ({ first, last })),
  };
}

/** R73: there may be prizes to hand over. */
async function hasCompleteDraw(query: Query, raffleId: string): Promise<boolean> {
  const row = await query
    .selectFrom('draws')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('completed_at', 'is not', null)
    .where('protocol', '=', 2)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** R71: what the desk shows of check-in. */
async function deskCheckIn(query: Query, raffle: RaffleRow): Promise<DeskInfo['check_in']> {
  const checkIn = await checkInOf(query, raffle);
  return checkIn === null ? null : { ...checkIn, name: (await nextDrawOf(query, raffle))?.name ?? null };
}

/** One ticket for the desk. @throws RefusalError as `namedTickets`; invalid_input for several numbers */
export async function deskTicketOf(
  { query }: Database,
  raffleId: string,
  name: TicketName,
): Promise<DeskTicket> {
  const numbers = await namedTickets(query, raffleId, name);
  const [ticket] = numbers.length === 1 ? await ticketRows(query, raffleId, numbers) : [];
  if (ticket === undefined) {
    throw new RefusalError('invalid_input', { message: 'Please look up one ticket at a time.' });
  }
  return {
    number: ticket.number,
    code: ticket.code,
    status: paperStatus(ticket),
    sold_at: ticket.soldAt,
    kept: ticket.isKept,
  };
}

/** What is printed. */
export interface PrintedTickets {
  title: string;
  /** Names of prizes, in order; empty where they have none. */
  prizes: string[];
  tickets: { number: number; code: string; token: string }[];
}

/** @param run all runs where it is undefined. @throws RefusalError not_found without tickets */
export async function printedTickets(
  { database: { query }, keys }: { database: Database; keys: Keys },
  raffle: RaffleRow,
  run: number | undefined,
): Promise<PrintedTickets> {
  const wanted = (row: { run: number }): boolean => run === undefined || row.run === run;
  const secrets = await query
    .selectFrom('paper_runs')
    .select(['number as run', 'secret_sealed'])
    .where('raffle_id', '=', raffle.id)
    .execute();
  const secretOf = new Map(
    secrets
      .filter(wanted)
      .map((row) => [row.run, keys.unseal(paperRunPurpose(raffle.id, row.run), row.secret_sealed)]),
  );
  const rows = await query
    .selectFrom('paper_tickets')
    .select(['run_number as run', 'entry_number', 'code'])
    .where('raffle_id', '=', raffle.id)
    .orderBy('entry_number')
    .execute();
  const tickets = rows.filter(wanted).map((row) => ({
    number: row.entry_number,
    code: row.code,
    token: ticketToken(secretOf.get(row.run) ?? '', row.entry_number),
  }));
  if (tickets.length === 0) throw new RefusalError('not_found');
  const prizes = await prizeRowsOf(query, raffle.id);
  return {
    title: raffle.title,
    prizes: prizes.flatMap(({ name, quantity }) => {
      if (name === null) return [];
      return quantity === 1 ? name : `${quantity} × ${name}`;
    }),
    tickets,
  };
}
