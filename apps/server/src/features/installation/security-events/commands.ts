/**
 * M6: security events, as JSON lines in the log and as rows for operators. Equal events of one minute are one row with a count,
 * and each node distinguishes at most 20 networks or accounts per kind and minute, so that nobody can fill the disk.
 * docs/security-events.md is the inventory.
 *
 * Events are collected for five seconds and then written together. Actions of a host on the account or a raffle are also in the
 * audit log, written in the same transaction.
 */
import { createHash } from 'node:crypto';
import type { SecurityEventKind } from '@glassdrum/contract';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Log } from '../../../platform/http/log.ts';
import { networkPrefix } from '../../../platform/http/network-prefix.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FLUSH_AFTER_MS = 5_000;
const MAX_SOURCES_PER_MINUTE = 20;
const STORED_MS = 90 * DAY_MS;
/** Rows of kinds that need no account. */
const MAX_ANONYMOUS_ROWS = 50_000;
const ROWS_AT_ONCE = 100;

/** Kinds that anybody can cause without an account: the first to be deleted. They are warnings in the log. */
const ANONYMOUS_KINDS: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'sign_in_suspended',
  'factor_refused',
  'password_refused',
  'sign_up_refused',
  'password_reset_requested',
  'token_refused',
  'api_token_refused',
  'passphrase_refused',
  'rate_limited',
  'cross_site_refused',
  'access_refused',
  'sender_reported',
  'operator_refused',
]);

const kindsOfCalls = new WeakMap<object, SecurityEventKind>();

/** For a successful call of a route that does several things. @param headers of the request */
export function noteEventKind(headers: object, kind: SecurityEventKind): void {
  kindsOfCalls.set(headers, kind);
}

/** What was noted for this call; undefined: its route says what it is. */
export function eventKindOf(headers: object): SecurityEventKind | undefined {
  return kindsOfCalls.get(headers);
}

export interface SecurityEventInput {
  kind: SecurityEventKind;
  /** Method and route pattern, or the command; never an address, name or secret (M2). */
  reason?: string;
  /** The caller's address; only its network is stored. */
  ip?: string;
  /** Id of the account concerned. */
  hostId?: string | null;
  /** Id of the operator who did it. */
  byId?: string | null;
}

export interface SecurityEvents {
  /** Returns at once and never throws. */
  record(event: SecurityEventInput): void;
  /** Writes what was collected on this node. */
  flush(): Promise<void>;
  /** Flushes, and records nothing afterwards. */
  stop(): Promise<void>;
}

interface EventRow {
  kind: SecurityEventKind;
  reason: string | null;
  network: string | null;
  hostId: string | null;
  byId: string | null;
  minute: number;
  firstAt: number;
  lastAt: number;
  count: number;
}

