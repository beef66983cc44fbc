/**
 * H11: people who requested to join and wait. Approval gives them an entry with the next number, as if they joined at that
 * moment; until then they hold no number, ticket or receipt, and nobody but the host sees them.
 */
import { nameCommit } from '@glassdrum/fair-draw';
import { decideApproval, decideConfirmation, LIMITS } from '@glassdrum/raffle-rules';
import { anyOf } from '../../../platform/database/bulk.ts';
import { lockRaffle, type RaffleRow, type Trx } from '../../../platform/database/database.ts';
import { groupsOf, weightsFor } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { neighbourId, randomText } from '../../../platform/keys/random.ts';
import { type Caller, callerHashes, writeAudit } from '../../../audit/audit.ts';
import { isCheckInOpen } from '../../draws/presence/queries.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { auditHostAction, lockExistingRaffle } from '../../raffles/commands.ts';
import type { EntryCommandParts } from '../commands.ts';
import type { Entry } from '../joining/decide-joins.ts';
import { type Chosen, chosenWaiting, waitingPeople, type WaitingPerson } from './queries.ts';
import { type NewEntry, writeEntries } from '../joining/write-entries.ts';

export interface WaitingParts extends EntryCommandParts {
  confirmByMail: boolean;
}

export interface Reviewed {
  /** People this call changed. */
  changed: number;
  /** People whose address or device already has an entry. */
  skipped: number;
  /** Selected people who are left for another call. */
  left: number;
}

/**
 * Approves up to 200 people, oldest first. Those who still have to confirm an address join when they do.
 * @throws RefusalError approval_closed and the rule's other refusals, raffle_full when nobody fits
 */
export async function approveWaiting(
  parts: WaitingParts,
  own: OwnRaffle,
  { chosen, caller }: { chosen: Chosen; caller: Caller },
): Promise<Reviewed> {
  const { database, clock, bus } = parts;
  const reviewed = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const now = clock.now();
    orRefuse(decideApproval(raffleFacts(raffle), now));
    const { people, total } = await chosenWaiting(database, trx, raffle.id, chosen, ['waiting', 'declined']);
    const from = callerHashes(parts.keys, caller, raffle.id);
    const audit = { actor: 'host', action: 'entry_approved', from } as const;
    const { added, skipped } = await admitWaiting(parts, trx, raffle, people, { now, audit });
    const changed = people.length - skipped.length;
    return { changed, skipped: skipped.length, left: total - people.length, added };
  });
  if (reviewed.added > 0) bus.publish({ topic: 'entries-changed', raffleId: own.id });
  bus.publish({ topic: 'waiting-changed', raffleId: own.id });
  const { added: _added, ...answer } = reviewed;
  return answer;
}

/**
 * Gives entries to the people for whom nothing else is open; the others wait on. Under the raffle's lock.
 * @returns how many entries were added, and who cannot get one
 * @throws RefusalError raffle_full when there is no place left
 */
async function admitWaiting(
  parts: WaitingParts,
  trx: Trx,
  raffle: RaffleRow,
  people: readonly WaitingPerson[],
  step: { now: number; audit: NewEntry['audit'] },
): Promise<{ added: number; skipped: string[] }> {
  const { database } = parts;
  const { now } = step;
  const ready = people.filter(({ needs_email: email }) => email === 0);
  const capacity = Math.min(raffle.max_entries ?? LIMITS.maxEntries.max, LIMITS.maxEntries.max);
  const places = capacity - raffle.entry_count;
  if (ready.length > 0 && places <= 0) throw new RefusalError('raffle_full');
  const taken = await takenByEntries(parts, trx, raffle, ready);
  const checkInOpen = await isCheckInOpen(trx, raffle);
  const skipped: string[] = [];
  const added: NewEntry[] = [];
  for (const person of ready) {
    const { email_fold: fold, device_key: deviceKey } = person;
    const isTaken =
      (fold !== null && taken.emails.has(fold)) || (deviceKey !== null && taken.deviceKeys.has(deviceKey));
    if (isTaken || added.length >= places) {
      skipped.push(person.invitee_id);
      continue;
    }
    if (fold !== null) taken.emails.add(fold);
    added.push(entryFor(raffle, person, raffle.entry_count + added.length + 1, { ...step, checkInOpen }));
  }
  if (added.length > 0) {
    await writeEntries(database, trx, raffle, added, {
      makeId: neighbourId,
      confirmByMail: parts.confirmByMail,
      now,
    });
  }
  const joined = new Set(added.map(({ entry }) => entry.inviteeId));
  const unconfirmed = people.filter(({ needs_email: email }) => email === 1);
  await removeWaiting(parts, trx, [...joined]);
  await updateWaiting(parts, trx, unconfirmed, { needs_approval: 0, state: 'waiting' });
  const waitedBefore = people.filter(({ state, invitee_id: id }) => state === 'waiting' && joined.has(id));
  const revived = unconfirmed.filter(({ state }) => state === 'declined');
  await addToWaiting(trx, raffle.id, revived.length - waitedBefore.length);
  return { added: added.length, skipped };
}

