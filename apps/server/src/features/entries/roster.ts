/**
 * Which numbers are taken and by whom (R7, R43, R44): one snapshot a raffle, shared by everybody who looks, read from
 * the database at most four times a second.
 *
 * 1. Within FRESH_MS everyone gets the same snapshot. Later the next one who asks has it brought up to date; those who
 *    ask meanwhile wait for the same reading.
 * 2. As long as numbers were only added, a reading takes the new ones and lays them behind the known ones. When the
 *    roster's revision tells of another change (an entry withdrawn, a name erased), the whole list is read again.
 * 3. What the host changes about the raffle (its link, its status) shows at once: the bus tells.
 */
import type { PublicRaffle, TakenNumber } from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { publicRaffle } from '../raffles/queries.ts';
import { appendJson, type SharedJson, startJson } from '../../http/shared-json.ts';

/** Invitees and entrants see full names; visitors the first word and an initial (R43). */
type Audience = 'full' | 'short';

/** What a raffle's pages show to everybody, ready to be sent. */
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
  ticketTotal: number;
}

export interface Roster {
  /** Null for a raffle that doesn't exist. At most FRESH_MS old, and newer than every change told on the bus. */
  page(raffleId: string): Promise<RosterPage | null>;
  /** Entries with numbers above `entryNumber`, at most SINCE_MAX of them, with the raffle's present counts (R44). */
  takenSince(raffleId: string, entryNumber: number, audience: Audience): Promise<TakenSince>;
}

export interface RosterParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** With which `taken` begins; a tail has to close the list and the object. */
const TAKEN_HEAD = '{"takenNumbers":[';
/** "At most four times a second." */
const FRESH_MS = 250;
const SINCE_MAX = 1000;
/** Raffles kept in memory. */
const KEPT = 500;
/** Shown for an entry that left or was removed: the number stays taken (R22), the name goes. */
const WITHDRAWN = 'Withdrawn';

interface Snapshot {
  lastNumber: number;
  /** Changes of the roster that were not a new number. */
  changes: number;
  taken: Record<Audience, SharedJson>;
}

interface Kept {
  page: RosterPage | null;
  snapshot: Snapshot;
  loadedAt: number;
  /** False when something is known to have changed since the last reading began. */
  current: boolean;
  loading: Promise<void> | null;
}

interface TakenRow {
  entry_number: number;
  display_name: string | null;
  tickets: number;
}

const nothingTaken: Snapshot = {
  lastNumber: 0,
  changes: 0,
  taken: { full: startJson(TAKEN_HEAD), short: startJson(TAKEN_HEAD) },
};

export function createRoster(parts: RosterParts): Roster {
  const { database, clock, bus } = parts;
  const kept = new Map<string, Kept>();

  bus.subscribe((message) => {
    if (message.topic === 'resync') for (const one of kept.values()) one.current = false;
    if (message.topic !== 'raffle-changed') return;
    const changed = kept.get(message.raffleId);
    if (changed !== undefined) changed.current = false;
  });

  const isFresh = (one: Kept): boolean => one.current && Math.abs(clock.now() - one.loadedAt) < FRESH_MS;

  async function load(raffleId: string, one: Kept): Promise<void> {
    one.current = true;
    const raffle = await publicRaffle(database, raffleId, clock.now());
    if (raffle === null) {
      one.page = null;
    } else {
      one.snapshot = await catchUp(database, raffleId, one.snapshot);
      one.page = { raffle, raffleJson: JSON.stringify(raffle), taken: one.snapshot.taken };
    }
    one.loadedAt = clock.now();
  }

  return {
    async page(raffleId) {
      const one = kept.get(raffleId) ?? remember(kept, raffleId);
      while (!isFresh(one)) {
        one.loading ??= load(raffleId, one).finally(() => {
          one.loading = null;
        });
        await one.loading;
      }
      if (one.page === null) kept.delete(raffleId);
      return one.page;
    },
    async takenSince(raffleId, entryNumber, audience) {
      const counts = await database.query
        .selectFrom('raffles')
        .select(['entry_count', 'ticket_total'])
        .where('id', '=', raffleId)
        .executeTakeFirst();
      const rows = await takenRows(database, raffleId, entryNumber).limit(SINCE_MAX).execute();
      return {
        entries: rows.map((row) => presentTaken(row, audience)),
        entryCount: counts?.entry_count ?? 0,
        ticketTotal: counts?.ticket_total ?? 0,
      };
    },
  };
}

function remember(kept: Map<string, Kept>, raffleId: string): Kept {
  const oldest = kept.keys().next();
  if (kept.size >= KEPT && oldest.done !== true) kept.delete(oldest.value);
  const fresh: Kept = { page: null, snapshot: nothingTaken, loadedAt: 0, current: false, loading: null };
  kept.set(raffleId, fresh);
  return fresh;
}

/** The snapshot as the database has it now, or a little newer: what came after the counts is read again next time. */
async function catchUp(database: Database, raffleId: string, known: Snapshot): Promise<Snapshot> {
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
    return appendJson(start.taken[audience], text !== '' && start.lastNumber > 0 ? `,${text}` : text);
  };
  const [full, short] = await Promise.all([grow('full'), grow('short')]);
  return { lastNumber: counts.entry_count, changes, taken: { full, short } };
}

function takenRows(database: Database, raffleId: string, after: number) {
  return database.query
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'tickets'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '>', after)
    .orderBy('entry_number');
}

function presentTaken(row: TakenRow, audience: Audience): TakenNumber {
  const name = row.display_name ?? '';
  const shown = audience === 'full' ? name : publicShortName(name);
  return { entry_number: row.entry_number, display_name: row.tickets === 0 ? WITHDRAWN : shown };
}