export function createSecurityEvents(parts: {
  database: Database;
  clock: Clock;
  log: Log;
  report: (error: unknown) => void;
}): SecurityEvents {
  const { database, clock, log, report } = parts;
  let pending = new Map<string, EventRow>();
  /** The rows of each kind in the current minute. */
  let sources = new Map<SecurityEventKind, Set<string>>();
  let sourcesMinute = 0;
  let cancelFlush: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  /** Whether this row may be distinguished from the others of its kind. */
  function mayDistinguish(kind: SecurityEventKind, id: string, minute: number): boolean {
    if (minute !== sourcesMinute) {
      sources = new Map();
      sourcesMinute = minute;
    }
    const known = sources.get(kind) ?? new Set();
    sources.set(kind, known);
    if (known.has(id)) return true;
    if (known.size >= MAX_SOURCES_PER_MINUTE) return false;
    known.add(id);
    return true;
  }

  function add(event: Omit<EventRow, 'count'>): void {
    const id = idOf(event);
    if (event.network !== null || event.hostId !== null || event.reason !== null) {
      if (!mayDistinguish(event.kind, id, event.minute)) {
        return add({ ...event, reason: null, network: null, hostId: null, byId: null });
      }
    }
    const row = pending.get(id);
    if (row === undefined) pending.set(id, { ...event, count: 1 });
    else {
      row.count += 1;
      row.lastAt = event.lastAt;
    }
  }

  async function write(rows: ReadonlyMap<string, EventRow>): Promise<void> {
    const all = [...rows].map(([id, row]) => ({ id, row }));
    for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
      await storeEvents(database.query, all.slice(start, start + ROWS_AT_ONCE));
    }
    for (const { row } of all) logEvent(log, row);
  }

  function flush(): Promise<void> {
    cancelFlush?.();
    cancelFlush = null;
    writing = writing.then(async () => {
      if (pending.size === 0) return;
      const rows = pending;
      pending = new Map();
      // Events that cannot be stored are at least in the log, and memory does not fill while the database is unavailable.
      await write(rows).catch((error: unknown) => {
        for (const row of rows.values()) logEvent(log, row);
        report(error);
      });
    });
    return writing;
  }

  return {
    record({ kind, reason = null, ip, hostId = null, byId = null }) {
      if (stopped) return;
      const at = clock.now();
      const minute = Math.floor(at / MINUTE_MS);
      const network = ip === undefined ? null : networkPrefix(ip);
      add({ kind, reason, network, hostId, byId, minute, firstAt: at, lastAt: at });
      cancelFlush ??= clock.after(FLUSH_AFTER_MS, () => void flush());
    },
    flush,
    async stop() {
      stopped = true;
      await flush();
    },
  };
}

/** For commands beside a running server: stores one event at once. */
export async function storeSecurityEvent(
  query: Kysely<Tables>,
  event: Pick<SecurityEventInput, 'kind' | 'reason' | 'hostId'>,
  now: number,
): Promise<void> {
  const row: EventRow = {
    kind: event.kind,
    reason: event.reason ?? null,
    network: null,
    hostId: event.hostId ?? null,
    byId: null,
    minute: Math.floor(now / MINUTE_MS),
    firstAt: now,
    lastAt: now,
    count: 1,
  };
  await storeEvents(query, [{ id: idOf(row), row }]);
}

/** M6: deletes events after 90 days, and of those that need no account all but the newest 50,000 rows. */
export async function deleteOldEvents(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('security_events')
    .where('first_at', '<', now - STORED_MS)
    .execute();
  const last = await trx
    .selectFrom('security_events')
    .select('first_at')
    .where('kind', 'in', [...ANONYMOUS_KINDS])
    .orderBy('first_at', 'desc')
    .offset(MAX_ANONYMOUS_ROWS)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await trx
    .deleteFrom('security_events')
    .where('kind', 'in', [...ANONYMOUS_KINDS])
    .where('first_at', '<=', last.first_at)
    .execute();
}

function idOf({ minute, kind, reason, network, hostId, byId }: Omit<EventRow, 'count'>): string {
  const name = JSON.stringify([minute, kind, reason, network, hostId, byId]);
  return createHash('sha256').update(name).digest('base64url');
}

async function storeEvents(
  query: Kysely<Tables>,
  rows: readonly { id: string; row: EventRow }[],
): Promise<void> {
  // An account that was deleted meanwhile is not named.
  const account = (id: string | null) => sql<string | null>`(select id from users where id = ${id ?? ''})`;
  await query
    .insertInto('security_events')
    .values(
      rows.map(({ id, row }) => ({
        id,
        kind: row.kind,
        first_at: row.firstAt,
        last_at: row.lastAt,
        count: row.count,
        reason: row.reason,
        network: row.network,
        host_id: account(row.hostId),
        by_id: account(row.byId),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        count: sql<number>`security_events.count + excluded.count`,
        last_at: sql<number>`excluded.last_at`,
      }),
    )
    .execute();
}

function logEvent(log: Log, { kind, reason, network, hostId, byId, count }: EventRow): void {
  const fields = { event: kind, count, reason, network, host: hostId, by: byId };
  if (ANONYMOUS_KINDS.has(kind)) log.warn(fields, 'security event');
  else log.info(fields, 'security event');
}
