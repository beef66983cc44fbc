/** Duplicating a raffle (R80). */
import type { DuplicateBody } from '@glassdrum/contract';
import type { CallerHashes } from '../../../audit/audit.ts';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { auditHostAction, type RaffleCommandParts } from '../commands.ts';
import type { NewOwner } from '../draft-row.ts';
import type { OwnRaffle } from '../raffle-gate.ts';
import { readCopy, withDates, withOwnImages, writeCopy } from './copies.ts';
import { invitesToCopy, writeCopiedPeople } from './people.ts';

/**
 * A draft with the same settings, prizes, draws and chat rules, copies of the images, and those times that are still in the
 * future. Only where the host asks for them with the people on the list, as invitees who were not sent anything yet. Never with
 * the passphrase, links, entries and tickets, which belong to the raffle that they were made for.
 */
export async function duplicateRaffle(
  parts: RaffleCommandParts,
  input: { owner: Omit<NewOwner, 'now'>; raffle: OwnRaffle; body: DuplicateBody; from: CallerHashes },
): Promise<RaffleRow> {
  const { database, clock, images, bus } = parts;
  const { owner, raffle: own, body, from } = input;
  const invites = body?.people === true ? await invitesToCopy(parts, own.id) : [];
  const copy = await withOwnImages(images, await readCopy(database.query, own));
  const written = await database.transaction(async (trx) => {
    const now = clock.now();
    const dated = withDates(copy, (at) => (at > now ? at : null));
    const row = await writeCopy(trx, images, dated, { ...owner, now });
    const details = { people: invites.length };
    await auditHostAction(trx, row, 'raffle_duplicated', now, from, details);
    return writeCopiedPeople(database, trx, row, { invites, now });
  });
  bus.publish({ topic: 'raffle-changed', raffleId: written.id });
  return written;
}
