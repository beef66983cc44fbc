/**
 * What the desk and the buyers of paper tickets change about entries (R67), for the feature of paper tickets. Each runs in the
 * caller's transaction, under the raffle's lock, after the rules were asked.
 */
import { nameCommit } from '@glassdrum/fair-draw';
import { type NamePublication, paperName } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { insertMany } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { hasBuckets, weightsColumn, weightsFor } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { IdempotentCall } from '../../../platform/http/idempotency-key.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { neighbourId, randomText } from '../../../platform/keys/random.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import { isCheckInOpen } from '../../draws/presence/queries.ts';
import { recordJoined } from '../../webhooks/events/commands.ts';
import { deviceSession } from '../devices/device-session.ts';
import type { Entry } from '../joining/decide-joins.ts';
import { entryOf } from '../joining/join-state.ts';
import type { ParticipantSessions, SessionHeaders } from '../participant-session.ts';
import { recountBuckets } from '../placement/bucket-rows.ts';
import { changeTime, openDrawsOf, type PublicChange, writePublicChanges } from '../public-changes.ts';

interface EntryParts {
  database: Database;
  keys: Keys;
}

/** Adds printed tickets as entries without tickets; their numbers follow the raffle's last one. @param now epoch ms */
export async function addUnsoldEntries(
  { database }: Pick<EntryParts, 'database'>,
  trx: Trx,
  raffle: RaffleRow,
  { first, last, now }: { first: number; last: number; now: number },
): Promise<void> {
  const fresh = Array.from({ length: last - first + 1 }, (_, index) => ({
    number: first + index,
    inviteeId: neighbourId(),
  }));
  await addHolders(database, trx, raffle.id, fresh, now);
  const weights = weightsColumn(weightsFor(raffle, { groups: [], tickets: 0 }));
  // R71: sold while people check in, it still has to.
  const absent = (await isCheckInOpen(trx, raffle)) ? (1 as const) : (0 as const);
  await insertMany(
    database,
    trx,
    'participations',
    fresh.map(({ number, inviteeId }) => ({
      raffle_id: raffle.id,
      entry_number: number,
      invitee_id: inviteeId,
      email: null,
      email_fold: null,
      tickets: 0,
      weights,
      state: 'in' as const,
      source: 'paper' as const,
      joined_at: now,
      receipt_issued_at_s: Math.floor(now / 1000),
      receipt_absent: absent,
      ...namedByNumber(number),
    })),
  );
  await trx
    .updateTable('raffles')
    .set((set) => ({
      entry_count: set('entry_count', '+', fresh.length),
      unsold_count: set('unsold_count', '+', fresh.length),
      roster_revision: set('roster_revision', '+', fresh.length),
      updated_at: now,
    }))
    .where('id', '=', raffle.id)
    .execute();
}

/** Those who will hold these tickets. */
async function addHolders(
  database: Database,
  trx: Trx,
  raffleId: string,
  tickets: readonly { number: number; inviteeId: string }[],
  now: number,
): Promise<void> {
  await insertMany(
    database,
    trx,
    'invitees',
    tickets.map(({ number, inviteeId }) => ({
      id: inviteeId,
      raffle_id: raffleId,
      display_name: paperName(number),
      email: null,
      notes: null,
      source: 'paper' as const,
      created_at: now,
    })),
  );
}

/** What is committed to while nobody has given the ticket another name; with a salt of its own each time. */
function namedByNumber(number: number) {
  const name = paperName(number);
  const salt = randomText(16, 'hex');
  return { display_name: name, salt, name_commit: nameCommit(salt, name) };
}

/** An entry whose number of tickets changes from 0 to 1, or to 0. */
export interface TicketSale {
  entryNumber: number;
  inviteeId: string;
  /** The host's labels of its holder (R63). */
  groups: readonly string[];
  /** Before. */
  tickets: number;
  isKept: boolean;
  /** Unix seconds of its newest receipt. */
  receiptIssuedAtS: number;
}

/** Records of the public log that one transaction appends; every other append of the installation waits for them. */
const RECORDS_AT_ONCE = 600;

/** How many tickets are sold in one transaction: each has a record for every draw that is still to come. */
export async function salesAtOnce(query: Kysely<Tables>, raffleId: string): Promise<number> {
  const openDraws = await openDrawsOf(query, raffleId);
  return Math.max(1, Math.floor(RECORDS_AT_ONCE / Math.max(1, openDraws.length)));
}

