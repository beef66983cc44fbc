/**
 * Who the host is (I2, I3): the session cookie, and nothing else a caller sends. A session that was idle for 12 hours, or
 * is 14 days old, is over; both are reckoned with the server's clock.
 */
import type { Clock } from '../../clock/clock.ts';
import type { Database, Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { type AuthLibrary, SESSION_SECONDS } from './auth-library.ts';

const minted: unique symbol = Symbol('host');

/** A host proven by a session; only this file makes it. */
export interface HostIdentity {
  readonly hostId: string;
  readonly name: string;
  readonly email: string;
  /** The session's id, never its secret. */
  readonly sessionId: string;
  readonly [minted]: true;
}

/** The headers of a call or of a socket's handshake. */
export interface HostHeaders {
  cookie?: string | undefined;
}

export interface HostGate {
  /** Null without a living session. Counts as a sign of life of the session. */
  find(headers: HostHeaders): Promise<HostIdentity | null>;
  /** @throws CallError not_signed_in (401) */
  require(request: { headers: HostHeaders }): Promise<HostIdentity>;
}

const IDLE_MS = 12 * 3600 * 1000;
const ABSOLUTE_MS = SESSION_SECONDS * 1000;
/** How exactly idleness is known; every call writing would cost more than it tells. */
const TOUCH_MS = 60 * 1000;

export function createHostGate(parts: { database: Database; clock: Clock; auth: AuthLibrary }): HostGate {
  const { database, clock, auth } = parts;

  async function find({ cookie }: HostHeaders): Promise<HostIdentity | null> {
    if (cookie === undefined) return null;
    const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
    if (found === null) return null;
    const { session, user } = found;
    const now = clock.now();
    const lastSeen = session.updatedAt.getTime();
    if (now - lastSeen >= IDLE_MS || now - session.createdAt.getTime() >= ABSOLUTE_MS) return null;
    if (now - lastSeen >= TOUCH_MS) {
      await database.query
        .updateTable('sessions')
        .set({ updated_at: now })
        .where('id', '=', session.id)
        .where('updated_at', '<', now)
        .execute();
    }
    return { hostId: user.id, name: user.name, email: user.email, sessionId: session.id, [minted]: true };
  }

  return {
    find,
    async require(request) {
      const host = await find(request.headers);
      if (host === null) throw new CallError('not_signed_in');
      return host;
    },
  };
}

/** Sessions that nobody can use any more are forgotten. */
export async function forgetOldSessions(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row('updated_at', '<=', now - IDLE_MS), row('created_at', '<=', now - ABSOLUTE_MS)]),
    )
    .execute();
}
