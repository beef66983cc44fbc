/**
 * The audit log (R11): who did what to a raffle, written in the transaction that did it. Addresses and user agents are
 * kept as hashes only. They are keyed twice: with the installation's secret, and with a random key of the raffle or the
 * account, which is erased with it, so that afterwards nobody can compute them again (I5, M10).
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { AuditAction } from '@glassdrum/contract';
import { sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys/keys.ts';

/** A caller's address and user agent, hashed with the installation's secret; null where the caller named none. */
export interface CallerHashes {
  ipHash: string | null;
  uaHash: string | null;
  /** R81: the account that was signed in; null for everyone else. */
  byId: string | null;
  /** R85: the API token by which that person called; null in person. */
  tokenId: string | null;
}

/** Who did it: what a host does is never recorded without the person. 'desk': anyone with the link of the desk (R67). */
export type AuditAuthor =
  { actor: 'host'; from: CallerHashes } | { actor: 'participant' | 'desk' | 'system'; from?: CallerHashes };

export type AuditRecord = AuditContent & AuditAuthor;

interface AuditContent {
  raffleId: string | null;
  /** The host in whose name the raffle is held, or whose account it is about. */
  hostId: string | null;
  /** R81: for what is about a workspace and no raffle. A raffle's own one is noted in any case. */
  workspaceId?: string | null;
  /** The last of them is about the installation, and no host reads it. */
  action: AuditAction | 'app_build_changed';
  /** Epoch ms. */
  ts: number;
  /** Counts, codes and ids; never names, addresses or secrets. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

export async function writeAudit(trx: Trx, record: AuditRecord): Promise<void> {
  const hashes =
    record.from === undefined ? NO_HASHES : hashesToStore(await auditKeyOf(trx, record), record.from);
  await trx
    .insertInto('audit_log')
    .values({
      id: randomBytes(16).toString('base64url'),
      raffle_id: record.raffleId,
      host_id: record.hostId,
      workspace_id:
        record.workspaceId !== undefined || record.raffleId === null
          ? (record.workspaceId ?? null)
          : trx.selectFrom('raffles').select('workspace_id').where('id', '=', record.raffleId),
      by_id: personOf(record),
      token_id: personOf(record) === null ? null : (record.from?.tokenId ?? null),
      actor: record.actor,
      action: record.action,
      ts: record.ts,
      ...hashes,
      details: record.details === undefined ? null : JSON.stringify(record.details),
    })
    .execute();
}

/** R81: who is named. Entrants are named by their entry, and a signed-in host may be one. */
export function personOf({ actor, from }: Pick<AuditRecord, 'actor' | 'from'>): string | null {
  return actor === 'host' ? (from?.byId ?? null) : null;
}

const NO_HASHES = { ip_hash: null, ua_hash: null } as const;

/** The random key of the raffle, or of the account where the raffle is gone or there is none; made when first asked for. */
export async function auditKeyOf(
  trx: Trx,
  about: { raffleId: string | null; hostId: string | null },
): Promise<string | null> {
  const ofRaffle = about.raffleId === null ? null : await keyIn(trx, 'raffles', about.raffleId);
  return ofRaffle ?? (about.hostId === null ? null : keyIn(trx, 'users', about.hostId));
}

async function keyIn(trx: Trx, table: 'raffles' | 'users', id: string): Promise<string | null> {
  const read = async (): Promise<{ audit_key: string | null } | undefined> => {
    const { rows } = await sql<{ audit_key: string | null }>`
      select audit_key from ${sql.table(table)} where id = ${id}`.execute(trx);
    return rows[0];
  };
  const found = await read();
  if (found === undefined || found.audit_key !== null) return found?.audit_key ?? null;
  const fresh = randomBytes(32).toString('hex');
  await sql`update ${sql.table(table)} set audit_key = ${fresh} where id = ${id} and audit_key is null`.execute(
    trx,
  );
  return (await read())?.audit_key ?? null;
}

/** What a row of the audit log keeps. @param key of `auditKeyOf`; without one nothing is kept */
export function hashesToStore(
  key: string | null,
  { ipHash, uaHash }: Pick<CallerHashes, 'ipHash' | 'uaHash'>,
): { ip_hash: string | null; ua_hash: string | null } {
  if (key === null) return NO_HASHES;
  const keyed = (hash: string | null): string | null =>
    hash === null ? null : createHmac('sha256', Buffer.from(key, 'hex')).update(hash).digest('hex');
  return { ip_hash: keyed(ipHash), ua_hash: keyed(uaHash) };
}

/** What a call says about where it comes from. */
export interface Caller {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}

/** @param about the raffle's or host's id: the same caller has unrelated hashes in another one */
export function callerHashes(keys: Pick<Keys, 'pseudonymise'>, caller: Caller, about: string): CallerHashes {
  const agent = caller.headers['user-agent'];
  return {
    ipHash: keys.pseudonymise(`audit:${about}`, caller.ip),
    uaHash: agent === undefined ? null : keys.pseudonymise(`audit:${about}`, agent),
    byId: hostOfCall(caller.headers),
    tokenId: tokensOfCalls.get(caller.headers) ?? null,
  };
}

const hostsOfCalls = new WeakMap<object, string>();

/** M6, R81: which account a call is about, for its security event, and who did what it does. @param headers of the request */
export function noteHost(headers: object, hostId: string): void {
  hostsOfCalls.set(headers, hostId);
}

/** The account that the call with these headers is about, as far as that is known; null otherwise. */
export function hostOfCall(headers: object): string | null {
  return hostsOfCalls.get(headers) ?? null;
}

const tokensOfCalls = new WeakMap<object, string>();

/** R85: by which API token a call was made. @param headers of the request */
export function noteToken(headers: object, tokenId: string): void {
  tokensOfCalls.set(headers, tokenId);
}