async function removeWaiting(
  { database }: WaitingParts,
  trx: Trx,
  inviteeIds: readonly string[],
): Promise<void> {
  if (inviteeIds.length === 0) return;
  await trx
    .deleteFrom('waiting_entries')
    .where('invitee_id', ...anyOf(database, inviteeIds))
    .execute();
}

async function updateWaiting(
  { database }: WaitingParts,
  trx: Trx,
  people: readonly WaitingPerson[],
  changes: { needs_approval?: 0; state: 'waiting' | 'declined' },
): Promise<void> {
  if (people.length === 0) return;
  await trx
    .updateTable('waiting_entries')
    .set(changes)
    .where(
      'invitee_id',
      ...anyOf(
        database,
        people.map(({ invitee_id: id }) => id),
      ),
    )
    .execute();
}

async function takenByEntries(
  { database }: WaitingParts,
  trx: Trx,
  { id }: RaffleRow,
  people: readonly WaitingPerson[],
): Promise<{ emails: Set<string>; deviceKeys: Set<string> }> {
  const taken = async (column: 'email_fold' | 'device_key', values: string[]): Promise<Set<string>> => {
    if (values.length === 0) return new Set();
    const rows = await trx
      .selectFrom('participations')
      .select(`${column} as value`)
      .where('raffle_id', '=', id)
      .where(column, ...anyOf(database, values))
      .execute();
    return new Set(texts(rows.map(({ value }) => value)));
  };
  return {
    emails: await taken('email_fold', texts(people.map((one) => one.email_fold))),
    deviceKeys: await taken('device_key', texts(people.map((one) => one.device_key))),
  };
}

function texts(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}

function entryFor(
  raffle: RaffleRow,
  person: WaitingPerson,
  entryNumber: number,
  { now, audit, checkInOpen }: { now: number; audit: NewEntry['audit']; checkInOpen: boolean },
): NewEntry {
  const salt = randomText(16, 'hex');
  const groups = groupsOf(person);
  const entry: Entry = {
    inviteeId: person.invitee_id,
    entryNumber,
    displayName: person.display_name,
    publication: person.name_publication,
    rulesAcceptedAt: person.rules_accepted_at,
    email: person.email,
    emailFold: person.email_fold,
    tickets: 1,
    groups,
    weights: weightsFor(raffle, { groups, tickets: 1 }),
    state: 'in',
    source: 'self',
    salt,
    nameCommit: nameCommit(salt, person.display_name),
    deviceKey: person.device_key,
    entropyCommit: person.entropy_commit,
    receiptIssuedAtS: Math.floor(now / 1000),
    receiptAbsent: checkInOpen,
  };
  const { email_person, network_hash, device_hash } = person;
  return { entry, isInvited: false, origin: { email_person, network_hash, device_hash }, audit };
}

async function addToWaiting(trx: Trx, raffleId: string, change: number): Promise<void> {
  if (change === 0) return;
  await trx
    .updateTable('raffles')
    .set((set) => ({ waiting_count: set('waiting_count', '+', change) }))
    .where('id', '=', raffleId)
    .execute();
}

/**
 * The address is confirmed: the entry is added, or waits for the host. Idempotent.
 * @throws RefusalError join_confirm_invalid for a cancelled or declined request, approval_closed, raffle_full
 */
