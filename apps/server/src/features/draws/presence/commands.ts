/**
 * Presence (R71): the host says which draws people must be present at, and opens check-in before each; entrants check in with
 * the code on the stage, or at the desk.
 *
 * A check-in holds the raffle's lock, like the start of the draw: one that is confirmed is on the list, or it is refused because
 * the list was closed first. Its row and the entry's new receipt are written together.
 */
import type { CheckInsAnswer, CheckInsBody } from '@glassdrum/contract';
import {
  decideCheckIn,
  decideOpenCheckIn,
  decidePresence,
  isCheckInMade,
  rangesOf,
  resultOfCheckIn,
  shownRanges,
} from '@glassdrum/raffle-rules';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { insertMany } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import { storeAnswer, storedAnswer } from '../../paper/desk-calls/commands.ts';
import {
  auditHostAction,
  changeRaffle,
  flag,
  lockExistingRaffle,
  type RaffleCommandParts,
} from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { plannedDrawsOf, statesOf } from '../series/queries.ts';
import { namedEntries } from '../named-entries.ts';
import { isRightCode } from './check-in-code.ts';
import { checkInWays, countPresent, type NextDraw, nextDrawOf, presentCheckIns } from './queries.ts';
import { agreeReceipts, issuedAt } from './receipts.ts';

export interface PresenceParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

/** Whether people must be present at a draw; public, with its time, once the raffle is open. @throws RefusalError draw_not_planned, or the rule's refusal */
export function changePresence(
  parts: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  { number, required }: { number: number; required: boolean },
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const draws = await plannedDrawsOf(trx, raffle.id);
    orRefuse(decidePresence(raffleFacts(raffle), statesOf(draws), number));
    if (draws[number - 1]?.presence.required === required) return {};
    const isDraft = raffle.status === 'draft';
    await trx
      .updateTable('planned_draws')
      .set({
        presence: flag(required),
        check_in_opened_at: null,
        ...(!isDraft && { presence_changed_at: now }),
      })
      .where('raffle_id', '=', raffle.id)
      .where('number', '=', number)
      .execute();
    if (!isDraft) await agreeReceipts(trx, raffle, now);
    const action = required ? 'presence_required' : 'presence_lifted';
    await auditHostAction(trx, raffle, action, now, from, { draw: number });
    // The draws are a part of what pages of the prizes show.
    return { prizes_revision: raffle.prizes_revision + 1 };
  });
}

/** Opens check-in for the next draw; it ends with the start of the draw. Idempotent. @throws RefusalError presence_not_required, or the rule's refusal */
export function openCheckIn(
  parts: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const next = (await nextDrawOf(trx, raffle)) ?? NO_DRAW;
    orRefuse(decideOpenCheckIn(raffleFacts(raffle), next));
    if (next.openedAt !== null) return {};
    await trx
      .updateTable('planned_draws')
      .set({ check_in_opened_at: now })
      .where('raffle_id', '=', raffle.id)
      .where('number', '=', next.number)
      .execute();
    await agreeReceipts(trx, raffle, now);
    await auditHostAction(trx, raffle, 'check_in_opened', now, from, { draw: next.number });
    return { updated_at: now };
  });
}

/** Of a raffle without a planned draw. */
const NO_DRAW: NextDraw = { number: 0, name: null, required: false, openedAt: null };

/**
 * R71: an entrant's own entries are checked in with the code on the stage. Idempotent.
 * @param inviteeIds of the entries that the caller's session has in the raffle
 * @throws RefusalError check_in_code_wrong, entry_withdrawn, or the rule's refusal
 */
