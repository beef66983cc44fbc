/** Sessions begin with a proof of identity and end on the host's word, a new password, or with time (I2, I3). */
import type { AccountSession, AuditAction } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type AccountParts, auditHost, type Caller, type SignedIn } from '../account-parts.ts';
import { noteHost } from '../../../audit/audit.ts';
import { activeSessions, deleteEndedSessions, type HostIdentity } from '../host-gate.ts';

/**
 * What follows from a new session: the one that the browser had before is over.
 *
 * @param cookies the new session's Set-Cookie lines
 * @param action for the audit log, e.g. `signed_in`
 */
export async function completeSignIn(
  parts: AccountParts,
  caller: Caller,
  userId: string,
  { cookies, action }: { cookies: string[]; action: AuditAction },
): Promise<SignedIn> {
  const { database, clock, bus, hosts } = parts;
  const earlier = await hosts.find(caller.headers);
  noteHost(caller.headers, userId);
  const now = clock.now();
  const user = await database.transaction(async (trx) => {
    if (earlier !== null) await trx.deleteFrom('sessions').where('id', '=', earlier.sessionId).execute();
    await deleteEndedSessions(trx, now);
    await auditHost(trx, parts, { caller, hostId: userId, action });
    return trx
      .updateTable('users')
      .set({ last_login_at: now })
      .where('id', '=', userId)
      .returning(['id', 'name', 'email'])
      .executeTakeFirstOrThrow();
  });
  if (earlier !== null) bus.publish({ topic: 'host-sessions-ended', hostId: earlier.hostId });
  return { ...user, cookies };
}

/**
 * R82: for a caller who proved to own the account; nobody else learns that it is suspended. The host gate decides again, for
 * sessions that open while an account is being suspended. @throws RefusalError account_suspended
 */
export async function refuseSuspended(query: Kysely<Tables>, userId: string): Promise<void> {
  const user = await query
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (typeof user?.suspended_at === 'number') throw new RefusalError('account_suspended');
}

/** Ends every session of a host. Publish `host-sessions-ended` after the commit. */
export async function endAllSessions(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Seeing the own sessions, and ending one, all others or all (C14). */
export interface SessionCommands {
  /** The one used last comes first. */
  list(host: HostIdentity): Promise<AccountSession[]>;
  /** @throws RefusalError not_found */
  end(caller: Caller, host: HostIdentity, sessionId: string): Promise<void>;
  endOthers(caller: Caller, host: HostIdentity): Promise<void>;
  endAll(caller: Caller, host: HostIdentity): Promise<void>;
}

export function sessionCommands(parts: AccountParts): SessionCommands {
  const { database, clock, bus } = parts;

  async function change(
    caller: Caller,
    { hostId }: HostIdentity,
    { action, work }: { action: AuditAction; work: (trx: Trx) => Promise<void> },
  ): Promise<void> {
    await database.transaction(async (trx) => {
      await work(trx);
      await auditHost(trx, parts, { caller, hostId, action });
    });
    bus.publish({ topic: 'host-sessions-ended', hostId });
  }

  return {
    async list({ hostId, sessionId }) {
      const rows = await activeSessions(database.query, hostId, clock.now());
      return rows.map((row) => ({
        id: row.id,
        device: row.user_agent,
        network: row.ip_address,
        created_at: row.created_at,
        last_seen_at: row.updated_at,
        current: row.id === sessionId,
      }));
    },

    end: (caller, host, sessionId) =>
      change(caller, host, {
        action: 'session_ended',
        async work(trx) {
          const ended = await trx
            .deleteFrom('sessions')
            .where('id', '=', sessionId)
            .where('user_id', '=', host.hostId)
            .executeTakeFirst();
          if (ended.numDeletedRows === 0n) throw new RefusalError('not_found');
        },
      }),

    endOthers: (caller, host) =>
      change(caller, host, {
        action: 'other_sessions_ended',
        async work(trx) {
          await trx
            .deleteFrom('sessions')
            .where('user_id', '=', host.hostId)
            .where('id', '!=', host.sessionId)
            .execute();
        },
      }),

    endAll: (caller, host) =>
      change(caller, host, {
        action: 'signed_out_everywhere',
        work: (trx) => endAllSessions(trx, host.hostId),
      }),
  };
}
