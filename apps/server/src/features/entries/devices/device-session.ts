/**
 * The session with which another device uses an entry (I1). A browser has one session for all of its entries, so a known one
 * stays; an unknown one is never adopted.
 */
import type { Kysely } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { ParticipantSessions, SessionHeaders } from '../participant-session.ts';

export interface DeviceSession {
  hash: string;
  /** The secret of a new session, sent to the device once. */
  freshToken: string | null;
}

export async function deviceSession(
  query: Kysely<Tables>,
  sessions: ParticipantSessions,
  headers: SessionHeaders,
  now: number,
): Promise<DeviceSession> {
  const sent = sessions.read(headers)?.tokenHash ?? null;
  if (sent !== null && (await isKnown(query, sent, now))) return { hash: sent, freshToken: null };
  const fresh = sessions.create();
  return { hash: fresh.tokenHash, freshToken: fresh.token };
}

/** A session that waits for an approval was issued here too. */
async function isKnown(query: Kysely<Tables>, hash: string, now: number): Promise<boolean> {
  const session = await query
    .selectFrom('participant_sessions')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  if (session !== undefined) return true;
  const request = await query
    .selectFrom('continue_requests')
    .select('id')
    .where('session_hash', '=', hash)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}

interface LinkedEntry {
  raffleId: string;
  hostId: string;
  inviteeId: string;
  entryNumber: number;
}

/** Links the session to the entry and records in the audit log how that happened. */
export async function linkDevice(
  trx: Trx,
  entry: LinkedEntry,
  link: {
    sessionHash: string;
    via: 'approval' | 'device' | 'mail' | 'link';
    now: number;
    from: CallerHashes;
  },
): Promise<void> {
  const { raffleId, inviteeId, hostId } = entry;
  await trx
    .insertInto('participant_sessions')
    .values({
      token_hash: link.sessionHash,
      raffle_id: raffleId,
      invitee_id: inviteeId,
      created_at: link.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writeAudit(trx, {
    raffleId,
    hostId,
    actor: 'participant',
    action: 'entry_continued',
    ts: link.now,
    details: { entry_number: entry.entryNumber, via: link.via },
    from: link.from,
  });
}
