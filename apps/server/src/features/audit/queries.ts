/** What a host may read of the audit log: actions, times and counts; addresses as short fingerprints only (I5). */
import type { AuditEntry, AuditPage } from '@glassdrum/contract';
import type { Database } from '../../database/database.ts';

const NEWEST = 1000;
const PAGE = 100;
const EXPORT_BATCH = 1000;
/** Hex digits of a keyed hash: enough to see that two actions came from one place. */
const FINGERPRINT = 8;

/** The newest 1,000 records of one raffle, newest first. */
export async function auditOfRaffle(database: Database, raffleId: string): Promise<AuditEntry[]> {
  const rows = await database.query
    .selectFrom('audit_log')
    .select(['id', 'action', 'actor', 'ts', 'details'])
    .where('raffle_id', '=', raffleId)
    .orderBy('ts', 'desc')
    .orderBy('id')
    .limit(NEWEST)
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: parsed(details) }));
}

/** Where a page begins: the last record before it. */
interface Place {
  ts: number;
  id: string;
}

/**
 * A page of everything about a host's account and raffles, newest first.
 * @param wish.raffleId only this raffle's; @param wish.after `next` of the page before; any other text starts anew
 */
export async function auditPage(
  database: Database,
  hostId: string,
  wish: { raffleId: string | null; after: string | null },
): Promise<AuditPage> {
  const rows = await rowsAfter(database, hostId, wish.raffleId, placeOf(wish.after), PAGE + 1);
  const entries = rows.slice(0, PAGE);
  const last = entries.at(-1);
  return { entries, next: rows.length > PAGE && last !== undefined ? `${last.ts}.${last.id}` : null };
}

/** The same, whole, in batches. */
export async function* auditBatches(
  database: Database,
  hostId: string,
  raffleId: string | null,
): AsyncGenerator<AuditPage['entries']> {
  let place: Place | null = null;
  for (;;) {
    const rows: AuditPage['entries'] = await rowsAfter(database, hostId, raffleId, place, EXPORT_BATCH);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < EXPORT_BATCH || last === undefined) return;
    place = { ts: last.ts, id: last.id };
  }
}

async function rowsAfter(
  database: Database,
  hostId: string,
  raffleId: string | null,
  place: Place | null,
  limit: number,
): Promise<AuditPage['entries']> {
  let query = database.query
    .selectFrom('audit_log as a')
    .leftJoin('raffles as r', 'r.id', 'a.raffle_id')
    .select(['a.id', 'a.action', 'a.actor', 'a.ts', 'a.details', 'a.raffle_id', 'a.ip_hash', 'r.title'])
    .where('a.host_id', '=', hostId);
  if (raffleId !== null) query = query.where('a.raffle_id', '=', raffleId);
  if (place !== null) {
    query = query.where((is) =>
      is.or([is('a.ts', '<', place.ts), is.and([is('a.ts', '=', place.ts), is('a.id', '>', place.id)])]),
    );
  }
  const rows = await query.orderBy('a.ts', 'desc').orderBy('a.id').limit(limit).execute();
  return rows.map(({ details, ip_hash: hash, title, ...row }) => ({
    ...row,
    details: parsed(details),
    raffle_title: title,
    place: hash === null ? null : hash.slice(0, FINGERPRINT),
  }));
}

function placeOf(text: string | null): Place | null {
  const match = /^(\d{1,16})\.([A-Za-z0-9_-]{1,64})$/.exec(text ?? '');
  return match === null ? null : { ts: Number(match[1]), id: match[2] ?? '' };
}

function parsed(details: string | null): Record<string, unknown> | null {
  return details === null ? null : (JSON.parse(details) as Record<string, unknown>);
}
