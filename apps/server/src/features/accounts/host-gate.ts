/**
 * Who the host is (I2, I3): the session cookie, or an API token that passed its own gate (R85), and nothing else a caller sends. A session that was idle for 12 hours, or
 * is 14 days old, is over; both are reckoned with the server's clock.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { noteHost } from '../../audit/audit.ts';
import { grantOfCall, sendsToken, type TokenGrant } from '../api-tokens/token-gate.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { type AuthLibrary, SESSION_SECONDS } from './auth-library.ts';

const brand: unique symbol = Symbol('HostIdentity');

/** A host with a valid session; only this file makes it. */
export interface HostIdentity {
  readonly hostId: string;
  readonly name: string;
  readonly email: string;
  /** R82: runs the installation. */
  readonly isOperator: boolean;
  /** The session's id, never its secret; with a token there is none. */
  readonly sessionId: string;
  /** R85: by which token the host calls, and what that allows; null in person. */
  readonly token: TokenGrant | null;
  /** When the session ends unless it is used again, epoch ms. */
  readonly endsAt: number;
  /** When the host proved who they are for this session, epoch ms; at a provider that may have been long before (R83). */
  readonly signedInAt: number;
  /** C14: the address is known to be the host's own; also true where no mail is configured, so that nobody can confirm. */
  readonly addressConfirmed: boolean;
  readonly [brand]: true;
}

/** The headers of a call or of a socket's handshake. */
export interface HostHeaders {
  cookie?: string | undefined;
  authorization?: string | undefined;
}

export interface HostGate {
  /** Null without an active session. Counts as use of the session. */
  find(headers: HostHeaders): Promise<HostIdentity | null>;
  /** As `find`, but not counted as use: an open socket keeps no session going (C13). */
  peek(headers: HostHeaders): Promise<HostIdentity | null>;
  /** @throws RefusalError not_signed_in (401) */
  require(request: { headers: HostHeaders }): Promise<HostIdentity>;
  /** Of a host who is known. @throws RefusalError fresh_sign_in_needed (401) */
  refuseStale(host: HostIdentity): void;
  /**
   * For what a screen left alone must not be able to do (C14).
   * @throws RefusalError not_signed_in, fresh_sign_in_needed (401)
   */
  requireFresh(request: { headers: HostHeaders }): Promise<HostIdentity>;
}

const IDLE_MS = 12 * 3600 * 1000;
const ABSOLUTE_MS = SESSION_SECONDS * 1000;
/** How exactly idleness is known; every call writing would cost more than it tells. */
const TOUCH_MS = 60 * 1000;
/** C14: for this long after signing in a host may do what needs a fresh sign-in. */
const FRESH_MS = 10 * 60 * 1000;

/** @param parts.mail whether mail is configured */
export function createHostGate(parts: {
  database: Database;
  clock: Clock;
  auth: AuthLibrary;
  mail: boolean;
}): HostGate {
  const { database, clock, auth, mail } = parts;

  async function peek(headers: HostHeaders): Promise<HostIdentity | null> {
    if (sendsToken(headers)) return byToken(headers);
    const { cookie } = headers;
    return cookie === undefined ? null : ((await read(cookie))?.host ?? null);
  }

  /** A cookie beside a token counts for nothing. Null for a token that no call brought past its gate. */
  function byToken(headers: HostHeaders): HostIdentity | null {
    const grant = grantOfCall(headers);
    if (grant === null) return null;
    return {
      hostId: grant.userId,
      name: grant.name,
      email: grant.email,
      isOperator: false,
      sessionId: '',
      token: grant,
      endsAt: grant.expiresAt,
      // Never fresh: what needs that needs the person (C14).
      signedInAt: 0,
      addressConfirmed: !mail || grant.emailVerified,
      [brand]: true,
    };
  }

  async function find(headers: HostHeaders): Promise<HostIdentity | null> {
    if (sendsToken(headers)) return byToken(headers);
    const { cookie } = headers;
    const found = cookie === undefined ? null : await read(cookie);
    if (found === null) return null;
    noteHost(headers, found.host.hostId);
    const { host, lastSeen, createdAt } = found;
    const now = clock.now();
    if (now - lastSeen < TOUCH_MS) return host;
    await database.query
      .updateTable('sessions')
      .set({ updated_at: now })
      .where('id', '=', host.sessionId)
      .where('updated_at', '<', now)
      .execute();
    return { ...host, endsAt: endOf(now, createdAt) };
  }

  async function read(
    cookie: string,
  ): Promise<{ host: HostIdentity; lastSeen: number; createdAt: number } | null> {
    const found = await auth.api.getSession({ headers: new Headers({ cookie }) }).catch(unreadSession);
    if (found === null) return null;
    const { session, user } = found;
    if (typeof user.suspendedAt === 'number') return null;
    const lastSeen = session.updatedAt.getTime();
    const createdAt = session.createdAt.getTime();
    const endsAt = endOf(lastSeen, createdAt);
    if (clock.now() >= endsAt) return null;
    const { id: hostId, name, email } = user;
    const isOperator = user.isOperator === 1;
    return {
      host: {
        hostId,
        name,
        email,
        isOperator,
        sessionId: session.id,
        token: null,
        endsAt,
        signedInAt: typeof session.authenticatedAt === 'number' ? session.authenticatedAt : createdAt,
        addressConfirmed: !mail || user.emailVerified,
        [brand]: true,
      },
      lastSeen,
      createdAt,
    };
  }

  async function require(request: { headers: HostHeaders }): Promise<HostIdentity> {
    const host = await find(request.headers);
    if (host === null) throw new RefusalError('not_signed_in');
    return host;
  }

  function refuseStale(host: HostIdentity): void {
    if (clock.now() >= freshUntil(host)) throw new RefusalError('fresh_sign_in_needed');
  }

  return {
    find,
    peek,
    require,
    refuseStale,
    async requireFresh(request) {
      const host = await require(request);
      refuseStale(host);
      return host;
    },
  };
}

/** Until when the sign-in counts as fresh, epoch ms. */
export function freshUntil({ signedInAt }: HostIdentity): number {
  return signedInAt + FRESH_MS;
}

/** For what only the owner of the account's address may do (C14). @throws RefusalError address_not_confirmed */
export function requireConfirmedAddress({ addressConfirmed }: HostIdentity): void {
  if (!addressConfirmed) throw new RefusalError('address_not_confirmed');
}

function endOf(lastSeen: number, createdAt: number): number {
  return Math.min(lastSeen + IDLE_MS, createdAt + ABSOLUTE_MS);
}

/** The account's sessions that are not over, the one used last first. @param now epoch ms */
export async function activeSessions(
  query: Kysely<Tables>,
  hostId: string,
  now: number,
): Promise<Selectable<Tables['sessions']>[]> {
  return query
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', hostId)
    .where('updated_at', '>', now - IDLE_MS)
    .where('created_at', '>', now - ABSOLUTE_MS)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes the sessions that nobody can use any more. */
export async function deleteEndedSessions(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row('updated_at', '<=', now - IDLE_MS), row('created_at', '<=', now - ABSOLUTE_MS)]),
    )
    .execute();
}

/** The library answers so when the database does not answer it, and tells nobody why. */
function unreadSession(error: unknown): never {
  throw (error as { statusCode?: unknown }).statusCode === 500 ? new RefusalError('unavailable') : error;
}