/**
 * Sells tickets, or takes them back, each as a public change of its own (R94). One that is taken back belongs to nobody again:
 * what its buyer had with it is gone.
 * @param sales of entries that are in, each once @param now epoch ms
 * @returns ids of the people whose tickets were taken back from their phones
 */
export async function sellEntries(
  { database, keys }: EntryParts,
  trx: Trx,
  raffle: RaffleRow,
  { sales, tickets, now }: { sales: readonly TicketSale[]; tickets: 0 | 1; now: number },
): Promise<string[]> {
  const openDraws = await openDrawsOf(trx, raffle.id);
  const at = await changeTime(trx, openDraws, now);
  const after = sales.map((sale) => ({
    sale,
    weights: weightsFor(raffle, { groups: sale.groups, tickets }),
    receiptIssuedAtS: Math.max(Math.floor(at / 1000), sale.receiptIssuedAtS + 1),
  }));
  // Tickets of one run have the same weights and times, so that hundreds need one statement.
  for (const { weights, receiptIssuedAtS, numbers } of alike(after)) {
    await trx
      .updateTable('participations')
      .set({ tickets, weights: weightsColumn(weights), receipt_issued_at_s: receiptIssuedAtS })
      .where('raffle_id', '=', raffle.id)
      .where('entry_number', 'in', numbers)
      .execute();
  }
  const kept = tickets === 0 ? sales.filter(({ isKept }) => isKept) : [];
  for (const sale of kept) await takeFromPhone(database, trx, raffle.id, sale, now);
  if (tickets === 1) {
    await recordJoined(trx, raffle.id, { numbers: sales.map(({ entryNumber }) => entryNumber), now });
  }
  await countSales(trx, raffle.id, { sales, tickets, now });
  // What was taken back lies in no bucket any more (R64).
  if (tickets === 0 && hasBuckets(raffle)) await recountBuckets(trx, raffle.id);
  const changes = after.map(({ sale, weights }): PublicChange => ({
    raffleId: raffle.id,
    entryNumber: sale.entryNumber,
    state: 'in',
    tickets,
    weights,
    reason: tickets === 1 ? 'paper_ticket_sold' : 'paper_ticket_unsold',
    signed: null,
    at,
  }));
  await writePublicChanges(database, trx, keys, openDraws, changes);
  return kept.map(({ inviteeId }) => inviteeId);
}

interface SoldAlike {
  weights: number[];
  receiptIssuedAtS: number;
  numbers: number[];
}

function alike(
  after: readonly { sale: TicketSale; weights: number[]; receiptIssuedAtS: number }[],
): Iterable<SoldAlike> {
  const groups = new Map<string, SoldAlike>();
  for (const { sale, weights, receiptIssuedAtS } of after) {
    const key = `${weights.join(',')} ${receiptIssuedAtS}`;
    const group = groups.get(key) ?? { weights, receiptIssuedAtS, numbers: [] };
    group.numbers.push(sale.entryNumber);
    groups.set(key, group);
  }
  return groups.values();
}

async function countSales(
  trx: Trx,
  raffleId: string,
  { sales, tickets, now }: { sales: readonly TicketSale[]; tickets: 0 | 1; now: number },
): Promise<void> {
  const sign = tickets === 1 ? '+' : '-';
  const held = sales.reduce((sum, sale) => sum + Math.abs(tickets - sale.tickets), 0);
  await trx
    .updateTable('raffles')
    .set((set) => ({
      active_count: set('active_count', sign, sales.length),
      paper_active_count: set('paper_active_count', sign, sales.length),
      unsold_count: set('unsold_count', tickets === 1 ? '-' : '+', sales.length),
      ticket_total: set('ticket_total', sign, held),
      roster_revision: set('roster_revision', '+', sales.length),
      updated_at: now,
    }))
    .where('id', '=', raffleId)
    .execute();
}

/** The next holder is somebody else: sessions, votes and notifications of this one go with the old id. */
async function takeFromPhone(
  database: Database,
  trx: Trx,
  raffleId: string,
  { entryNumber, inviteeId }: TicketSale,
  now: number,
): Promise<void> {
  const next = neighbourId();
  await addHolders(database, trx, raffleId, [{ number: entryNumber, inviteeId: next }], now);
  await trx
    .updateTable('participations')
    .set({
      invitee_id: next,
      device_key: null,
      entropy_commit: null,
      groups: null,
      ...namedByNumber(entryNumber),
    })
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .execute();
  await trx.deleteFrom('invitees').where('id', '=', inviteeId).execute();
}

export interface EntryWithSession {
  entry: Entry;
  /** The secret of a new session, sent to the phone once. */
  freshToken: string | null;
}

