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
import { randomBytes, randomInt } from 'node:crypto';
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
import type { IdempotentCall } from '../../platform/http/idempotency-key.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { paperRunPurpose } from '../../platform/keys/purposes.ts';
import { orRefuse, RefusalError } from '../../platform/refusal.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { addUnsoldEntries, salesAtOnce, sellEntries } from '../entries/paper/commands.ts';
import { auditHostAction, lockExistingRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { storeAnswer, storedAnswer } from './desk-calls/commands.ts';
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

interface RunInput {
  size: number;
  /** Null for a call without an Idempotency-Key. */
  call: IdempotentCall | null;
  from: CallerHashes;
}

/**
 * Adds a run of tickets that can be printed; the same call again adds no other.
 * @returns whether it was added now
 * @throws RefusalError not_found, idempotency_mismatch, or the rule's refusal
 */
export async function addPaperRun(
  parts: PaperCommandParts,
  own: OwnRaffle,
  { size, call, from }: RunInput,
): Promise<boolean> {
  const { database, keys, clock, bus } = parts;
  const isNew = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    if (call !== null && (await isRunAdded(trx, call))) return false;
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
        key_hash: call?.keyHash ?? null,
        request_hash: call?.requestHash ?? null,
      })
      .execute();
    await insertMany(database, trx, 'paper_tickets', newTickets(raffle.id, { run, range, secret, codes }));
    await auditHostAction(trx, raffle, 'paper_run_added', now, from, { ...range });
    return true;
  });
  if (isNew) bus.publish({ topic: 'entries-changed', raffleId: own.id });
  return isNew;
}

/** By an earlier call with this key. @throws RefusalError idempotency_mismatch */
async function isRunAdded(trx: Trx, { keyHash, requestHash }: IdempotentCall): Promise<boolean> {
  const run = await trx
    .selectFrom('paper_runs')
    .select('request_hash')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (run === undefined) return false;
  if (run.request_hash !== requestHash) throw new RefusalError('idempotency_mismatch');
  return true;
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
  /** Who sells: the host, or anyone who has the desk's link. */
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
  const call = callOf(raffleId, body);
  const known = await storedAnswer<SaleAnswer>(query, call);
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
      const answered = await storedAnswer<SaleAnswer>(trx, call);
      if (answered !== null) return { answered };
      const sold = await sellChunk(parts, trx, { raffle, numbers: chunk, action: body.action, actor, from });
      if (!isLast) return { answered: null, ...sold };
      const { printed, sold: soldOfAll } = await countTickets(trx, raffleId);
      const answer = { results: presentResults([...results, ...sold.results]), printed, sold: soldOfAll };
      await storeAnswer(trx, call, { answer, now: parts.clock.now() });
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

function callOf(raffleId: string, { client_id: clientId, action, token, code, numbers }: SaleBody) {
  return { raffleId, clientId, request: [action, token ?? null, code ?? null, numbers ?? null] };
}
