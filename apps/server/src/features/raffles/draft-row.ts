/** The row of a new draft (R10), from scratch or as a copy. */
import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Images } from '../../platform/storage/images.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { newLinkAndCode } from './public-link/commands.ts';

/** What a draft begins with. */
const NEW_RAFFLE = {
  status: 'draft',
  entry_count: 0,
  active_count: 0,
  ticket_total: 0,
  bucket_totals: null,
  invitees_count: 0,
  roster_revision: 0,
  draw_started: 0,
} as const;

type Settings = Omit<
  Insertable<Tables['raffles']>,
  | 'id'
  | 'host_id'
  | 'workspace_id'
  | 'created_at'
  | 'updated_at'
  | 'public_link'
  | 'join_code'
  | keyof typeof NEW_RAFFLE
>;

/** Whose a draft is. */
export interface NewOwner {
  /** In whose name it is held. */
  hostId: string;
  workspaceId: string;
  /** Epoch ms. */
  now: number;
}

/** With links of its own where people may join by them. Its image is kept from here on. @throws RefusalError not_found once the workspace is deleted */
export async function insertDraft(
  trx: Trx,
  images: Images,
  settings: Settings,
  { hostId, workspaceId, now }: NewOwner,
): Promise<RaffleRow> {
  const { image_url: image } = settings;
  await lockWorkspace(trx, workspaceId);
  if (typeof image === 'string') await images.keep(trx, image);
  const links = settings.allow_public_join === 1 ? await newLinkAndCode(trx) : NO_LINKS;
  return trx
    .insertInto('raffles')
    .values({
      ...NEW_RAFFLE,
      ...settings,
      ...links,
      // 16 bytes: ids can't be guessed (I4).
      id: randomBytes(16).toString('base64url'),
      host_id: hostId,
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const NO_LINKS = { public_link: null, join_code: null };
