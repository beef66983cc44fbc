/** Sessions begin with a proof of identity and end on the host's word, a new password, or with time (I2, I3). */
import type { Trx } from '../../database/database.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { AccountParts, Caller, SignedIn } from './account-parts.ts';
import { forgetOldSessions } from './host-gate.ts';

/**
 * What follows from a new session: the one that the browser had before is over.
 *
 * @param cookies the new session's Set-Cookie lines
 * @param action for the audit log, e.g. `signed_in`
 */
export async function welcome(
  { database, keys, clock, bus, hosts }: AccountParts,
  caller: Caller,
  userId: string,
  { cookies, action }: { cookies: string[]; action: string },
): Promise<SignedIn> {
  const earlier = await hosts.find(caller.headers);
  const now = clock.now();
  const user = await database.transaction(async (trx) => {
    if (earlier !== null) await trx.deleteFrom('sessions').where('id', '=', earlier.sessionId).execute();
    await forgetOldSessions(trx, now);
    await writeAudit(trx, {
      raffleId: null,
      hostId: userId,
      actor: 'host',
      action,
      ts: now,
      from: callerHashes(keys, caller, userId),
    });
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

/** Ends every session of a host. Publish `host-sessions-ended` after the commit. */
export async function endAllSessions(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