export async function confirmEmail(
  parts: WaitingParts,
  { inviteeId, caller }: { inviteeId: string; caller: Caller },
): Promise<{ joined: boolean }> {
  const { database, clock, bus } = parts;
  const known = await database.query
    .selectFrom('invitees')
    .select('raffle_id')
    .where('id', '=', inviteeId)
    .executeTakeFirst();
  if (known === undefined) throw new RefusalError('join_confirm_invalid');
  const raffleId = known.raffle_id;
  const joined = await database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, raffleId);
    const [person] = await waitingPeople(trx, raffleId).where('w.invitee_id', '=', inviteeId).execute();
    if (raffle === undefined) throw new RefusalError('join_confirm_invalid');
    if (person === undefined) return requireEntry(trx, raffleId, inviteeId);
    if (person.state === 'declined') throw new RefusalError('join_confirm_invalid');
    const now = clock.now();
    orRefuse(decideConfirmation(raffleFacts(raffle), now));
    if (person.needs_approval === 1) {
      await trx
        .updateTable('waiting_entries')
        .set({ needs_email: 0 })
        .where('invitee_id', '=', inviteeId)
        .execute();
      return false;
    }
    const from = callerHashes(parts.keys, caller, raffleId);
    const audit = { actor: 'participant', action: 'entry_joined', from } as const;
    const { skipped } = await admitWaiting(parts, trx, raffle, [{ ...person, needs_email: 0 }], {
      now,
      audit,
    });
    if (skipped.length > 0) throw new RefusalError('email_already_joined');
    return true;
  });
  if (joined) bus.publish({ topic: 'entries-changed', raffleId });
  bus.publish({ topic: 'waiting-changed', raffleId });
  return { joined };
}

/** @returns true @throws RefusalError join_confirm_invalid without one */
async function requireEntry(trx: Trx, raffleId: string, inviteeId: string): Promise<true> {
  const entry = await trx
    .selectFrom('participations')
    .select('state')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  if (entry === undefined) throw new RefusalError('join_confirm_invalid');
  return true;
}

/** Declined people can still be approved later. @throws RefusalError as for approving */
export async function declineWaiting(
  parts: WaitingParts,
  own: OwnRaffle,
  { chosen, caller }: { chosen: Chosen; caller: Caller },
): Promise<Reviewed> {
  const { database, clock, bus, keys } = parts;
  const reviewed = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const now = clock.now();
    orRefuse(decideApproval(raffleFacts(raffle), now));
    const { people, total } = await chosenWaiting(database, trx, raffle.id, chosen, ['waiting']);
    await updateWaiting(parts, trx, people, { state: 'declined' });
    await addToWaiting(trx, raffle.id, -people.length);
    const from = callerHashes(keys, caller, raffle.id);
    if (people.length > 0) {
      await auditHostAction(trx, raffle, 'entries_declined', now, from, { people: people.length });
    }
    return { changed: people.length, skipped: 0, left: total - people.length };
  });
  bus.publish({ topic: 'waiting-changed', raffleId: own.id });
  return reviewed;
}

/** Deletes the person's own request completely. @throws RefusalError not_found */
export async function cancelRequest(
  { database, clock, bus, keys }: WaitingParts,
  { raffleId, inviteeId, caller }: { raffleId: string; inviteeId: string; caller: Caller },
): Promise<void> {
  await database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, raffleId);
    const row = await trx
      .deleteFrom('waiting_entries')
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .returning('state')
      .executeTakeFirst();
    if (raffle === undefined || row === undefined) throw new RefusalError('not_found');
    // Also deletes the name, address, session and idempotency key.
    await trx.deleteFrom('invitees').where('id', '=', inviteeId).execute();
    await addToWaiting(trx, raffleId, row.state === 'waiting' ? -1 : 0);
    await writeAudit(trx, {
      raffleId,
      hostId: raffle.host_id,
      actor: 'participant',
      action: 'request_canceled',
      ts: clock.now(),
      from: callerHashes(keys, caller, raffleId),
    });
  });
  bus.publish({ topic: 'waiting-changed', raffleId });
}
