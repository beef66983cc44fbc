/** R85: making an API token, ending one, and ending all of a person or a membership (C14). */
import { randomBytes } from 'node:crypto';
import type { ApiTokenBody } from '@glassdrum/contract';
import { apiScopes, LIMITS } from '@glassdrum/raffle-rules';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import type { OwnWorkspace } from '../workspaces/workspace-gate.ts';
import { newToken, tokenHash } from './token-format.ts';

export interface TokenCommandParts {
  database: Database;
  clock: Clock;
}

const DAY_MS = 86_400_000;

/** @returns the secret, which is stored nowhere, and the token's id. @throws RefusalError too_many_tokens */
export async function createToken(
  { database, clock }: TokenCommandParts,
  { host, workspace }: { host: HostIdentity; workspace: OwnWorkspace },
  { name, scopes, days }: ApiTokenBody,
  from: CallerHashes,
): Promise<{ id: string; secret: string }> {
  const secret = newToken();
  const id = randomBytes(16).toString('base64url');
  await database.transaction(async (trx) => {
    await lockWorkspace(trx, workspace.id);
    const now = clock.now();
    const { active } = await trx
      .selectFrom('api_tokens')
      .select(({ fn }) => fn.countAll<number>().as('active'))
      .where('workspace_id', '=', workspace.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (active >= LIMITS.apiTokens.max) throw new RefusalError('too_many_tokens');
    const granted = apiScopes.filter((scope) => scopes.includes(scope));
    await trx
      .insertInto('api_tokens')
      .values({
        id,
        name,
        workspace_id: workspace.id,
        user_id: host.hostId,
        token_hash: tokenHash(secret),
        scopes: JSON.stringify(granted),
        created_at: now,
        expires_at: now + days * DAY_MS,
      })
      .execute();
    await writeAudit(trx, {
      raffleId: null,
      hostId: host.hostId,
      workspaceId: workspace.id,
      actor: 'host',
      action: 'api_token_created',
      ts: now,
      details: { token_id: id, scopes: granted.join(', '), days },
      from,
    });
  });
  return { id, secret };
}

/** @throws RefusalError not_found for a token that ended already, of another workspace, or that the caller may not end */
export async function endToken(
  { database, clock }: TokenCommandParts,
  { host, workspace }: { host: HostIdentity; workspace: OwnWorkspace },
  tokenId: string,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock.now();
    const ended = await trx
      .updateTable('api_tokens')
      .set({ ended_at: now })
      .where('id', '=', tokenId)
      .where('workspace_id', '=', workspace.id)
      .where('ended_at', 'is', null)
      // Own ones, and as an owner everybody's.
      .$if(workspace.role !== 'owner', (rows) => rows.where('user_id', '=', host.hostId))
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) throw new RefusalError('not_found');
    await writeAudit(trx, {
      raffleId: null,
      hostId: host.hostId,
      workspaceId: workspace.id,
      actor: 'host',
      action: 'api_token_ended',
      ts: now,
      details: { token_id: tokenId },
      from,
    });
  });
}

/**
 * With a reset of the password, when an operator suspends the account (C14), and of one workspace when its owner leaves that.
 * @param whose.now epoch ms
 */
export async function endTokensOf(
  trx: Trx,
  { userId, workspaceId, now }: { userId: string; workspaceId?: string; now: number },
): Promise<void> {
  await trx
    .updateTable('api_tokens')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(workspaceId !== undefined, (rows) => rows.where('workspace_id', '=', workspaceId ?? ''))
    .execute();
}
