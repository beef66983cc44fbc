/**
 * What changes an entry after it was joined: leaving (R45), its tickets (R11, R20), removal (R11), its person's groups (R63).
 *
 * 1. Under the raffle's lock the rule decides on the facts of that moment, so nothing changes after the list is closed (C11).
 * 2. The entry, the raffle's totals and the audit record are written together. The number stays taken (R22).
 * 3. Every change is public (R94): a signed record for each draw that is still open, and a row of entry_changes
 *    (public-changes.ts).
 * 4. Every change makes a new receipt: its time is later than that of the one before, even within one second.
 * 5. After commit the nodes and the entry's own devices are notified.
 */
import { isDeepStrictEqual } from 'node:util';
import { record } from '@glassdrum/fair-draw';
import {
  type Decision,
  decideGroups,
  decideLeave,
  decideLeaveTime,
  decideRemoveParticipant,
  decideReplan,
  isUnsold,
  type PlacedTickets,
  decideTicketChange,
  type RaffleFacts,
  regrouped,
} from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { anyOf } from '../../platform/database/bulk.ts';
import { type Database, lockRaffle, type RaffleRow, type Trx } from '../../platform/database/database.ts';
import { groupsColumn, groupsOf, hasBuckets, weightsFor } from '../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../platform/refusal.ts';
import { deviceSigned } from '../../platform/keys/device-signatures.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Caller } from '../../audit/audit.ts';
import { type Reported, writeChangedEntry, writeGroups } from './changed-entry-rows.ts';
import { sittingOut } from '../draws/presence/queries.ts';
import { findRaffle } from '../raffles/queries.ts';
import { lockExistingRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import type { Entry } from './joining/decide-joins.ts';
import { entryOf } from './joining/join-state.ts';
import type { Participant } from './participant-session.ts';
import { moveBetweenBuckets, placedWeights } from './placement/bucket-rows.ts';
import { type ChosenEntries, chosenEntries } from './review/queries.ts';
import { changeTime, openDrawsOf, type ReasonCode, writePublicChange } from './public-changes.ts';

export interface EntryCommandParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
}

export interface ChangedEntry {
  entry: Entry;
  /** Epoch ms. */
  joinedAt: number;
}

/** R94: the withdrawal's text, signed by the entry's device. */
export interface SignedLeave {
  /** Unix seconds. */
  at: number;
  /** 128 hex. */
  signature: string;
}

interface Change extends Reported {
  raffleId: string;
  inviteeId: string;
  /** 0 for an entry that is no longer in; left out to keep them. */
  tickets?: number;
  /** The person's labels; left out to keep them. */
  groups?: readonly string[];
  /** R64: where the tickets lie from now on; left out to keep it as far as there are as many. */
  placement?: { revision: number; placed: readonly PlacedTickets[] };
  state: 'in' | 'withdrawn' | 'removed';
  decide: (facts: RaffleFacts, now: number) => Decision;
  reason: ReasonCode;
  signed: SignedLeave | null;
}

/**
 * R45. Idempotent. Who holds a prize of an earlier draw stays, and sits out the ones that follow (R70).
 * @param signed null from a device without the entry's key
 * @throws RefusalError with the rule's refusal, no_device_key, leave_time_wrong, signature_wrong, holds_a_prize
 */
export async function leaveRaffle(
  parts: EntryCommandParts,
  participant: Participant,
  { signed, caller }: { signed: SignedLeave | null; caller: Caller },
): Promise<ChangedEntry> {
  if (signed !== null) await requireOwnSignature(parts, participant, signed);
  return changeEntry(parts, {
    raffleId: participant.raffleId,
    inviteeId: participant.entry.inviteeId,
    tickets: 0,
    state: 'withdrawn',
    decide: decideLeave,
    reason: 'withdrawn_by_entrant',
    signed,
    actor: 'participant',
    action: 'entry_left',
    caller,
  });
}

async function requireOwnSignature(
  { database, clock }: EntryCommandParts,
  { raffleId, entry }: Participant,
  { at, signature }: SignedLeave,
): Promise<void> {
  if (entry.deviceKey === null) throw new RefusalError('no_device_key');
  orRefuse(decideLeaveTime(at, clock.now()));
  const raffle = await findRaffle(database, raffleId);
  const text = record('draw.leave.v2', raffle?.series_id ?? null, entry.entryNumber, at);
  if (!(await deviceSigned(entry.deviceKey, text, signature))) throw new RefusalError('signature_wrong');
}

/** R11, R20. @throws RefusalError not_found, entry_withdrawn, paper_ticket_unsold, or the rule's refusal */
export function setTickets(
  parts: EntryCommandParts,
  raffle: OwnRaffle,
  input: { inviteeId: string; tickets: number; caller: Caller },
): Promise<ChangedEntry> {
  return changeEntry(parts, {
    ...input,
    raffleId: raffle.id,
    state: 'in',
    decide: (facts) => decideTicketChange(facts, input.tickets),
    reason: 'tickets_changed_by_host',
    signed: null,
    actor: 'host',
    action: 'tickets_changed',
  });
}

