/**
 * The evidence in the browser's own database (IndexedDB). Where the browser stores nothing, reading gives null and writing
 * gives false: nobody is kept from joining or watching by that.
 */
import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';
import type { DrawEvidence, EntryEvidence, PreparedJoin, StoredCheckpoint } from './evidence.ts';

interface EvidenceSchema extends DBSchema {
  /** By `target`. */
  prepared: { key: string; value: PreparedJoin };
  /** By `inviteeId`: a browser may hold several entries of one raffle. */
  entries: { key: string; value: EntryEvidence; indexes: { raffle: string } };
  /** By `drawId`. */
  draws: { key: string; value: DrawEvidence };
  /** By `key`. */
  checkpoints: { key: string; value: StoredCheckpoint };
}

type Store = StoreNames<EvidenceSchema>;
type Value<Name extends Store> = EvidenceSchema[Name]['value'];

const NAME = 'glassdrum-evidence';
const VERSION = 1;
/** Some browsers never answer in private windows, and a database of another tab may block this one. */
const ANSWER_WITHIN_MS = 3000;

let database: Promise<IDBPDatabase<EvidenceSchema>> | null = null;

function open(): Promise<IDBPDatabase<EvidenceSchema>> {
  database ??= openDB<EvidenceSchema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('prepared', { keyPath: 'target' });
      db.createObjectStore('entries', { keyPath: 'inviteeId' }).createIndex('raffle', 'raffleId');
      db.createObjectStore('draws', { keyPath: 'drawId' });
      db.createObjectStore('checkpoints', { keyPath: 'key' });
    },
    terminated() {
      database = null;
    },
  });
  database.catch(() => {
    database = null;
  });
  return database;
}

export function readPreparedJoin(target: string): Promise<PreparedJoin | null> {
  return read('prepared', target);
}

/** False when it could not be stored; also for a key that this browser refuses to store. */
export function writePreparedJoin(prepared: PreparedJoin): Promise<boolean> {
  return attempt(
    async (db) => {
      await db.put('prepared', prepared);
      return true;
    },
    () => false,
  );
}

export function removePreparedJoin(target: string): Promise<void> {
  return attempt(
    (db) => db.delete('prepared', target),
    () => undefined,
  );
}

export function readEntry(inviteeId: string): Promise<EntryEvidence | null> {
  return read('entries', inviteeId);
}

/** In order of entry numbers. */
export function readEntriesOf(raffleId: string): Promise<EntryEvidence[]> {
  return attempt(
    async (db) => {
      const entries = await db.getAllFromIndex('entries', 'raffle', raffleId);
      return entries.sort((a, b) => a.entryNumber - b.entryNumber);
    },
    () => [],
  );
}

/** @param change gets what is stored; null leaves it as it is. In one transaction. @returns what is stored then */
export function changeEntry(
  inviteeId: string,
  change: (before: EntryEvidence | null) => EntryEvidence | null,
): Promise<EntryEvidence | null> {
  return changeIn('entries', inviteeId, change);
}

export function readDraw(drawId: string): Promise<DrawEvidence | null> {
  return read('draws', drawId);
}

export function readAllEntries(): Promise<EntryEvidence[]> {
  return attempt(
    (db) => db.getAll('entries'),
    () => [],
  );
}

export function readAllDraws(): Promise<DrawEvidence[]> {
  return attempt(
    (db) => db.getAll('draws'),
    () => [],
  );
}

/** See `changeEntry`. */
export function changeDraw(
  drawId: string,
  change: (before: DrawEvidence | null) => DrawEvidence | null,
): Promise<DrawEvidence | null> {
  return changeIn('draws', drawId, change);
}

/** @param key the log's public key */
export function readCheckpoint(key: string): Promise<StoredCheckpoint | null> {
  return read('checkpoints', key);
}

export async function writeCheckpoint(checkpoint: StoredCheckpoint): Promise<void> {
  await changeIn('checkpoints', checkpoint.key, () => checkpoint);
}

function read<Name extends Store>(store: Name, key: string): Promise<Value<Name> | null> {
  return attempt(
    async (db) => (await db.get(store, key)) ?? null,
    () => null,
  );
}

function changeIn<Name extends Store>(
  store: Name,
  key: string,
  change: (before: Value<Name> | null) => Value<Name> | null,
): Promise<Value<Name> | null> {
  return attempt(
    async (db) => {
      const transaction = db.transaction(store, 'readwrite');
      const before = (await transaction.store.get(key)) ?? null;
      const after = change(before);
      if (after !== null) await transaction.store.put(after);
      await transaction.done;
      return after ?? before;
    },
    () => null,
  );
}

/** Never throws and never hangs. */
async function attempt<Result>(
  work: (db: IDBPDatabase<EvidenceSchema>) => Promise<Result>,
  otherwise: () => Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([open().then(work), late]);
  } catch {
    return otherwise();
  } finally {
    clearTimeout(timer);
  }
}
