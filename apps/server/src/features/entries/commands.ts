/**
 * What changes an entry after it was joined: leaving (R45), its tickets (R11, R20), removal (R11).
 *
 * 1. Under the raffle's lock the rule decides on the facts of that instant, so nothing slips in after a freeze (C11).
 * 2. The entry, the raffle's sums and the audit line are written together. The number stays taken (R22).
 * 3. Every change makes a new receipt: its time is later than that of the one before, even within one second.
 * 4. After commit the nodes are told.
 */
import {
  type Decision,
  decideLeave,
  decideRemoveParticipant,
  decideTicketChange,
  type RaffleFacts,
} from '@glassdrum/raffle-rules';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { type Database, lockRaffle, type RaffleRow, type Trx } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import type { Entry } from './decide-joins.ts';
import type { Caller } from './join-batch.ts';
import { entryOf } from './join-state.ts';
import type { Participant } from './participant-session.ts';

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

interface TicketChange {
  raffleId: string;
  inviteeId: string;
  /** 0 withdraws the entry. */
  tickets: number;
  decide: (facts: RaffleFacts, now: number) => Decision;
  actor: 'host' | 'participant';
  action: 'entry_left' | 'tickets_changed' | 'participant_removed';
  caller: Caller;
}

/** R45. Leaving twice is leaving once. @throws CallError with the rule's refusal */
export function leaveRaffle(
  parts: EntryCommandParts,
  participant: Participant,
  caller: Caller,
): Promise<ChangedEntry> {
  return changeTickets(parts, {
    raffleId: participant.raffleId,
    inviteeId: participant.entry.inviteeId,
    tickets: 0,
    decide: decideLeave,
    actor: 'participant',
    action: 'entry_left',
    caller,
  });
}

/** R11, R20. @throws CallError not_found, entry_withdrawn, or the rule's refusal */
export function setTickets(
  parts: EntryCommandParts,
  raffle: OwnRaffle,
  wish: { inviteeId: string; tickets: number; caller: Caller },
): Promise<ChangedEntry> {
  return changeTickets(parts, {
    ...wish,
    raffleId: raffle.id,
    decide: (facts) => decideTicketChange(facts, wish.tickets),
    actor: 'host',
    action: 'tickets_changed',
  });
}

/** R11. Removing twice is removing once. @throws CallError not_found, or the rule's refusal */
export function removeParticipant(
  parts: EntryCommandParts,
  raffle: OwnRaffle,
  wish: { inviteeId: string; caller: Caller },
): Promise<ChangedEntry> {
  return changeTickets(parts, {
    ...wish,
    raffleId: raffle.id,
    tickets: 0,
    decide: decideRemoveParticipant,
    actor: 'host',
    action: 'participant_removed',
  });
}

async function changeTickets(parts: EntryCommandParts, change: TicketChange): Promise<ChangedEntry> {
  const { database, clock, bus } = parts;
  const { raffleId, inviteeId } = change;
  const { changed, ...result } = await database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, raffleId);
    const row = await trx
      .selectFrom('participations')
      .selectAll()
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .executeTakeFirst();
    const entry = row === undefined ? null : entryOf(row);
    if (raffle === undefined || row === undefined || entry === null) throw new CallError('not_found');
    const now = clock.now();
    orRefuse(change.decide(raffleFacts(raffle), now));
    const before = { entry, joinedAt: row.joined_at };
    if (entry.tickets === change.tickets) return { ...before, changed: false };
    if (entry.tickets === 0) throw new CallError('entry_withdrawn');
    const after: Entry = {
      ...entry,
      tickets: change.tickets,
      receiptIssuedAtS: Math.max(Math.floor(now / 1000), entry.receiptIssuedAtS + 1),
    };
    await writeChange(parts, trx, { change, raffle, before: entry, after, now });
    return { entry: after, joinedAt: row.joined_at, changed: true };
  });
  if (changed) {
    bus.publish({ topic: 'entries-changed', raffleId });
    if (change.tickets === 0) bus.publish({ topic: 'identity-gone', raffleId, inviteeId });
  }
  return result;
}

async function writeChange(
  { keys }: EntryCommandParts,
  trx: Trx,
  facts: { change: TicketChange; raffle: RaffleRow; before: Entry; after: Entry; now: number },
): Promise<void> {
  const { change, raffle, before, after, now } = facts;
  const withdrawn = after.tickets === 0 ? 1 : 0;
  await trx
    .updateTable('participations')
    .set({ tickets: after.tickets, receipt_issued_at_s: after.receiptIssuedAtS })
    .where('raffle_id', '=', raffle.id)
    .where('entry_number', '=', after.entryNumber)
    .execute();
  await trx
    .updateTable('raffles')
    .set((set) => ({
      ticket_total: set('ticket_total', '+', after.tickets - before.tickets),
      active_count: set('active_count', '-', withdrawn),
      // The roster shows names and numbers, not tickets.
      roster_revision: set('roster_revision', '+', withdrawn),
      updated_at: now,
    }))
    .where('id', '=', raffle.id)
    .execute();
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: change.actor,
    action: change.action,
    ts: now,
    details: { entry_number: after.entryNumber, tickets_before: before.tickets, tickets: after.tickets },
    from: callerHashes(keys, change.caller, raffle.id),
  });
}
