/**
 * The audit log (R11): who did what to a raffle, written in the transaction that did it. Addresses and user agents are
 * kept as keyed hashes only, with a key of their own for each raffle or account (I5).
 */
import { randomBytes } from 'node:crypto';
import type { Trx } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';

/** Keyed hashes of a caller's address and user agent; null where the caller named none. */
export interface CallerHashes {
  ipHash: string | null;
  uaHash: string | null;
}

export interface AuditRecord {
  raffleId: string | null;
  /** The host whose raffle or account it is about. */
  hostId: string | null;
  actor: 'host' | 'participant' | 'system';
  /** In snake case and in the past tense, e.g. `raffle_opened`. */
  action: string;
  /** Epoch ms. */
  ts: number;
  /** Counts, codes and ids; never names, addresses or secrets. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
  from?: CallerHashes;
}

export async function writeAudit(trx: Trx, record: AuditRecord): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      id: randomBytes(16).toString('base64url'),
      raffle_id: record.raffleId,
      host_id: record.hostId,
      actor: record.actor,
      action: record.action,
      ts: record.ts,
      ip_hash: record.from?.ipHash ?? null,
      ua_hash: record.from?.uaHash ?? null,
      details: record.details === undefined ? null : JSON.stringify(record.details),
    })
    .execute();
}

/** What a call says about where it comes from. */
interface Caller {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}

/** @param about the raffle's or host's id: the same caller has unrelated hashes in another one */
export function callerHashes(keys: Keys, caller: Caller, about: string): CallerHashes {
  const agent = caller.headers['user-agent'];
  return {
    ipHash: keys.pseudonymise(`audit:${about}`, caller.ip),
    uaHash: agent === undefined ? null : keys.pseudonymise(`audit:${about}`, agent),
  };
}
