/** R81: every account has a workspace from the start, so that who works alone never has to think of one. */
import { randomBytes } from 'node:crypto';
import type { Trx } from '../../platform/database/database.ts';
import { membershipsOf } from './queries.ts';

/** With this person as its owner. @param workspace.now epoch ms @returns its id */
export async function insertWorkspace(
  trx: Trx,
  { userId, name, now }: { userId: string; name: string; now: number },
): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  await trx.insertInto('workspaces').values({ id, name, created_at: now }).execute();
  await trx
    .insertInto('workspace_members')
    .values({ workspace_id: id, user_id: userId, role: 'owner', joined_at: now })
    .execute();
  return id;
}

/** A new one, called as the person, for anyone who belongs to none any more. @param now epoch ms */
export async function ensureWorkspace(trx: Trx, userId: string, now: number): Promise<void> {
  if ((await membershipsOf(trx, userId)).length > 0) return;
  const user = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  if (user !== undefined) await insertWorkspace(trx, { userId, name: user.name, now });
}