/** R11. Idempotent. @throws RefusalError not_found, paper_ticket_unsold, holds_a_prize, or the rule's refusal */
export function removeParticipant(
  parts: EntryCommandParts,
  raffle: OwnRaffle,
  input: { inviteeId: string; caller: Caller },
): Promise<ChangedEntry> {
  return changeEntry(parts, removal(raffle.id, input.inviteeId, input.caller));
}

/**
 * H11: removes up to 200 entries at once, each as a public change of its own (R94). Entries that are removed or withdrawn
 * already stay as they are. @throws RefusalError the rule's refusal, holds_a_prize
 */
export async function removeParticipants(
  parts: EntryCommandParts,
  raffle: OwnRaffle,
  { chosen, caller }: { chosen: ChosenEntries; caller: Caller },
): Promise<{ changed: number; skipped: number; left: number }> {
  const { database, bus } = parts;
  const { removed, total } = await database.transaction(async (trx) => {
    const locked = await lockExistingRaffle(database, trx, raffle.id);
    orRefuse(decideRemoveParticipant(raffleFacts(locked)));
    const { inviteeIds, total: all } = await chosenEntries(database, trx, raffle.id, chosen);
    for (const inviteeId of inviteeIds) await changeOne(parts, trx, removal(raffle.id, inviteeId, caller));
    return { removed: inviteeIds, total: all };
  });
  if (removed.length > 0) bus.publish({ topic: 'entries-changed', raffleId: raffle.id });
  for (const inviteeId of removed) publishOwnChange(bus, raffle.id, inviteeId, 0);
  return { changed: removed.length, skipped: 0, left: total - removed.length };
}

function removal(raffleId: string, inviteeId: string, caller: Caller): Change {
  return {
    raffleId,
    inviteeId,
    caller,
    tickets: 0,
    state: 'removed',
    decide: decideRemoveParticipant,
    reason: 'removed_by_host',
    signed: null,
    actor: 'host',
    action: 'participant_removed',
  };
}

/**
 * R63: gives labels to people and takes labels from them, up to 200 people at once. Where that changes what an entry can win,
 * the entry has a public change and a new receipt.
 * @throws RefusalError not_found for somebody who is not in the raffle, too_many_groups, or the rule's refusal
 */
export async function changeGroups(
  parts: EntryCommandParts,
  own: OwnRaffle,
  {
    people,
    add,
    remove,
    caller,
  }: { people: readonly string[]; add: string[]; remove: string[]; caller: Caller },
): Promise<{ changed: number }> {
  const { database, bus } = parts;
  const changed = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const known = await knownGroups(database, trx, { raffleId: raffle.id, people });
    if (people.some((id) => !known.has(id))) throw new RefusalError('not_found');
    const entries = new Set<string>();
    let count = 0;
    for (const [inviteeId, { groups: before, entered }] of known) {
      const groups = orRefuse(decideGroups(raffleFacts(raffle), regrouped(before, { add, remove })));
      if (isDeepStrictEqual(groups, before)) continue;
      count += 1;
      await trx
        .updateTable('invitees')
        .set({ groups: groupsColumn(groups) })
        .where('id', '=', inviteeId)
        .execute();
      if (!entered) continue;
      await changeOne(parts, trx, regrouping(raffle.id, inviteeId, { groups, caller }));
      entries.add(inviteeId);
    }
    return { count, entries };
  });
  if (changed.count > 0) {
    bus.publish({ topic: 'raffle-changed', raffleId: own.id });
    bus.publish({ topic: 'entries-changed', raffleId: own.id });
  }
  for (const inviteeId of changed.entries) {
    bus.publish({ topic: 'own-entry-changed', raffleId: own.id, inviteeId });
  }
  return { changed: changed.count };
}

/** The labels of these people, and whether they hold an entry that is in. */
async function knownGroups(
  database: Database,
  trx: Trx,
  { raffleId, people }: { raffleId: string; people: readonly string[] },
): Promise<Map<string, { groups: string[]; entered: boolean }>> {
  const rows = await trx
    .selectFrom('invitees as i')
    .leftJoin('participations as p', 'p.invitee_id', 'i.id')
    .select(['i.id', 'i.groups', 'p.state'])
    .where('i.raffle_id', '=', raffleId)
    .where('i.id', ...anyOf(database, people))
    .execute();
  return new Map(rows.map((row) => [row.id, { groups: groupsOf(row), entered: row.state === 'in' }]));
}

function regrouping(
  raffleId: string,
  inviteeId: string,
  { groups, caller }: { groups: readonly string[]; caller: Caller },
): Change {
  return {
    raffleId,
    inviteeId,
    groups,
    caller,
    state: 'in',
    decide: decideReplan,
    reason: 'groups_changed_by_host',
    signed: null,
    actor: 'host',
    action: 'groups_changed',
  };
}

/**
 * R64: spreads an entry's tickets over the prizes; the whole allocation at once.
 * @param input.by who places them @throws RefusalError no_buckets, placement_changed, placed_by_entrant, or the rule's refusal
 */
