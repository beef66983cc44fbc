/** Templates (R80): a raffle's settings, prizes and draws, saved under a name, from which its host makes new drafts. */
import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { Images } from '../../../platform/storage/images.ts';
import { lockWorkspace } from '../../workspaces/queries.ts';
import { auditHostAction, type RaffleCommandParts } from '../commands.ts';
import { imagesOf, parseCopy, readCopy, withDates, withOwnImages, writeCopy } from '../copies/copies.ts';
import type { NewOwner } from '../draft-row.ts';
import type { OwnRaffle } from '../raffle-gate.ts';
import { templateIdsOf } from './queries.ts';

export type TemplateRow = Selectable<Tables['raffle_templates']>;

/** Without people, links, passphrase and dates. @throws RefusalError too_many_templates */
export async function saveTemplate(
  { database, clock, images }: RaffleCommandParts,
  { own, hostId }: { own: OwnRaffle; hostId: string },
  name: string,
  from: CallerHashes,
): Promise<TemplateRow> {
  const read = withDates(await readCopy(database.query, own), () => null);
  const copy = await withOwnImages(images, read);
  return database.transaction(async (trx) => {
    const now = clock.now();
    if (own.workspace_id === null) throw new RefusalError('not_found');
    // So that no two calls count the same templates.
    await lockWorkspace(trx, own.workspace_id);
    const before = await templateIdsOf(trx, own.workspace_id);
    if (before.length >= LIMITS.templates.max) throw new RefusalError('too_many_templates');
    for (const path of imagesOf(copy)) await images.keep(trx, path);
    const row = {
      id: randomBytes(16).toString('base64url'),
      host_id: hostId,
      workspace_id: own.workspace_id,
      name,
      content: JSON.stringify(copy),
      created_at: now,
      updated_at: now,
    };
    await trx.insertInto('raffle_templates').values(row).execute();
    await auditHostAction(trx, own, 'template_saved', now, from, { template_id: row.id });
    return row;
  });
}

export async function renameTemplate(
  { database, clock }: Pick<RaffleCommandParts, 'database' | 'clock'>,
  template: TemplateRow,
  name: string,
  from: CallerHashes,
): Promise<TemplateRow> {
  return database.transaction(async (trx) => {
    const now = clock.now();
    const row = await trx
      .updateTable('raffle_templates')
      .set({ name, updated_at: now })
      .where('id', '=', template.id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new RefusalError('not_found');
    await auditTemplate(trx, template, 'template_renamed', now, from);
    return row;
  });
}

/** Raffles that were made from it stay as they are. */
export async function deleteTemplate(
  { database, clock, images }: Pick<RaffleCommandParts, 'database' | 'clock' | 'images'>,
  template: TemplateRow,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    await releaseTemplateImages(trx, images, template);
    await trx.deleteFrom('raffle_templates').where('id', '=', template.id).execute();
    await auditTemplate(trx, template, 'template_deleted', clock.now(), from);
  });
  await images.sweep();
}

export async function releaseTemplateImages(
  trx: Trx,
  images: Images,
  { content }: Pick<TemplateRow, 'content'>,
): Promise<void> {
  for (const path of imagesOf(parseCopy(content))) await images.letGo(trx, path);
}

/** A new draft. */
export async function createFromTemplate(
  { database, clock, images, bus }: RaffleCommandParts,
  owner: Omit<NewOwner, 'now'>,
  template: TemplateRow,
  from: CallerHashes,
): Promise<RaffleRow> {
  const copy = await withOwnImages(images, parseCopy(template.content));
  const written = await database.transaction(async (trx) => {
    const now = clock.now();
    const row = await writeCopy(trx, images, copy, { ...owner, now });
    const details = { template_id: template.id };
    await auditHostAction(trx, row, 'raffle_made_from_template', now, from, details);
    return row;
  });
  bus.publish({ topic: 'raffle-changed', raffleId: written.id });
  return written;
}

function auditTemplate(
  trx: Trx,
  { id, host_id: hostId, workspace_id: workspaceId }: TemplateRow,
  action: AuditAction,
  ts: number,
  from: CallerHashes,
): Promise<void> {
  const details = { template_id: id };
  return writeAudit(trx, { raffleId: null, hostId, workspaceId, actor: 'host', action, ts, details, from });
}
