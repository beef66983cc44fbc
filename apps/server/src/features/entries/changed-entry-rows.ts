/** The rows that a change of an entry writes: the entry itself, the raffle's totals (R11, R20) and the audit record. */
import { groupsColumn, weightsColumn } from '../../platform/database/prize-columns.ts';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { type Caller, callerHashes, writeAudit } from '../../audit/audit.ts';
import type { Entry } from './joining/decide-joins.ts';

/** Who changed the entry, and what the activity log calls it. */
export interface Reported {
  actor: 'host' | 'participant';
  action: 'entry_left' | 'tickets_changed' | 'groups_changed' | 'participant_removed' | 'tickets_placed';
  caller: Caller;
}

/** Labels that change nothing about what the entry can win are the host's alone. */
export async function writeGroups(trx: Trx, raffleId: string, { entryNumber, groups }: Entry): Promise<void> {
  await trx
    .updateTable('participations')
    .set({ groups: groupsColumn(groups) })
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .execute();
}

/** Writes the changed entry, the raffle's totals and the audit record. */
export async function writeChangedEntry(
  keys: Keys,
  trx: Trx,
  facts: { change: Reported; raffle: RaffleRow; before: Entry; after: Entry; now: number },
): Promise<void> {
  const { change, raffle, before, after, now } = facts;
  const withdrawn = after.tickets === 0 ? 1 : 0;
  await trx
    .updateTable('participations')
    .set({
      tickets: after.tickets,
      groups: groupsColumn(after.groups),
      weights: weightsColumn(after.weights),
      state: after.state,
      receipt_issued_at_s: after.receiptIssuedAtS,
    })
    .where('raffle_id', '=', raffle.id)
    .where('entry_number', '=', after.entryNumber)
    .execute();
  const invited = withdrawn === 1 && (await isInvited(trx, after.inviteeId)) ? 1 : 0;
  await trx
    .updateTable('raffles')
    .set((set) => ({
      ticket_total: set('ticket_total', '+', after.tickets - before.tickets),
      active_count: set('active_count', '-', withdrawn),
      invited_active_count: set('invited_active_count', '-', invited),
      host_active_count: set('host_active_count', '-', after.source === 'host' ? withdrawn : 0),
      paper_active_count: set('paper_active_count', '-', after.source === 'paper' ? withdrawn : 0),
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

/** By name on the host's list, not by the public link. */
async function isInvited(trx: Trx, inviteeId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('invitees')
    .select('source')
    .where('id', '=', inviteeId)
    .executeTakeFirst();
  return row?.source === 'list';
}
