/**
 * What devices send to a draw: their contributions between close and freeze (R89), and their signatures that they hold the
 * freeze (R87, draw protocol §8, §10). A hall of thousands does so within seconds.
 *
 * 1. What needs no lock comes first and is shared: the draw is read once for concurrent calls, and signatures are verified off
 *    the event loop.
 * 2. Writes are grouped. A group's transaction holds the raffle's lock, under which the draw is frozen and the audience record
 *    written, and applies the rule again: what is confirmed as stored is part of the freeze or of the record.
 * 3. The first one of an entry counts; repeated calls are confirmed without a change.
 * 4. After commit the rooms are notified, at most twice a second.
 */
import { entropyCommit, seenRecord } from '@glassdrum/fair-draw';
import { decideContribution, decideSeen, type Refusal } from '@glassdrum/raffle-rules';
import type { Insertable } from 'kysely';
import type { Bus, BusMessage } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { insertMany } from '../../../platform/database/bulk.ts';
import { type Database, lockRaffle, type Trx } from '../../../platform/database/database.ts';
import { gatherReads } from '../../../platform/database/gather.ts';
import { groupWrites } from '../../../platform/database/group-writes.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { deviceSigned } from '../../../platform/keys/device-signatures.ts';
import type { Participant } from '../../entries/participant-session.ts';
import { type SignableDraw, signableDraws } from './queries.ts';

export interface AudienceParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** A device's signature. */
interface Seen {
  freezeHash: string;
  /** Unix seconds by the device's own clock. */
  seenAt: number;
  /** 128 hex. */
  signature: string;
}

export interface AudienceCommands {
  /** @throws RefusalError with the rule's refusal, no_device_key, signature_wrong */
  sign(participant: Participant, seen: Seen): Promise<void>;
  /** @param contribution 64 hex @throws RefusalError contributions_closed, contribution_wrong */
  contribute(participant: Participant, contribution: string): Promise<void>;
  /** Cancels pending notifications. */
  stop(): void;
}

const NOTIFY_EVERY_MS = 500;

/** @param atOnce the most writes of one transaction */
export function createAudienceCommands(parts: AudienceParts, atOnce?: number): AudienceCommands {
  const { database, clock } = parts;
  const notifier = createNotifier(parts);
  const drawOf = gatherReads<SignableDraw>((raffleIds) => signableDraws(database, database.query, raffleIds));
  const storeSeen = groupWrites<SeenWrite, Refusal | null>(
    (writes) => byRaffle(parts, writes, storeSignatures),
    atOnce,
  );
  const storeContribution = groupWrites<ContributionWrite, Refusal | null>(
    (writes) => byRaffle(parts, writes, storeContributions),
    atOnce,
  );

  return {
    async sign({ raffleId, entry }, seen) {
      const { freezeHash, seenAt, signature } = seen;
      const { entryNumber, deviceKey } = entry;
      const draw = (await drawOf(raffleId)) ?? null;
      orRefuse(decideSeen(draw, seen, clock.now()));
      if (draw === null) throw new RefusalError('audience_closed');
      if (deviceKey === null) throw new RefusalError('no_device_key');
      const text = seenRecord({ drawId: draw.drawId, freezeHash, entryNumber, seenAt });
      if (!(await deviceSigned(deviceKey, text, signature))) throw new RefusalError('signature_wrong');
      const refusal = await storeSeen({ raffleId, entryNumber, seen });
      if (refusal !== null) throw new RefusalError(refusal);
      notifier.notify({ topic: 'draw-advanced', raffleId, step: 'audience' });
    },
    async contribute({ raffleId, entry }, contribution) {
      const { entryNumber } = entry;
      const fits = entry.entropyCommit === entropyCommit(contribution);
      const refusal = fits ? await storeContribution({ raffleId, entryNumber, contribution }) : null;
      if (refusal !== null) throw new RefusalError(refusal);
      if (!fits) throw new RefusalError('contribution_wrong');
      notifier.notify({ topic: 'raffle-changed', raffleId });
    },
    stop: () => notifier.stop(),
  };
}

interface Write {
  raffleId: string;
  entryNumber: number;
}
interface SeenWrite extends Write {
  seen: Seen;
}
interface ContributionWrite extends Write {
  contribution: string;
}

/** Stores the writes of one raffle under its lock; at index i the refusal of write i, or null. */
type Store<W extends Write> = (
  context: { database: Database; trx: Trx; now: number; raffleId: string; drawId: string | null },
  writes: readonly W[],
) => Promise<(Refusal | null)[]>;