export async function checkInWithCode(
  { database, keys, clock, bus }: PresenceParts,
  input: { raffleId: string; inviteeIds: readonly string[]; code: string; from: CallerHashes },
): Promise<void> {
  const { raffleId, inviteeIds, code, from } = input;
  await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, raffleId);
    const now = clock.now();
    const next = await openDraw(trx, raffle);
    const of = { raffleId, drawNumber: next.number, openedAt: next.openedAt };
    if (!isRightCode(keys, of, code, now)) throw new RefusalError('check_in_code_wrong');
    const rows = await trx
      .selectFrom('participations')
      .select('entry_number')
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', 'in', inviteeIds)
      .where('state', '=', 'in')
      .where('tickets', '>', 0)
      .orderBy('entry_number')
      .execute();
    const numbers = rows.map((row) => row.entry_number);
    if (numbers.length === 0) throw new RefusalError('entry_withdrawn');
    const ways = await checkInWays(trx, raffleId, { drawNumber: next.number, numbers });
    const byDesk = numbers.filter((number) => ways.has(number) && ways.get(number) !== 'code');
    // From now on it is the entrant's own, which nobody takes back.
    if (byDesk.length > 0) {
      await trx
        .updateTable('check_ins')
        .set({ way: 'code' })
        .where('raffle_id', '=', raffleId)
        .where('draw_number', '=', next.number)
        .where('entry_number', 'in', byDesk)
        .execute();
    }
    const fresh = numbers.filter((number) => !ways.has(number));
    await addCheckIns(database, trx, { raffleId, drawNumber: next.number, numbers: fresh, way: 'code', now });
    for (const number of fresh) {
      await writeAudit(trx, {
        raffleId,
        hostId: raffle.host_id,
        actor: 'participant',
        action: 'entry_checked_in',
        ts: now,
        details: { draw: next.number, entry_number: number },
        from,
      });
    }
  });
  bus.publish({ topic: 'check-ins-changed', raffleId });
  for (const inviteeId of inviteeIds) bus.publish({ topic: 'own-entry-changed', raffleId, inviteeId });
}

/** The next draw, for which people check in now. @throws RefusalError with the rule's refusal */
async function openDraw(trx: Trx, raffle: RaffleRow): Promise<{ number: number; openedAt: number }> {
  const next = (await nextDrawOf(trx, raffle)) ?? NO_DRAW;
  orRefuse(decideCheckIn(raffleFacts(raffle), next));
  if (next.openedAt === null) throw new RefusalError('check_in_not_open');
  return { number: next.number, openedAt: next.openedAt };
}

interface CheckInInput {
  body: CheckInsBody;
  /** Who checks people in: the host, or anyone with the desk's link. */
  actor: 'host' | 'desk';
  from: CallerHashes;
}

/**
 * Checks people in without their phones, or takes that back. Idempotent by `client_id`, so that a desk's call that arrives again
 * undoes nothing that was done since.
 * @throws RefusalError entry_unknown, ticket_unknown, ticket_of_other_raffle, check_in_over, idempotency_mismatch, or the rules' refusals
 */
export async function checkPeopleIn(
  { database, clock, bus }: PresenceParts,
  raffleId: string,
  { body, actor, from }: CheckInInput,
): Promise<CheckInsAnswer> {
  const { action, draw } = body;
  const call = callOf(raffleId, body);
  const known = await storedAnswer<CheckInsAnswer>(database.query, call);
  if (known !== null) return known;
  const numbers = await namedEntries(database.query, raffleId, body);
  const { answer, changed } = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, raffleId);
    // The same call, sent twice at once.
    const answered = await storedAnswer<CheckInsAnswer>(trx, call);
    if (answered !== null) return { answer: answered, changed: [] };
    const now = clock.now();
    const next = await openDraw(trx, raffle);
    // Kept on a phone without network since an earlier draw.
    if (draw !== undefined && draw !== next.number) throw new RefusalError('check_in_over');
    const rows = await entriesOf(trx, raffleId, { numbers, drawNumber: next.number });
    const decided = rows.map((row) => ({ ...row, result: resultOfCheckIn(action, row) }));
    const made = decided.filter(({ result }) => isCheckInMade(result));
    const [first, last] = [made[0], made.at(-1)];
    if (first !== undefined && last !== undefined) {
      const change = { raffleId, drawNumber: next.number, numbers: made.map(({ number }) => number), now };
      if (action === 'check_in') await addCheckIns(database, trx, { ...change, way: actor });
      else await removeCheckIns(trx, raffle, change);
      await writeAudit(trx, {
        raffleId,
        hostId: raffle.host_id,
        actor,
        action: action === 'check_in' ? 'entries_checked_in' : 'check_ins_taken_back',
        ts: now,
        details: { draw: next.number, entries: made.length, first: first.number, last: last.number },
        from,
      });
    }
    const counts = await countPresent(trx, raffle, next.number);
    const fresh: CheckInsAnswer = { results: presentCheckIns(decided), ...counts };
    await storeAnswer(trx, call, { answer: fresh, now });
    return { answer: fresh, changed: made.map(({ inviteeId }) => inviteeId) };
  });
  if (changed.length > 0) bus.publish({ topic: 'check-ins-changed', raffleId });
  for (const inviteeId of changed) bus.publish({ topic: 'own-entry-changed', raffleId, inviteeId });
  return answer;
}

