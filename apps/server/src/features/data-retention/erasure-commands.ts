/**
 * Erasing on request (H16): one person of a raffle, by the host or by the entrant, and a raffle in any status. Not while a draw
 * runs: its list is closed then, and it ends within a minute.
 */
import { phaseOf } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { type Caller, callerHashes, writeAudit } from '../../audit/audit.ts';
import { undecidedDraws, writeVoidRecord } from '../draws/openings.ts';
import { leaveRaffle, removeParticipant, type SignedLeave } from '../entries/commands.ts';
import { forgetWinner, keepWinners } from '../invitations/recent-winners/commands.ts';
import type { Participant } from '../entries/participant-session.ts';
import { deleteDraft, lockExistingRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { type DataRetentionParts, ERASED } from './deletion.ts';
import { eraseRaffle, releaseImages } from './erase.ts';
import { type ErasedPerson, erasePerson } from './erase-person.ts';
import { leaversDue } from './queries.ts';

/**
 * An entrant's own data. Before the draw this is leaving as well (R45), but not of a raffle of which the entry holds a prize:
 * it stays on the lists as a holder (R70), by number only.
 * @param signed the withdrawal's text, signed by the entry's device; null without one
 * @throws RefusalError draw_running, and what leaving refuses
 */
export async function eraseOwnData(
  parts: DataRetentionParts,
  participant: Participant,
  { signed, caller }: { signed: SignedLeave | null; caller: Caller },
): Promise<void> {
  const { raffleId, entry } = participant;
  if (entry.state === 'in' && (await isUndecided(parts, raffleId))) {
    await unlessHolder(leaveRaffle(parts, participant, { signed, caller }));
  }
  await erase(parts, raffleId, entry.inviteeId, { actor: 'participant' });
}

/**
 * A person of the host's raffle: invited, waiting, joined or withdrawn. Before the draw, an entry is removed as well (R11).
 * @throws RefusalError not_found, draw_running
 */
export async function erasePersonOf(
  parts: DataRetentionParts,
  raffle: OwnRaffle,
  { inviteeId, caller }: { inviteeId: string; caller: Caller },
): Promise<void> {
  const entry = await parts.database.query
    .selectFrom('participations')
    .select('state')
    .where('raffle_id', '=', raffle.id)
    .where('invitee_id', '=', inviteeId)
    .where('display_name', 'is not', null)
    .executeTakeFirst();
  if (entry?.state === 'in' && (await isUndecided(parts, raffle.id))) {
    await unlessHolder(removeParticipant(parts, raffle, { inviteeId, caller }));
  }
  await erase(parts, raffle.id, inviteeId, { actor: 'host', caller });
}

/** An entry that holds a prize stays in. */
async function unlessHolder(leaving: Promise<unknown>): Promise<void> {
  try {
    await leaving;
  } catch (error) {
    if (!(error instanceof RefusalError && error.code === 'holds_a_prize')) throw error;
  }
}

/** Whether entries may still be withdrawn: no draw was started, and the raffle was not cancelled. */
async function isUndecided({ database }: DataRetentionParts, raffleId: string): Promise<boolean> {
  const row = await database.query
    .selectFrom('raffles')
    .select(['draw_started', 'cancelled_at'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return row?.draw_started === 0 && row.cancelled_at === null;
}

type EraseBy = { actor: 'host'; caller: Caller } | { actor: 'participant' | 'system' };

async function erase(
  parts: DataRetentionParts,
  raffleId: string,
  inviteeId: string,
  by: EraseBy,
): Promise<void> {
  const { database, bus, images } = parts;
  const { lineIds } = await database.transaction((trx) => eraseIn(parts, trx, { raffleId, inviteeId, by }));
  for (const lineId of lineIds) bus.publish({ topic: 'chat-deleted', raffleId, lineId });
  bus.publish({ topic: 'raffle-changed', raffleId });
  bus.publish({ topic: 'entries-changed', raffleId });
  bus.publish({ topic: 'identity-gone', raffleId, inviteeId });
  await images.sweep();
  await database.leaveNoTraces();
}

async function eraseIn(
  parts: DataRetentionParts,
  trx: Trx,
  { raffleId, inviteeId, by }: { raffleId: string; inviteeId: string; by: EraseBy },
): Promise<ErasedPerson> {
  const { keys, clock, images } = parts;
  const raffle = await lockIdle(parts, trx, raffleId);
  const now = clock.now();
  if (by.actor !== 'system') {
    const emails = await addressesOf(trx, { raffleId, inviteeId });
    await forgetWinner(trx, keys, { workspaceId: raffle.workspace_id, emails });
  }
  const person = await erasePerson(trx, { images }, raffle, { inviteeId, now });
  if (person === null) throw new RefusalError('not_found');
  await writeAudit(trx, {
    raffleId,
    hostId: raffle.host_id,
    action: 'person_erased',
    ts: now,
    details: { entry_number: person.entryNumber },
    // An entrant who is erased leaves no fingerprint.
    ...(by.actor === 'host'
      ? { actor: by.actor, from: callerHashes(keys, by.caller, raffleId) }
      : { actor: by.actor }),
  });
  return person;
}

/** On the host's list, and as they entered. */
async function addressesOf(
  trx: Trx,
  { raffleId, inviteeId }: { raffleId: string; inviteeId: string },
): Promise<string[]> {
  const listed = await trx
    .selectFrom('invitees')
    .select('email')
    .where('raffle_id', '=', raffleId)
    .where('id', '=', inviteeId)
    .execute();
  const entered = await trx
    .selectFrom('participations')
    .select('email')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .execute();
  return [...listed, ...entered].flatMap(({ email }) => email ?? []);
}

/** R53: people who left or were removed longer ago than the host's retention period, in raffles of any status. */
export async function eraseLeavers(parts: DataRetentionParts): Promise<void> {
  for (const { raffleId, inviteeId } of await leaversDue(parts.database, parts.clock.now())) {
    await erase(parts, raffleId, inviteeId, { actor: 'system' });
  }
}

/**
 * A raffle in any status. A drawn one loses all personal data, and its results stay by number; any other is deleted, and where
 * it was opened, voided in the public log.
 * @returns whether it was deleted
 * @throws RefusalError not_found, draw_running
 */
export async function eraseRaffleNow(
  parts: DataRetentionParts,
  own: OwnRaffle,
  caller: Caller,
): Promise<{ gone: boolean }> {
  const { database, keys, clock, bus, images } = parts;
  const from = callerHashes(keys, caller, own.id);
  if (own.status === 'draft') {
    await deleteDraft(parts, own, from);
    return { gone: true };
  }
  const gone = await database.transaction(async (trx) => {
    const raffle = await lockIdle(parts, trx, own.id);
    const now = clock.now();
    const audit = {
      hostId: raffle.host_id,
      workspaceId: raffle.workspace_id,
      actor: 'host',
      action: 'raffle_erased',
      ts: now,
      from,
    } as const;
    await keepWinners(parts, trx, raffle, now);
    if (raffle.status === 'drawn') {
      await eraseRaffle(trx, parts, raffle, { now, rules: false });
      await writeAudit(trx, { ...audit, raffleId: raffle.id });
      return false;
    }
    const undecided = await undecidedDraws(trx, raffle.id);
    await releaseImages(trx, images, raffle);
    await trx.deleteFrom('audit_log').where('raffle_id', '=', raffle.id).execute();
    await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
    await writeAudit(trx, { ...audit, raffleId: null });
    // Last, because every other append waits for the log's head from here on.
    for (const drawId of undecided) await writeVoidRecord(trx, keys, { drawId, ...ERASED, now });
    return true;
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  await images.sweep();
  await database.leaveNoTraces();
  return { gone };
}

async function lockIdle({ database }: DataRetentionParts, trx: Trx, raffleId: string): Promise<RaffleRow> {
  const raffle = await lockExistingRaffle(database, trx, raffleId);
  if (phaseOf(raffleFacts(raffle)) === 'drawing') {
    const message = 'The draw of this raffle is running. Please wait until it is complete.';
    throw new RefusalError('draw_running', { message });
  }
  return raffle;
}
