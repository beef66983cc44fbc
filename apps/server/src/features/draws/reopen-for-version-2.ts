/**
 * After the upgrade to version 2 of the draw protocol (migration 0011): raffles that were opened before and not drawn yet get a
 * new opening. Their entries get new name commitments and new receipts. This needs the installation's keys, so it happens once
 * for each raffle when the server starts.
 */
import { nameCommit } from '@glassdrum/fair-draw';
import type { Clock } from '../../platform/clock/clock.ts';
import { lockRaffle, type Database, type Trx } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { newPublicId, writeOpening } from './openings.ts';
import { writeAudit } from '../../audit/audit.ts';

interface ReopenParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

/** Safe on several nodes at once. @returns how many this call opened */
export async function reopenForVersion2(parts: ReopenParts): Promise<number> {
  const { database } = parts;
  const raffles = await database.query
    .selectFrom('raffles')
    .select('id')
    .where('status', 'in', ['open', 'closed'])
    .where('draw_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  let opened = 0;
  for (const { id } of raffles) {
    if (await database.transaction((trx) => openOne(parts, trx, id))) opened += 1;
  }
  return opened;
}

async function openOne({ database, keys, clock }: ReopenParts, trx: Trx, id: string): Promise<boolean> {
  const raffle = await lockRaffle(database, trx, id);
  if (raffle === undefined || raffle.draw_id !== null) return false;
  const now = clock.now();
  const seriesId = newPublicId();
  const opening = await writeOpening(trx, keys, { ...raffle, series_id: seriesId }, { number: 1, now });
  const people = await trx
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'salt'])
    .where('raffle_id', '=', id)
    .execute();
  for (const { entry_number: entryNumber, display_name: name, salt } of people) {
    if (name === null || salt === null) continue;
    await trx
      .updateTable('participations')
      .set({ name_commit: nameCommit(salt, name), receipt_issued_at_s: Math.floor(now / 1000) })
      .where('raffle_id', '=', id)
      .where('entry_number', '=', entryNumber)
      .execute();
  }
  await trx
    .updateTable('raffles')
    .set({ series_id: seriesId, draw_id: opening.id, updated_at: now })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, {
    raffleId: id,
    hostId: raffle.host_id,
    actor: 'system',
    action: 'raffle_opened',
    ts: now,
    details: { host_seq: opening.host_seq, open_hash: opening.open_hash, protocol: 2 },
  });
  return true;
}