function callOf(raffleId: string, { client_id: clientId, action, draw, token, code, numbers }: CheckInsBody) {
  const named = [token ?? null, code ?? null, numbers ?? null];
  return { raffleId, clientId, request: [action, draw ?? null, ...named] };
}

interface DeskEntry {
  number: number;
  inviteeId: string;
  state: 'in' | 'withdrawn' | 'removed' | 'absent';
  tickets: number;
  checkedIn: 'code' | 'desk' | 'host' | null;
}

/** @throws RefusalError entry_unknown, which names the numbers that nobody has */
async function entriesOf(
  trx: Trx,
  raffleId: string,
  { numbers, drawNumber }: { numbers: readonly number[]; drawNumber: number },
): Promise<DeskEntry[]> {
  const rows = await trx
    .selectFrom('participations')
    .select(['entry_number', 'invitee_id', 'state', 'tickets'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', 'in', numbers)
    .orderBy('entry_number')
    .execute();
  const known = new Set(rows.map((row) => row.entry_number));
  const missing = numbers.filter((number) => !known.has(number));
  if (missing.length > 0) {
    const message = `These numbers are no entries of this raffle: ${shownRanges(rangesOf(missing))}.`;
    throw new RefusalError('entry_unknown', { message });
  }
  const ways = await checkInWays(trx, raffleId, { drawNumber, numbers });
  return rows.map((row) => ({
    number: row.entry_number,
    inviteeId: row.invitee_id,
    state: row.state,
    tickets: row.tickets,
    checkedIn: ways.get(row.entry_number) ?? null,
  }));
}

async function addCheckIns(
  database: Database,
  trx: Trx,
  input: {
    raffleId: string;
    drawNumber: number;
    numbers: readonly number[];
    way: 'code' | 'desk' | 'host';
    now: number;
  },
): Promise<void> {
  const { raffleId, drawNumber, numbers, way, now } = input;
  if (numbers.length === 0) return;
  const rows = numbers.map((number) => ({
    raffle_id: raffleId,
    draw_number: drawNumber,
    entry_number: number,
    way,
    at: now,
  }));
  await insertMany(database, trx, 'check_ins', rows);
  await trx
    .updateTable('participations')
    .set({ receipt_absent: 0, receipt_issued_at_s: issuedAt(now) })
    .where('raffle_id', '=', raffleId)
    .where('entry_number', 'in', numbers)
    .execute();
}

async function removeCheckIns(
  trx: Trx,
  raffle: RaffleRow,
  { drawNumber, numbers, now }: { drawNumber: number; numbers: readonly number[]; now: number },
): Promise<void> {
  await trx
    .deleteFrom('check_ins')
    .where('raffle_id', '=', raffle.id)
    .where('draw_number', '=', drawNumber)
    .where('entry_number', 'in', numbers)
    .execute();
  await agreeReceipts(trx, raffle, now);
}
