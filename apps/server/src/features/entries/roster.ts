/**
 * Which numbers are taken and by whom (R7, R43, R44): one snapshot per raffle, shared by all viewers, read from the database at
 * most four times a second.
 *
 * 1. Within FRESH_MS everyone gets the same snapshot. After that the next caller triggers a refresh; concurrent callers wait
 *    for the same refresh.
 * 2. While numbers were only added, a refresh reads the new ones and appends them. When the roster's revision shows another
 *    change (an entry withdrawn, a name erased, a paper ticket sold), the complete list is read again.
 * 3. Paper tickets that are not sold belong to nobody, so they are not in it (R67).
 * 4. Changes of the raffle by its host (link, status) take effect at once: the bus invalidates the snapshot.
 */
import type { EntriesBySource, PublicRaffle, TakenNumber } from '@glassdrum/contract';
import { type NamePublication, publicShortName, publishedName } from '@glassdrum/raffle-rules';
import { LRUCache } from 'lru-cache';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { bucketTotalsOf } from '../../platform/database/prize-columns.ts';
import { sourcesOf } from '../../platform/database/raffle-facts.ts';
import { publicRaffle } from '../raffles/queries.ts';
import { appendJson, type SharedJson, startJson } from '../../platform/http/answers/shared-json.ts';

/** Invitees and entrants see full names; visitors the first word and an initial (R43). */
type Audience = 'full' | 'short';

/** What the pages of a raffle show to everybody, ready to be sent. */
interface RosterPage {
  readonly raffle: PublicRaffle;
  /** `raffle` as JSON text. */
  readonly raffleJson: string;
  /** For each audience an unfinished JSON text: TAKEN_HEAD and the taken numbers, joined by commas. */
  readonly taken: Readonly<Record<Audience, SharedJson>>;
}

interface TakenSince {
  entries: TakenNumber[];
  entryCount: number;
  unsoldCount: number;
  participantCount: number;
  sources: EntriesBySource;
  ticketTotal: number;
  /** R64. */
  bucketTotals: number[] | null;
}

export interface Roster {
  /** Null for a raffle that doesn't exist. At most FRESH_MS old, and newer than every change announced on the bus. */
  page(raffleId: string): Promise<RosterPage | null>;
  /** Entries that somebody has, with numbers above `entryNumber`, at most SINCE_MAX of them, with the raffle's present counts (R44). */
  takenSince(raffleId: string, entryNumber: number, audience: Audience): Promise<TakenSince>;
}

export interface RosterParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** How `taken` begins; the sender appends the end of list and object. */
const TAKEN_HEAD = '{"takenNumbers":[';
/** "At most four times a second." */
const FRESH_MS = 250;
const SINCE_MAX = 1000;
/** Raffles in the cache. */
const MAX_CACHED = 500;
/** Shown for an entry that left or was removed: the number stays taken (R22), the name is hidden. */
const WITHDRAWN = 'Withdrawn';

const NO_ENTRIES: EntriesBySource = { self: 0, host: 0, paper: 0 };

interface Snapshot {
  lastNumber: number;
  /** Whether `taken` holds any. */
  hasEntries: boolean;
  /** Changes of the roster that were not a new number. */
  changes: number;
  taken: Record<Audience, SharedJson>;
}

interface RosterCacheEntry {
  page: RosterPage | null;
  snapshot: Snapshot;
  loadedAt: number;
  /** False when something has changed since the last refresh began. */
  current: boolean;
  loading: Promise<void> | null;
}

interface TakenRow {
  entry_number: number;
  display_name: string | null;
  name_publication: NamePublication;
  tickets: number;
}

/** For answers that leave the list out. */
export const NO_NUMBERS: SharedJson = startJson(TAKEN_HEAD);

const nothingTaken: Snapshot = {
  lastNumber: 0,
  hasEntries: false,
  changes: 0,
  taken: { full: startJson(TAKEN_HEAD), short: startJson(TAKEN_HEAD) },
};

