/**
 * R78: publishing less of a name from now on: by its person, or by the host for somebody of the raffle.
 *
 * 1. Under the raffle's lock the rule decides; not while a draw runs, whose frames and proof are on their way.
 * 2. The entry, its lines in the chat, the stored proofs and the audit record are written together. All that is answered later takes the
 *    name from the entry.
 * 3. After the commit lists, rooms and the person's own devices are told.
 */
import { decideLowerName, isNameInProof, type NamePublication } from '@glassdrum/raffle-rules';
import type { Trx } from '../../../platform/database/database.ts';
import { publicationsOf } from '../../../platform/database/name-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { type Caller, callerHashes, writeAudit } from '../../../audit/audit.ts';
import { withholdName } from '../../draws/results/commands.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import type { ChangedEntry, EntryCommandParts } from '../commands.ts';
import { entryOf } from '../joining/join-state.ts';
import { publishedNameOf } from '../queries.ts';

/**
 * Idempotent.
 * @throws RefusalError not_found for somebody without an entry or whose name was erased, or the rule's refusal
 */
export async function lowerName(
  parts: EntryCommandParts,
  { raffleId, inviteeId }: { raffleId: string; inviteeId: string },
  { publication, by, caller }: { publication: NamePublication; by: 'host' | 'participant'; caller: Caller },
): Promise<ChangedEntry> {
  const { database, keys, clock, bus } = parts;
  const { changed, isDrawn, ...result } = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, raffleId);
    const row = await trx
      .selectFrom('participations')
      .selectAll()
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .executeTakeFirst();
    const before = row === undefined ? null : entryOf(row);
    if (row === undefined || before === null) throw new RefusalError('not_found');
    const names = { allowed: publicationsOf(raffle), current: before.publication };
    orRefuse(decideLowerName(raffleFacts(raffle), names, publication));
    const entry = { ...before, publication };
    const answer = { entry, joinedAt: row.joined_at, isDrawn: raffle.draw_started === 1 };
    if (publication === before.publication) return { ...answer, changed: false };
    const { entryNumber } = entry;
    const now = clock.now();
    await trx
      .updateTable('participations')
      .set({ name_publication: publication })
      .where('raffle_id', '=', raffleId)
      .where('entry_number', '=', entryNumber)
      .execute();
    await renameInChat(trx, { raffleId, inviteeId, name: publishedNameOf(entry) });
    if (!isNameInProof(publication)) await withholdName(trx, raffleId, entryNumber);
    await trx
      .updateTable('raffles')
      .set((set) => ({ roster_revision: set('roster_revision', '+', 1), updated_at: now }))
      .where('id', '=', raffleId)
      .execute();
    await writeAudit(trx, {
      raffleId,
      hostId: raffle.host_id,
      actor: by,
      action: 'name_lowered',
      ts: now,
      details: { entry_number: entryNumber, name_publication: publication },
      from: callerHashes(keys, caller, raffleId),
    });
    return { ...answer, changed: true };
  });
  if (changed) {
    bus.publish({ topic: 'raffle-changed', raffleId });
    bus.publish({ topic: 'entries-changed', raffleId });
    bus.publish({ topic: 'own-entry-changed', raffleId, inviteeId });
    // Pages with the result get it again, with the name as it is now.
    if (isDrawn) bus.publish({ topic: 'draw-advanced', raffleId, step: 'advance' });
  }
  return result;
}

/** Lines name their senders and recipients themselves. */
async function renameInChat(
  trx: Trx,
  { raffleId, inviteeId, name }: { raffleId: string; inviteeId: string; name: string },
): Promise<void> {
  await trx
    .updateTable('chat_messages')
    .set({ display_name: name })
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', inviteeId)
    .where('deleted_at', 'is', null)
    .execute();
  await trx
    .updateTable('chat_messages')
    .set({ recipient_name: name })
    .where('raffle_id', '=', raffleId)
    .where('recipient_id', '=', inviteeId)
    .execute();
}