/** One transaction a raffle: each waits for its own lock only. */
async function byRaffle<W extends Write>(
  { database, clock }: AudienceParts,
  writes: readonly W[],
  store: Store<W>,
): Promise<(Refusal | null)[]> {
  const answers: (Refusal | null)[] = writes.map(() => null);
  for (const raffleId of new Set(writes.map((write) => write.raffleId))) {
    const indexes = writes.flatMap((write, index) => (write.raffleId === raffleId ? [index] : []));
    const own = indexes.flatMap((index) => writes[index] ?? []);
    const refusals = await database.transaction(async (trx) => {
      const raffle = await lockRaffle(database, trx, raffleId);
      const drawId = raffle?.draw_id ?? null;
      return store({ database, trx, now: clock.now(), raffleId, drawId }, own);
    });
    for (const [position, index] of indexes.entries()) answers[index] = refusals[position] ?? null;
  }
  return answers;
}

const storeSignatures: Store<SeenWrite> = async ({ database, trx, now, raffleId }, writes) => {
  const draw = (await signableDraws(database, trx, [raffleId])).get(raffleId) ?? null;
  const refusals = writes.map(({ seen }) => {
    const decision = decideSeen(draw, seen, now);
    return decision.ok ? null : decision.refusal;
  });
  if (draw === null) return refusals;
  const accepted = writes.filter((_, index) => refusals[index] === null);
  const fresh = await newWrites(trx, 'draw_audience', draw.drawId, accepted);
  const rows: Insertable<Tables['draw_audience']>[] = fresh.map(({ entryNumber, seen }) => ({
    draw_id: draw.drawId,
    entry_number: entryNumber,
    seen_at_s: seen.seenAt,
    signature: seen.signature,
  }));
  await insertMany(database, trx, 'draw_audience', rows);
  return refusals;
};

const storeContributions: Store<ContributionWrite> = async ({ database, trx, now, drawId }, writes) => {
  const draw = drawId === null ? null : await contributableDraw(trx, drawId);
  const decision = decideContribution(draw, now);
  if (!decision.ok || drawId === null) {
    const refusal = decision.ok ? 'contributions_closed' : decision.refusal;
    return writes.map(() => refusal);
  }
  const fresh = await newWrites(trx, 'draw_contributions', drawId, writes);
  const rows: Insertable<Tables['draw_contributions']>[] = fresh.map(({ entryNumber, contribution }) => ({
    draw_id: drawId,
    entry_number: entryNumber,
    contribution,
    at: now,
  }));
  await insertMany(database, trx, 'draw_contributions', rows);
  return writes.map(() => null);
};

async function contributableDraw(
  trx: Trx,
  drawId: string,
): Promise<{ contributionsUntil: number | null; frozen: boolean } | null> {
  const row = await trx
    .selectFrom('draw_openings as o')
    .leftJoin('draws as d', 'd.id', 'o.id')
    .select(['o.contributions_until', 'd.id as frozen'])
    .where('o.id', '=', drawId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { contributionsUntil: row.contributions_until, frozen: row.frozen !== null };
}

/** The first write of each entry that has none yet. */
async function newWrites<W extends Write>(
  trx: Trx,
  table: 'draw_audience' | 'draw_contributions',
  drawId: string,
  writes: readonly W[],
): Promise<W[]> {
  if (writes.length === 0) return [];
  const known = await trx
    .selectFrom(table)
    .select('entry_number')
    .where('draw_id', '=', drawId)
    .where(
      'entry_number',
      'in',
      writes.map(({ entryNumber }) => entryNumber),
    )
    .execute();
  const taken = new Set(known.map((row) => row.entry_number));
  return writes.filter(({ entryNumber }) => {
    if (taken.has(entryNumber)) return false;
    taken.add(entryNumber);
    return true;
  });
}

/** Publishes messages in intervals, equal ones once. */
function createNotifier({ bus, clock }: AudienceParts): { notify(message: BusMessage): void; stop(): void } {
  let waiting = new Map<string, BusMessage>();
  let cancel: (() => void) | null = null;
  const flush = (): void => {
    const messages = waiting.values();
    waiting = new Map();
    cancel = null;
    for (const message of messages) bus.publish(message);
  };
  return {
    notify(message) {
      waiting.set(JSON.stringify(message), message);
      cancel ??= clock.after(NOTIFY_EVERY_MS, flush);
    },
    stop: () => cancel?.(),
  };
}