export function createRoster(parts: RosterParts): Roster {
  const { database, clock, bus } = parts;
  const cache = new LRUCache<string, RosterCacheEntry>({ max: MAX_CACHED });

  bus.subscribe(['resync'], () => {
    for (const one of cache.values()) one.current = false;
  });
  bus.subscribe(['raffle-changed'], ({ raffleId }) => {
    const changed = cache.get(raffleId);
    if (changed !== undefined) changed.current = false;
  });

  const isFresh = (one: RosterCacheEntry): boolean =>
    one.current && Math.abs(clock.now() - one.loadedAt) < FRESH_MS;

  async function load(raffleId: string, one: RosterCacheEntry): Promise<void> {
    one.current = true;
    const raffle = await publicRaffle(database, raffleId, clock.now());
    if (raffle === null) {
      one.page = null;
    } else {
      one.snapshot = await refresh(database, raffleId, one.snapshot);
      one.page = { raffle, raffleJson: JSON.stringify(raffle), taken: one.snapshot.taken };
    }
    one.loadedAt = clock.now();
  }

  return {
    async page(raffleId) {
      const one = cache.get(raffleId) ?? addToCache(cache, raffleId);
      while (!isFresh(one)) {
        one.loading ??= load(raffleId, one).finally(() => {
          one.loading = null;
        });
        await one.loading;
      }
      if (one.page === null) cache.delete(raffleId);
      return one.page;
    },
    async takenSince(raffleId, entryNumber, audience) {
      const counts = await database.query
        .selectFrom('raffles')
        .select([
          'entry_count',
          'unsold_count',
          'active_count',
          'host_active_count',
          'paper_active_count',
          'ticket_total',
          'pools',
          'bucket_totals',
        ])
        .where('id', '=', raffleId)
        .executeTakeFirst();
      const rows = await takenRows(database, raffleId, entryNumber).limit(SINCE_MAX).execute();
      return {
        entries: rows.map((row) => presentTaken(row, audience)),
        entryCount: counts?.entry_count ?? 0,
        unsoldCount: counts?.unsold_count ?? 0,
        participantCount: counts?.active_count ?? 0,
        sources: counts === undefined ? NO_ENTRIES : sourcesOf(counts),
        ticketTotal: counts?.ticket_total ?? 0,
        bucketTotals: counts === undefined ? null : bucketTotalsOf(counts),
      };
    },
  };
}

function addToCache(cache: LRUCache<string, RosterCacheEntry>, raffleId: string): RosterCacheEntry {
  const fresh: RosterCacheEntry = {
    page: null,
    snapshot: nothingTaken,
    loadedAt: 0,
    current: false,
    loading: null,
  };
  cache.set(raffleId, fresh);
  return fresh;
}

/** The snapshot according to the database now, or slightly newer: entries added after the counts are read again next time. */
async function refresh(database: Database, raffleId: string, known: Snapshot): Promise<Snapshot> {
  const counts = await database.query
    .selectFrom('raffles')
    .select(['entry_count', 'roster_revision'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  if (counts === undefined) return nothingTaken;
  const changes = counts.roster_revision - counts.entry_count;
  if (counts.entry_count === known.lastNumber && changes === known.changes) return known;
  const start = changes === known.changes ? known : nothingTaken;
  const added = await takenRows(database, raffleId, start.lastNumber)
    .where('entry_number', '<=', counts.entry_count)
    .execute();
  const grow = (audience: Audience): Promise<SharedJson> => {
    const text = added.map((row) => JSON.stringify(presentTaken(row, audience))).join(',');
    return appendJson(start.taken[audience], text !== '' && start.hasEntries ? `,${text}` : text);
  };
  const [full, short] = await Promise.all([grow('full'), grow('short')]);
  const hasEntries = start.hasEntries || added.length > 0;
  return { lastNumber: counts.entry_count, hasEntries, changes, taken: { full, short } };
}

function takenRows(database: Database, raffleId: string, after: number) {
  return database.query
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'name_publication', 'tickets'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '>', after)
    .where((row) => row.or([row('tickets', '>', 0), row('source', '!=', 'paper'), row('state', '!=', 'in')]))
    .orderBy('entry_number');
}

function presentTaken(row: TakenRow, audience: Audience): TakenNumber {
  const name = publishedName(row) ?? '';
  const shown = audience === 'full' ? name : publicShortName(name);
  return { entry_number: row.entry_number, display_name: row.tickets === 0 ? WITHDRAWN : shown };
}
