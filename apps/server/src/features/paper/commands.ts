/**
 * Adding paper tickets and selling them (R67).
 *
 * A run is one transaction under the raffle's lock, like every other way to get a number, so numbers continue without gaps.
 *
 * A sale is made once, however often it is sent:
 * 1. Its tickets are found. A number that is not on paper refuses all of it before anything changes.
 * 2. Under the raffle's lock the rule decides about each ticket; those that change get one public record for each draw that is
 *    still to come. Many tickets are divided among transactions, so that the log, which the whole installation appends to, is
 *    never held for long.
 * 3. The answer is stored with the last of them under the id that the desk made. A sale that is sent again gets it; after a crash
 *    between two transactions the same sale goes on, and finds what it has sold already.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { SaleAnswer, SaleBody } from '@glassdrum/contract';
import {
  CODE_BODY_LENGTH,
  CODE_CHOICES,
  decidePaperRun,
  decidePaperSales,
  isSaleMade,
  type NumberRange,
  resultOfSale,
  type SaleAction,
  type SaleResult,
  ticketCode,
} from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { insertMany } from '../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../platform/database/database.ts';
import { groupsOf } from '../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { paperRunPurpose } from '../../platform/keys/purposes.ts';
import { orRefuse, RefusalError } from '../../platform/refusal.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { addUnsoldEntries, salesAtOnce, sellEntries } from '../entries/paper/commands.ts';
import { auditHostAction, lockExistingRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { presentResults } from './present.ts';
import { countTickets, namedTickets, type TicketRow, ticketRows } from './queries.ts';
import { ticketToken, ticketTokenHash } from './ticket-links.ts';

export interface PaperCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

const SECRET_BYTES = 32;

/** Adds a run of tickets that can be printed. @throws RefusalError not_found, or the rule's refusal */
export async function addPaperRun(
  parts: PaperCommandParts,
  own: OwnRaffle,
  { size, from }: { size: number; from: CallerHashes },
): Promise<void> {
  const { database, keys, clock, bus } = parts;
  await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const { runs, printed, codes } = await printedSoFar(trx, raffle.id);
    const now = clock.now();
    const range = orRefuse(decidePaperRun(raffleFacts(raffle), { size, printed }, now));
    const run = runs + 1;
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    await addUnsoldEntries(parts, trx, raffle, { ...range, now });
    await trx
      .insertInto('paper_runs')
      .values({
        raffle_id: raffle.id,
        number: run,
        first_number: range.first,
        last_number: range.last,
        secret_sealed: keys.seal(paperRunPurpose(raffle.id, run), secret),
        made_at: now,
      })
      .execute();
    await insertMany(database, trx, 'paper_tickets', newTickets(raffle.id, { run, range, secret, codes }));
    await auditHostAction(trx, raffle, 'paper_run_added', now, from, { ...range });
  });
  bus.publish({ topic: 'entries-changed', raffleId: own.id });
}

async function printedSoFar(
  trx: Trx,
  raffleId: string,
): Promise<{ runs: number; printed: number; codes: Set<string> }> {
  const rows = await trx
    .selectFrom('paper_tickets')
    .select(['run_number', 'code'])
    .where('raffle_id', '=', raffleId)
    .execute();
  return {
    runs: rows.reduce((last, { run_number: run }) => Math.max(last, run), 0),
    printed: rows.length,
    codes: new Set(rows.map(({ code }) => code)),
  };
}

/** @param facts.codes those in use; the new ones are added */
function newTickets(
  raffleId: string,
  { run, range, secret, codes }: { run: number; range: NumberRange; secret: string; codes: Set<string> },
) {
  return Array.from({ length: range.last - range.first + 1 }, (_, index) => {
    const number = range.first + index;
    return {
      raffle_id: raffleId,
      entry_number: number,
      run_number: run,
      token_hash: ticketTokenHash(ticketToken(secret, number)),
      code: freshCode(codes),
      sold_at: null,
      kept_at: null,
    };
  });
}

function freshCode(codes: Set<string>): string {
  for (;;) {
    const code = ticketCode(Array.from({ length: CODE_BODY_LENGTH }, () => randomInt(CODE_CHOICES)));
    if (codes.has(code)) continue;
    codes.add(code);
    return code;
  }
}

interface SaleInput {
  body: SaleBody;
  /** Who sells: the host, or whoever has the desk's link. */
  actor: 'host' | 'desk';
  from: CallerHashes;
}

/**
 * Sells tickets or takes them back. Idempotent by `client_id`.
 * @throws RefusalError ticket_unknown, ticket_of_other_raffle, idempotency_mismatch, or the rules' refusals
 */
