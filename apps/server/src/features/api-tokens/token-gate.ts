/**
 * Calls with an API token (R85), before any route sees them.
 *
 * 1. Only the token counts: a cookie that comes with it is not looked at, and none is set.
 * 2. A token that ended, never existed or was mistyped is refused on every route, also on those that are open to everyone, so that
 *    nobody takes a public answer for that of a member. Wrong ones are counted for their network (H6).
 * 3. A token that works is counted alone; then its route must have a row in route-abilities.ts, and the token its scope.
 * 4. Whose token it is follows the person: a token ends with the membership, with a reset of the password and with suspension.
 *
 * A live connection never passes here, so a token opens none.
 */
import { type ApiScope, LIMITS, type MemberAbility, scopeFor, tokenMay } from '@glassdrum/raffle-rules';
import type { FastifyRequest } from 'fastify';
import { noteHost, noteToken } from '../../audit/audit.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { networkPrefix } from '../../platform/http/network-prefix.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { SecurityEvents } from '../installation/security-events/commands.ts';
import { accessOfRoute } from './route-abilities.ts';
import { isWellFormed, sentToken, tokenHash } from './token-format.ts';

/** What a call's token grants; only this file makes it. */
export interface TokenGrant {
  readonly tokenId: string;
  readonly userId: string;
  /** Its only workspace. */
  readonly workspaceId: string;
  readonly scopes: ReadonlySet<ApiScope>;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Of the person. */
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

interface Headers {
  authorization?: string | undefined;
}

export interface TokenGateParts {
  database: Database;
  clock: Clock;
  keys: Keys;
  limits: RateLimits;
  events: Pick<SecurityEvents, 'record'>;
}

const MISSES = { points: 60, windowSeconds: 60 };
const CALLS = { points: LIMITS.apiTokenCalls.max, windowSeconds: 60 };
/** How exactly a token's last use is known. */
const USE_MS = 3_600_000;
const NETWORKS_KEPT = 20;

const grants = new WeakMap<Headers, TokenGrant>();

/** The grant of the call with these headers, once it passed; null for calls without a token. */
export function grantOfCall(headers: Headers): TokenGrant | null {
  return grants.get(headers) ?? null;
}

/** Whether a call or a handshake sends an API token, valid or not. */
export function sendsToken({ authorization }: Headers): boolean {
  return sentToken(authorization) !== null;
}

/** Must be called before any route is registered. */
export function admitTokens(app: HttpServer, parts: TokenGateParts): void {
  const { database, clock, keys, limits, events } = parts;
  const misses = limits.attempts('api-token-miss', MISSES);
  const calls = limits.attempts('api-token', CALLS);

  app.addHook('onRequest', async (request, reply) => {
    const token = sentToken(request.headers.authorization);
    if (token === null) return;
    const found = isWellFormed(token) ? await activeToken(database, tokenHash(token), clock.now()) : null;
    if (found === null) {
      void reply.header('www-authenticate', 'Bearer error="invalid_token"');
      await misses.consume(request.ip, 'api-token');
      throw new RefusalError('token_invalid');
    }
    const { grant, lastUsedAt, networks } = found;
    noteHost(request.headers, grant.userId);
    noteToken(request.headers, grant.tokenId);
    await calls.consume(grant.tokenId, 'calls');
    requireScope(request, grant.scopes);
    grants.set(request.headers, grant);
    await noteUse(request.ip, grant, { lastUsedAt, networks });
  });

  /** When, to the hour, and whether from a network that it was never used from (M6). */
  async function noteUse(
    ip: string,
    { tokenId, userId }: TokenGrant,
    known: { lastUsedAt: number | null; networks: readonly string[] },
  ): Promise<void> {
    const hour = Math.floor(clock.now() / USE_MS) * USE_MS;
    const network = keys.pseudonymise(`api-token:${tokenId}`, networkPrefix(ip) ?? '');
    const isNew = !known.networks.includes(network);
    if (!isNew && known.lastUsedAt !== null && known.lastUsedAt >= hour) return;
    const networks = isNew ? [network, ...known.networks].slice(0, NETWORKS_KEPT) : known.networks;
    await database.query
      .updateTable('api_tokens')
      .set({ last_used_at: hour, networks: JSON.stringify(networks) })
      .where('id', '=', tokenId)
      .execute();
    if (isNew) events.record({ kind: 'api_token_used', hostId: userId, ip });
  }
}

/** @throws RefusalError token_not_allowed, token_scope_missing (403) */
function requireScope(request: FastifyRequest, scopes: ReadonlySet<ApiScope>): void {
  const { url } = request.routeOptions;
  // There is no such route; it answers that itself.
  if (url === undefined) return;
  const access = accessOfRoute(request.method, url);
  if (access === 'open') return;
  if (access === null || access === 'never') throw new RefusalError('token_not_allowed');
  requireTokenAbility(scopes, access);
}

/** @throws RefusalError token_not_allowed, token_scope_missing (403) */
export function requireTokenAbility(scopes: ReadonlySet<ApiScope>, ability: MemberAbility): void {
  if (tokenMay(scopes, ability)) return;
  const needed = scopeFor(ability);
  if (needed === 'none') throw new RefusalError('token_not_allowed');
  throw new RefusalError('token_scope_missing', {
    message: `This token lacks the scope “${needed}”, which this call needs.`,
  });
}

/**
 * Null once it ended, or its person left the workspace or may not sign in any more. Who comes back to a workspace makes new ones.
 * @param now epoch ms
 */
async function activeToken(
  { query }: Database,
  hash: string,
  now: number,
): Promise<{ grant: TokenGrant; lastUsedAt: number | null; networks: string[] } | null> {
  const row = await query
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 't.workspace_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .select([
      't.id',
      't.user_id',
      't.workspace_id',
      't.scopes',
      't.expires_at',
      't.last_used_at',
      't.networks',
    ])
    .select(['u.name', 'u.email', 'u.email_verified'])
    .where('t.token_hash', '=', hash)
    .where('t.ended_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.suspended_at', 'is', null)
    .whereRef('m.joined_at', '<=', 't.created_at')
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    grant: {
      tokenId: row.id,
      userId: row.user_id,
      workspaceId: row.workspace_id,
      scopes: new Set(JSON.parse(row.scopes) as ApiScope[]),
      expiresAt: row.expires_at,
      name: row.name,
      email: row.email,
      emailVerified: row.email_verified === 1,
    },
    lastUsedAt: row.last_used_at,
    networks: JSON.parse(row.networks) as string[],
  };
}
