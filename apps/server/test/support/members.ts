/** Members of workspaces in tests (R81). */
import type { CurrentUser, HostRaffle } from '@glassdrum/contract';
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Browser } from './browser.ts';
import type { TestApp } from './make-app.ts';

/** The account that is signed in. */
export async function accountId(host: Pick<Browser, 'get'>): Promise<string> {
  return (await host.get<CurrentUser>('/api/auth/me')).body.id;
}

/** The workspace in which this host makes raffles. */
export async function workspaceOf(app: TestApp, host: Pick<Browser, 'get'>): Promise<string> {
  const row = await app.parts.database.query
    .selectFrom('workspace_members')
    .select('workspace_id')
    .where('user_id', '=', await accountId(host))
    .orderBy('joined_at')
    .executeTakeFirstOrThrow();
  return row.workspace_id;
}

/** Makes a signed-in host a member of the raffle's workspace at once, without an invitation. */
export async function makeMember(
  app: TestApp,
  { workspace_id: workspaceId }: Pick<HostRaffle, 'workspace_id'>,
  host: Pick<Browser, 'get'>,
  role: WorkspaceRole,
): Promise<void> {
  await app.parts.database.query
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: await accountId(host), role, joined_at: app.clock.now() })
    .execute();
}
