/**
 * R66: a list of people, whom their host invites, or enters at once.
 *
 * 1. Rows are read, links and salts are made before any lock is taken, a slice at a time.
 * 2. Under the raffle's lock the rules decide, and everything is written in one transaction: all of the list, or with
 *    `skipBad` its good rows, or nothing. People who are entered get the next numbers, in the order of the list.
 * 3. An Idempotency-Key is stored with its answer in the same transaction: the same call again adds nobody again.
 * 4. After commit the nodes are notified, as of joins.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PeopleAnswer, PeopleMode } from '@glassdrum/contract';
import { nameCommit } from '@glassdrum/fair-draw';
import {
  decideEnter,
  fullestAllowed,
  LIMITS,
  type NamePublication,
  type Pool,
  weightsIn,
} from '@glassdrum/raffle-rules';
import { type Caller, callerHashes, type CallerHashes } from '../../../audit/audit.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { publicationsOf } from '../../../platform/database/name-columns.ts';
import { poolsOf } from '../../../platform/database/prize-columns.ts';
import { isCheckInOpen } from '../../draws/presence/queries.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { IdempotentCall } from '../../../platform/http/idempotency-key.ts';
import { randomText } from '../../../platform/keys/random.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { inSlices } from '../../../platform/threads/in-slices.ts';
import {
  insertInvites,
  type NewInvite,
  newInvites,
  storeInvited,
  withoutProblems,
} from '../../invitations/new-invitees/commands.ts';
import { leaveOutWinners } from '../../invitations/recent-winners/commands.ts';
import { mailRecipientsOf } from '../../notifications/email/queries.ts';
import { auditHostAction, lockExistingRaffle } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import type { EntryCommandParts } from '../commands.ts';
import type { Entry } from '../joining/decide-joins.ts';
import { countEntries, enqueueEmails, insertEntries, personOf } from '../joining/write-entries.ts';
import { type AddressHolder, takenAddresses } from './queries.ts';
import type { ReadPerson, ReadRows } from './read-rows.ts';

export interface PeopleListParts extends EntryCommandParts {
  /** Whether people who are entered with an address get an email (R51). */
  confirmByMail: boolean;
}

export interface PeopleList {
  mode: PeopleMode;
  rows: ReadRows;
  /** Takes the good rows, instead of nobody. */
  skipBad: boolean;
  /** Null for a call without an Idempotency-Key. */
  call: IdempotentCall | null;
  caller: Caller;
}

/** People whose commitments are computed in one turn of the event loop. */
const SLICE = 100;
/** Entries of one statement, which takes one turn of the event loop. */
const ROWS_AT_ONCE = 500;

const TAKEN: Record<AddressHolder, string> = {
  entry: 'This email address has an entry already.',
  invited: 'Somebody with this email address is invited already, and can join with the personal link.',
  waiting: 'Somebody with this email address has asked to join, and waits for you.',
};

/**
 * @throws RefusalError invitees_have_problems with every bad row, idempotency_mismatch, raffle_full, too_few_places,
 *   entering_closed and the rules' other refusals
 */
export async function addPeople(
  parts: PeopleListParts,
  own: OwnRaffle,
  { mode, rows, skipBad, call, caller }: PeopleList,
): Promise<PeopleAnswer> {
  const { database, keys, clock, bus } = parts;
  const invites = await newInvites(keys, rows.good);
  const secrets = mode === 'enter' ? await entrySecrets(invites) : NO_SECRETS;
  const list = { invites, bad: rows.bad, skipBad, secrets, from: callerHashes(keys, caller, own.id) };
  const { answer, isNew } = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const earlier = call === null ? null : await answerOf(trx, call);
    if (earlier !== null) return { answer: earlier, isNew: false };
    const now = clock.now();
    const added =
      mode === 'enter'
        ? await enterPeople(parts, trx, raffle, { ...list, now })
        : await invitePeople(parts, trx, raffle, { ...list, now });
    if (call !== null) await storeAnswer(trx, raffle.id, { call, answer: added, now });
    return { answer: added, isNew: true };
  });
  if (isNew) {
    bus.publish({ topic: mode === 'enter' ? 'entries-changed' : 'raffle-changed', raffleId: own.id });
  }
  return answer;
}

/** What an entry's name is committed with, by invitee id. */
type Secrets = ReadonlyMap<string, Pick<Entry, 'salt' | 'nameCommit'>>;
const NO_SECRETS: Secrets = new Map();

async function entrySecrets(invites: readonly NewInvite<ReadPerson>[]): Promise<Secrets> {
  const made = await inSlices(invites, SLICE, ({ inviteeId, person }) => {
    const salt = randomText(16, 'hex');
    return [inviteeId, { salt, nameCommit: nameCommit(salt, person.displayName) }] as const;
  });
  return new Map(made);
}

interface ListToStore {
  invites: readonly NewInvite<ReadPerson>[];
  bad: ReadRows['bad'];
  skipBad: boolean;
  secrets: Secrets;
  from: CallerHashes;
  now: number;
}

async function invitePeople(
  parts: PeopleListParts,
  trx: Trx,
  raffle: RaffleRow,
  list: ListToStore,
): Promise<PeopleAnswer> {
  const { added, skipped } = await storeInvited(parts.database, trx, raffle, list);
  const only = new Set(added.map(({ inviteeId }) => inviteeId));
  await leaveOutWinners(parts, trx, raffle, { now: list.now, only });
  return {
    added: added.length,
    first_number: null,
    emails: 0,
    skipped_count: skipped.length,
    skipped,
  };
}