export function placeTickets(
  parts: EntryCommandParts,
  entry: { raffleId: string; inviteeId: string },
  input: {
    placement: { revision: number; placed: readonly PlacedTickets[] };
    by: 'host' | 'participant';
    caller: Caller;
  },
): Promise<ChangedEntry> {
  const { placement, by, caller } = input;
  return changeEntry(parts, {
    ...entry,
    placement,
    caller,
    state: 'in',
    decide: decideReplan,
    reason: by === 'host' ? 'tickets_placed_by_host' : 'tickets_placed_by_entrant',
    signed: null,
    actor: by,
    action: 'tickets_placed',
  });
}

async function changeEntry(parts: EntryCommandParts, change: Change): Promise<ChangedEntry> {
  const { database, bus } = parts;
  const { raffleId, inviteeId } = change;
  const { changed, ...result } = await database.transaction((trx) => changeOne(parts, trx, change));
  if (changed) {
    bus.publish({ topic: 'entries-changed', raffleId });
    publishOwnChange(bus, raffleId, inviteeId, result.entry.tickets);
  }
  return result;
}

function publishOwnChange(bus: Bus, raffleId: string, inviteeId: string, tickets: number): void {
  bus.publish({ topic: 'own-entry-changed', raffleId, inviteeId });
  if (tickets === 0) bus.publish({ topic: 'identity-gone', raffleId, inviteeId });
}

async function changeOne(
  parts: EntryCommandParts,
  trx: Trx,
  change: Change,
): Promise<ChangedEntry & { changed: boolean }> {
  const { database, clock } = parts;
  const { raffleId, inviteeId } = change;
  const raffle = await lockRaffle(database, trx, raffleId);
  const row = await trx
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  const entry = row === undefined ? null : entryOf(row);
  if (raffle === undefined || row === undefined || entry === null) throw new RefusalError('not_found');
  const now = clock.now();
  orRefuse(change.decide(raffleFacts(raffle), now));
  const before = { entry, joinedAt: row.joined_at };
  const { tickets = entry.tickets, groups = entry.groups, placement = null } = change;
  // Nobody holds it: it is sold at the desk (R67), and has nobody to be removed.
  if (isUnsold(entry) && change.tickets !== undefined) throw new RefusalError('paper_ticket_unsold');
  if (placement !== null) requirePlaceable(raffle, entry, { placement, by: change.actor });
  const weights = hasBuckets(raffle)
    ? await placedWeights(trx, raffle, { entry, tickets, placement, now })
    : weightsFor(raffle, { groups, tickets });
  if (tickets === entry.tickets && isDeepStrictEqual(weights, entry.weights)) {
    await writeGroups(trx, raffleId, { ...entry, groups });
    return { ...before, changed: false };
  }
  if (entry.state !== 'in') throw new RefusalError('entry_withdrawn');
  if (change.state !== 'in') await requireNoPrize(trx, raffle, entry, change.actor);
  const openDraws = await openDrawsOf(trx, raffleId);
  const at = await changeTime(trx, openDraws, now);
  const after: Entry = {
    ...entry,
    tickets,
    groups,
    weights,
    state: change.state,
    receiptIssuedAtS: Math.max(Math.floor(at / 1000), entry.receiptIssuedAtS + 1),
  };
  await writeChangedEntry(parts.keys, trx, { change, raffle, before: entry, after, now });
  if (hasBuckets(raffle)) await moveBetweenBuckets(trx, raffle, entry.weights, weights);
  await writePublicChange(database, trx, parts.keys, openDraws, {
    raffleId,
    entryNumber: after.entryNumber,
    state: change.state,
    tickets: after.tickets,
    weights,
    reason: change.reason,
    signed: change.signed,
    at,
  });
  return { entry: after, joinedAt: row.joined_at, changed: true };
}

/**
 * R70, draw protocol §8 `series`: who holds a prize is listed as a holder in the draws that follow, so the entry stays in until the
 * prize is passed over. @throws RefusalError holds_a_prize
 */
async function requireNoPrize(
  trx: Trx,
  raffle: RaffleRow,
  { entryNumber }: Entry,
  actor: Change['actor'],
): Promise<void> {
  if (!(await sittingOut(trx, raffle)).has(entryNumber)) return;
  if (actor === 'participant') throw new RefusalError('holds_a_prize');
  const message = `Entry ${entryNumber} holds a prize and sits out the draws that follow. To remove it, pass the winner over first.`;
  throw new RefusalError('holds_a_prize', { message });
}

/** @throws RefusalError no_buckets, placed_by_entrant, entry_withdrawn, placement_changed */
function requirePlaceable(
  raffle: RaffleRow,
  entry: Entry,
  { placement, by }: { placement: { revision: number }; by: Change['actor'] },
): void {
  if (!hasBuckets(raffle)) throw new RefusalError('no_buckets');
  if (by === 'host' && entry.source === 'self') throw new RefusalError('placed_by_entrant');
  if (entry.state !== 'in') throw new RefusalError('entry_withdrawn');
  if (placement.revision !== entry.receiptIssuedAtS) throw new RefusalError('placement_changed');
}