export async function makeSale(
  parts: PaperCommandParts,
  raffleId: string,
  { body, actor, from }: SaleInput,
): Promise<SaleAnswer> {
  const { database, bus } = parts;
  const { query } = database;
  const known = await storedAnswer(query, raffleId, body);
  if (known !== null) return known;
  const numbers = await namedTickets(query, raffleId, body);
  const size = await salesAtOnce(query, raffleId);
  const results: { number: number; result: SaleResult }[] = [];
  for (let start = 0; start < numbers.length; start += size) {
    const isLast = start + size >= numbers.length;
    const chunk = numbers.slice(start, start + size);
    const done = await database.transaction(async (trx) => {
      const raffle = await lockExistingRaffle(database, trx, raffleId);
      // The same sale, sent twice at once.
      const answered = await storedAnswer(trx, raffleId, body);
      if (answered !== null) return { answered };
      const sold = await sellChunk(parts, trx, { raffle, numbers: chunk, action: body.action, actor, from });
      if (!isLast) return { answered: null, ...sold };
      const { printed, sold: soldOfAll } = await countTickets(trx, raffleId);
      const answer = { results: presentResults([...results, ...sold.results]), printed, sold: soldOfAll };
      await storeAnswer(trx, raffleId, { body, answer, now: parts.clock.now() });
      return { answered: null, answer, ...sold };
    });
    if (done.answered !== null) return done.answered;
    results.push(...done.results);
    publishSales(bus, raffleId, done);
    if ('answer' in done) return done.answer;
  }
  throw new Error('A sale has at least one ticket.');
}

interface SoldChunk {
  results: { number: number; result: SaleResult }[];
  /** Whose phones had tickets that were taken back. */
  takenFrom: string[];
}

async function sellChunk(
  parts: PaperCommandParts,
  trx: Trx,
  input: { raffle: RaffleRow; numbers: number[]; action: SaleAction } & Omit<SaleInput, 'body'>,
): Promise<SoldChunk> {
  const { raffle, numbers, action, actor, from } = input;
  orRefuse(decidePaperSales(raffleFacts(raffle)));
  const rows = await ticketRows(trx, raffle.id, numbers);
  const results = rows.map((row) => ({ row, number: row.number, result: resultOfSale(action, row) }));
  const changed = results.filter(({ result }) => isSaleMade(result)).map(({ row }) => row);
  const presented = results.map(({ number, result }) => ({ number, result }));
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined) return { results: presented, takenFrom: [] };
  const now = parts.clock.now();
  const takenFrom = await sellEntries(parts, trx, raffle, {
    sales: changed.map(saleOf),
    tickets: action === 'sell' ? 1 : 0,
    now,
  });
  await trx
    .updateTable('paper_tickets')
    .set(action === 'sell' ? { sold_at: now } : { sold_at: null, kept_at: null })
    .where('raffle_id', '=', raffle.id)
    .where(
      'entry_number',
      'in',
      changed.map(({ number }) => number),
    )
    .execute();
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor,
    action: action === 'sell' ? 'paper_tickets_sold' : 'paper_tickets_unsold',
    ts: now,
    details: { tickets: changed.length, first: first.number, last: last.number },
    from,
  });
  return { results: presented, takenFrom };
}

function saleOf(row: TicketRow) {
  return {
    entryNumber: row.number,
    inviteeId: row.inviteeId,
    groups: groupsOf(row),
    tickets: row.tickets,
    isKept: row.isKept,
    receiptIssuedAtS: row.receiptIssuedAtS,
  };
}

function publishSales(bus: Bus, raffleId: string, { results, takenFrom }: SoldChunk): void {
  if (results.some(({ result }) => isSaleMade(result))) bus.publish({ topic: 'entries-changed', raffleId });
  for (const inviteeId of takenFrom) {
    bus.publish({ topic: 'own-entry-changed', raffleId, inviteeId });
    bus.publish({ topic: 'identity-gone', raffleId, inviteeId });
  }
}

/** Null for a sale that is new. @throws RefusalError idempotency_mismatch for another sale of this id */
async function storedAnswer(
  query: Database['query'],
  raffleId: string,
  body: SaleBody,
): Promise<SaleAnswer | null> {
  const row = await query
    .selectFrom('paper_sales')
    .select(['request_hash', 'answer'])
    .where('raffle_id', '=', raffleId)
    .where('client_id', '=', body.client_id)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash !== hashOf(body)) throw new RefusalError('idempotency_mismatch');
  return JSON.parse(row.answer) as SaleAnswer;
}

async function storeAnswer(
  trx: Trx,
  raffleId: string,
  { body, answer, now }: { body: SaleBody; answer: SaleAnswer; now: number },
): Promise<void> {
  await trx
    .insertInto('paper_sales')
    .values({
      raffle_id: raffleId,
      client_id: body.client_id,
      request_hash: hashOf(body),
      answer: JSON.stringify(answer),
      made_at: now,
    })
    .execute();
}

function hashOf({ action, token, code, numbers }: SaleBody): string {
  return createHash('sha256')
    .update(JSON.stringify([action, token ?? null, code ?? null, numbers ?? null]))
    .digest('hex');
}