async function enterPeople(
  parts: PeopleListParts,
  trx: Trx,
  raffle: RaffleRow,
  list: ListToStore,
): Promise<PeopleAnswer> {
  const { database } = parts;
  const { now, from } = list;
  const facts = raffleFacts(raffle);
  if (facts.status === 'draft') {
    const message = 'Open the raffle first: people can be entered from then on.';
    throw new RefusalError('raffle_still_draft', { message });
  }
  orRefuse(decideEnter(facts, now, 0));
  const taken = await takenAddresses(trx, raffle.id);
  const { added, skipped } = withoutProblems(list, ({ emailFold }) => {
    const holder = emailFold === null ? undefined : taken.get(emailFold);
    return holder === undefined ? null : TAKEN[holder];
  });
  orRefuse(decideEnter(facts, now, added.length));
  await insertInvites(database, trx, raffle.id, { invites: added, source: 'host', now });
  const entries = await insertHostEntries(parts, trx, raffle, { ...list, added });
  await countEntries(trx, raffle.id, { entries, invited: 0, now });
  const emails = await notifyEntered(parts, trx, raffle.id, { entries, now });
  const details = { added: added.length, skipped: skipped.length, first_number: raffle.entry_count + 1 };
  await auditHostAction(trx, raffle, 'people_entered', now, from, details);
  return {
    added: added.length,
    first_number: entries[0]?.entryNumber ?? null,
    emails,
    skipped_count: skipped.length,
    skipped,
  };
}

/** The next numbers, in the order of the list (R22). */
async function insertHostEntries(
  { database }: PeopleListParts,
  trx: Trx,
  raffle: RaffleRow,
  { added, secrets, now }: Pick<ListToStore, 'secrets' | 'now'> & { added: readonly NewInvite<ReadPerson>[] },
): Promise<Entry[]> {
  const common = {
    pools: poolsOf(raffle),
    // R78: the host lowers it person by person.
    publication: fullestAllowed(publicationsOf(raffle)),
    secrets,
    now,
    checkInOpen: await isCheckInOpen(trx, raffle),
  };
  const entries = added.map((invite, index) =>
    hostEntry(invite, { ...common, number: raffle.entry_count + index + 1 }),
  );
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    // Not a turn of its own: the transaction must not wait behind other lists while the database waits for it.
    await nextTurn();
    const batch = entries.slice(start, start + ROWS_AT_ONCE).map((entry) => ({
      entry,
      origin: { email_person: personOf(entry.email), network_hash: null, device_hash: null },
    }));
    await insertEntries(database, trx, raffle.id, batch, now);
  }
  return entries;
}

/** Without a device of its own: its leaf keeps no device key, also once somebody has taken it over. */
function hostEntry(
  { inviteeId, person }: NewInvite<ReadPerson>,
  facts: {
    number: number;
    pools: readonly Pool[];
    publication: NamePublication;
    secrets: Secrets;
    now: number;
    checkInOpen: boolean;
  },
): Entry {
  const { number, pools, publication, secrets, now, checkInOpen } = facts;
  const secret = secrets.get(inviteeId);
  if (secret === undefined) throw new Error('An entry has no salt.');
  const { displayName, email, emailFold, tickets, groups } = person;
  return {
    inviteeId,
    entryNumber: number,
    displayName,
    publication,
    rulesAcceptedAt: null,
    email,
    emailFold,
    tickets,
    groups,
    weights: weightsIn(pools, groups, tickets),
    state: 'in',
    source: 'host',
    ...secret,
    deviceKey: null,
    entropyCommit: null,
    receiptIssuedAtS: Math.floor(now / 1000),
    receiptAbsent: checkInOpen,
  };
}

/** An email to those with an address, as far as the raffle may send to more people (R84). @returns how many */
async function notifyEntered(
  { confirmByMail }: PeopleListParts,
  trx: Trx,
  raffleId: string,
  { entries, now }: { entries: readonly Entry[]; now: number },
): Promise<number> {
  if (!confirmByMail) return 0;
  const places = Math.max(0, LIMITS.mailRecipients.max - (await mailRecipientsOf(trx, raffleId)));
  const reached = entries.filter(({ email }) => email !== null).slice(0, places);
  await enqueueEmails(trx, raffleId, reached, { occasion: 'entered', now });
  return reached.length;
}

/** Null for a key that was not used yet. @throws RefusalError idempotency_mismatch */
async function answerOf(trx: Trx, call: IdempotentCall): Promise<PeopleAnswer | null> {
  const row = await trx
    .selectFrom('people_lists')
    .select(['request_hash', 'answer'])
    .where('key_hash', '=', call.keyHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash !== call.requestHash) throw new RefusalError('idempotency_mismatch');
  return { ...(JSON.parse(row.answer) as Omit<PeopleAnswer, 'skipped'>), skipped: [] };
}

/** Rows that were left out hold names, so only their number is stored. */
async function storeAnswer(
  trx: Trx,
  raffleId: string,
  { call, answer, now }: { call: IdempotentCall; answer: PeopleAnswer; now: number },
): Promise<void> {
  const { skipped: _skipped, ...counts } = answer;
  await trx
    .insertInto('people_lists')
    .values({
      key_hash: call.keyHash,
      request_hash: call.requestHash,
      raffle_id: raffleId,
      answer: JSON.stringify(counts),
      created_at: now,
    })
    .execute();
}
