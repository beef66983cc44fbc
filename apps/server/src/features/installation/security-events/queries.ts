/** M6: security events for operators, newest first. */
import type { SecurityEvent, SecurityEventKind, SecurityEventsPage } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import { type PageCursor, readCursor, writeCursor } from '../../../platform/database/page-cursor.ts';

const PAGE = 100;
const EXPORT_BATCH = 1000;

/** @param after `next` of the page before; any other text starts at the newest */
export async function securityEventsPage(
  database: Database,
  { kind, after }: { kind: SecurityEventKind | null; after: string | null },
): Promise<SecurityEventsPage> {
  const rows = await eventsAfter(database, { kind, cursor: readCursor(after), limit: PAGE + 1 });
  const events = rows.slice(0, PAGE);
  const last = events.at(-1);
  const isMore = rows.length > PAGE && last !== undefined;
  return { events, next: isMore ? writeCursor({ at: last.first_at, id: last.id }) : null };
}

/** All of them, in batches. */
export async function* securityEventBatches(database: Database): AsyncGenerator<SecurityEvent[]> {
  let cursor: PageCursor | null = null;
  for (;;) {
    const rows: SecurityEvent[] = await eventsAfter(database, { kind: null, cursor, limit: EXPORT_BATCH });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < EXPORT_BATCH || last === undefined) return;
    cursor = { at: last.first_at, id: last.id };
  }
}

async function eventsAfter(
  database: Database,
  { kind, cursor, limit }: { kind: SecurityEventKind | null; cursor: PageCursor | null; limit: number },
): Promise<SecurityEvent[]> {
  let query = database.query
    .selectFrom('security_events as e')
    .leftJoin('users as h', 'h.id', 'e.host_id')
    .leftJoin('users as b', 'b.id', 'e.by_id')
    .select(['e.id', 'e.kind', 'e.first_at', 'e.last_at', 'e.count', 'e.reason', 'e.network'])
    .select(['h.id as host_id', 'h.name as host_name', 'b.id as by_id', 'b.name as by_name']);
  if (kind !== null) query = query.where('e.kind', '=', kind);
  if (cursor !== null) {
    query = query.where((is) =>
      is.or([
        is('e.first_at', '<', cursor.at),
        is.and([is('e.first_at', '=', cursor.at), is('e.id', '<', cursor.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('e.first_at', 'desc').orderBy('e.id', 'desc').limit(limit).execute();
  return rows.map(({ host_id: hostId, host_name: hostName, by_id: byId, by_name: byName, ...row }) => ({
    ...row,
    host: accountOf(hostId, hostName),
    by: accountOf(byId, byName),
  }));
}

function accountOf(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' };
}