/** What a phone sends to keep a ticket. */
export interface KeepInput {
  raffle: Pick<RaffleRow, 'id' | 'host_id'>;
  entryNumber: number;
  /** Accepted by the rules; null keeps the present one. */
  name: string | null;
  /** R78: of the new name. */
  publication: NamePublication;
  /** R77, epoch ms; null where there are no rules. */
  rulesAcceptedAt: number | null;
  /** What the device made (R87, R89); the key is known to be valid. */
  deviceKey: string | null;
  entropyCommit: string | null;
  /** For a call that is repeated because its answer was lost. */
  key: IdempotentCall | null;
  headers: SessionHeaders;
  from: CallerHashes;
  /** Epoch ms. */
  now: number;
}

/**
 * Makes the phone a session of the entry, under the buyer's name and with the phone's key. The salt is new with the name, so
 * that nothing ties the two commitments together. @throws RefusalError device_key_taken
 */
export async function linkBuyer(
  { sessions }: { sessions: ParticipantSessions },
  trx: Trx,
  input: KeepInput,
): Promise<EntryWithSession> {
  const { raffle, entryNumber, name, publication, rulesAcceptedAt, deviceKey, entropyCommit, now } = input;
  if (deviceKey !== null) await requireFreeKey(trx, raffle.id, deviceKey);
  const { receiptIssuedAtS: issuedBefore } = await entryOfTicket(trx, raffle.id, entryNumber);
  const salt = randomText(16, 'hex');
  const row = await trx
    .updateTable('participations')
    .set({
      ...(name !== null && {
        display_name: name,
        name_publication: publication,
        salt,
        name_commit: nameCommit(salt, name),
      }),
      rules_accepted_at: rulesAcceptedAt,
      device_key: deviceKey,
      entropy_commit: entropyCommit,
      receipt_issued_at_s: Math.max(Math.floor(now / 1000), issuedBefore + 1),
    })
    .where('raffle_id', '=', raffle.id)
    .where('entry_number', '=', entryNumber)
    .returningAll()
    .executeTakeFirstOrThrow();
  const entry = entryOf(row);
  if (entry === null) throw new RefusalError('entry_withdrawn');
  const { inviteeId } = entry;
  if (name !== null) {
    await trx.updateTable('invitees').set({ display_name: name }).where('id', '=', inviteeId).execute();
  }
  await trx
    .updateTable('raffles')
    .set((set) => ({ roster_revision: set('roster_revision', '+', 1), updated_at: now }))
    .where('id', '=', raffle.id)
    .execute();
  if (input.key !== null) {
    const { keyHash, requestHash } = input.key;
    await trx
      .insertInto('join_keys')
      .values({
        key_hash: keyHash,
        request_hash: requestHash,
        raffle_id: raffle.id,
        invitee_id: inviteeId,
        created_at: now,
      })
      .execute();
  }
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'participant',
    action: 'paper_ticket_kept',
    ts: now,
    details: { entry_number: entryNumber },
    from: input.from,
  });
  return { entry, freshToken: await linkPhone({ sessions }, trx, { ...input, inviteeId }) };
}

/** Ties the caller's session to the entry. @returns the secret of a new one */
export async function linkPhone(
  { sessions }: { sessions: ParticipantSessions },
  trx: Trx,
  input: { raffle: Pick<RaffleRow, 'id'>; inviteeId: string; headers: SessionHeaders; now: number },
): Promise<string | null> {
  const { hash, freshToken } = await deviceSession(trx, sessions, input.headers, input.now);
  await trx
    .insertInto('participant_sessions')
    .values({
      token_hash: hash,
      raffle_id: input.raffle.id,
      invitee_id: input.inviteeId,
      created_at: input.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return freshToken;
}

/** The entry as it is. @throws RefusalError entry_withdrawn once it was erased */
export async function entryOfTicket(trx: Trx, raffleId: string, entryNumber: number): Promise<Entry> {
  const row = await trx
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .executeTakeFirstOrThrow();
  const entry = entryOf(row);
  if (entry === null) throw new RefusalError('entry_withdrawn');
  return entry;
}

/** One key for two entries would let one number be shown to two people. */
async function requireFreeKey(trx: Trx, raffleId: string, deviceKey: string): Promise<void> {
  for (const table of ['participations', 'waiting_entries'] as const) {
    const taken = await trx
      .selectFrom(table)
      .select('invitee_id')
      .where('raffle_id', '=', raffleId)
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
    if (taken !== undefined) throw new RefusalError('device_key_taken');
  }
}
