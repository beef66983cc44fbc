/** Reading draws before their result: previews, terms, plans, records, frozen lists. */
import type { AudienceCount, DrawPlan, DrawPreview, RaffleTerms, Sealing } from '@glassdrum/contract';
import { QUICKNET } from '@glassdrum/fair-draw';
import { asksBeacon, rowsAtMost } from '@glassdrum/raffle-rules';
import { LRUCache } from 'lru-cache';
import type { BeaconClient } from '../../platform/beacon/beacon-client.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { firstCheckpointWith } from '../../platform/public-log/checkpoints.ts';
import { cosignedNote, storedCosignatures } from '../../platform/public-log/cosignatures.ts';
import { inclusionPath } from '../../platform/public-log/log-tree.ts';
import { recordOfDraw, type RecordOfDraw, recordsOfDraws } from '../../platform/public-log/public-log.ts';
import { contributorsOf } from '../raffles/queries.ts';
import { checkInOf, sittingOut, takingPart } from './presence/queries.ts';
import { nextPlannedDraw, plannedDrawOf } from './series/queries.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { chosenDraw, type DrawRow, drawsOfRaffle } from './draw-rows.ts';
import { closedEntries, closedListText, contributionsOf } from './freeze/entries-list.ts';
import { openingOf, type OpeningRow, openingsOf, planOfRaffle, rulesOf } from './openings.ts';
import { presentOpenFields, presentPlan, presentPrizePlan, voidedOf } from './present.ts';

/** The public plan of this draw, or of the last one, with what is not due yet as null; null without a draw. */
export async function drawPlan(
  database: Database,
  raffleId: string,
  drawId?: string,
): Promise<DrawPlan | null> {
  const draw = await chosenDraw(database.query, raffleId, drawId);
  return draw === null ? null : publicPlanOf(database, draw);
}

/** With what is not due yet as null. */
export async function publicPlanOf(database: Database, draw: DrawRow): Promise<DrawPlan> {
  const { query } = database;
  const [opening, raffle, record, sealing, audience, withoutTickets] = await Promise.all([
    openingOf(query, { draw_id: draw.id }),
    query
      .selectFrom('raffles')
      .select(['series_id', 'reveal_order'])
      .where('id', '=', draw.raffle_id)
      .executeTakeFirst(),
    recordOfDraw(database, draw.id, 'freeze'),
    sealingOf(database, draw),
    audienceOf(database, draw),
    withoutTicketsOf(database, draw),
  ]);
  if (record === null || opening === null) throw new Error('A draw has its opening and its freeze record.');
  const facts = { opening, record, sealing, audience, withoutTickets };
  return presentPlan(draw, {
    ...facts,
    seriesId: raffle?.series_id ?? null,
    revealOrder: raffle?.reveal_order ?? 'grand_last',
  });
}

/** R86: which witnesses have confirmed the freeze. */
async function sealingOf(database: Database, draw: DrawRow): Promise<Sealing> {
  const { query } = database;
  const { freeze_index: index, freeze_size: size } = draw;
  const facts = {
    known: draw.witnesses_known,
    quorum: draw.witness_quorum,
    done: draw.sealed_at !== null,
    index,
  };
  const checkpoint = size === null ? null : await firstCheckpointWith(database, size - 1);
  if (size === null || checkpoint === null) return { ...facts, cosigned: [], checkpoint: null, path: null };
  const lines = await storedCosignatures(query, size);
  return {
    ...facts,
    cosigned: lines.map(({ witness }) => witness.split('+')[0] ?? witness),
    checkpoint: await cosignedNote(query, checkpoint),
    path: await inclusionPath(query, index, size),
  };
}

/** R87: how many devices signed, and how many could. */
async function audienceOf(database: Database, draw: DrawRow): Promise<AudienceCount> {
  const { query } = database;
  const final = draw.audience_at !== null;
  const { count } = final
    ? { count: draw.audience_count ?? 0 }
    : await query
        .selectFrom('draw_audience')
        .select((build) => build.fn.countAll<number>().as('count'))
        .where('draw_id', '=', draw.id)
        .executeTakeFirstOrThrow();
  return { count, devices: await devicesOf(database, draw), final };
}

/** Draws of which it is cached. */
const MAX_CACHED = 200;

/** Caches what a query finds about a frozen list, which never changes, on each node. */
export function cachedPerDraw<T extends number | object>(
  read: (database: Database, draw: DrawRow) => Promise<T>,
) {
  const caches = new WeakMap<Database, LRUCache<string, T>>();
  return async (database: Database, draw: DrawRow): Promise<T> => {
    const cache = caches.get(database) ?? new LRUCache<string, T>({ max: MAX_CACHED });
    caches.set(database, cache);
    const known = cache.get(draw.id);
    if (known !== undefined) return known;
    const found = await read(database, draw);
    cache.set(draw.id, found);
    return found;
  };
}

const devicesOf = cachedPerDraw(async ({ query }, draw) => {
  const { devices } = await query
    .selectFrom('participations')
    .select((build) => build.fn.countAll<number>().as('devices'))
    .where('raffle_id', '=', draw.raffle_id)
    .where('entry_number', '<=', draw.entry_count)
    .where('device_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return devices;
});

const withoutTicketsOf = cachedPerDraw(async ({ query }, draw) => {
  if (draw.protocol === 2) {
    const entries = await closedEntries(query, draw.id);
    return entries.flatMap(({ weights }, index) => (weights.some((one) => one > 0) ? [] : [index + 1]));
  }
  const rows = await query
    .selectFrom('participations')
    .select('entry_number')
    .where('raffle_id', '=', draw.raffle_id)
    .where('entry_number', '<=', draw.entry_count)
    .where('tickets', '=', 0)
    .orderBy('entry_number')
    .execute();
  return rows.map((row) => row.entry_number);
});

/** How many paper tickets of a frozen list were not sold (R67). */
export const unsoldOf = cachedPerDraw(async ({ query }, draw) => {
  if (draw.protocol === 1) return 0;
  const entries = await closedEntries(query, draw.id);
  return entries.filter(
    ({ source, state, weights }) =>
      source === 'paper' && state === 'in' && weights.every((weight) => weight === 0),
  ).length;
});

/** R71: how many of a frozen list were present, and who was not. */
export const presentAndAbsent = cachedPerDraw(async ({ query }, draw) => {
  const entries = draw.protocol === 1 ? [] : await closedEntries(query, draw.id);
  return {
    present: entries.filter(({ weights }) => weights.some((weight) => weight > 0)).length,
    absent: entries.flatMap(({ state }, index) => (state === 'absent' ? [index + 1] : [])),
  };
});

/** What the host's list of people shows of each entry. */
export interface PresenceMarks {
  /** R70: numbers of those that hold a prize and sit the next draw out. */
  sitOut: ReadonlySet<number>;
  /** R71: by entry, numbers of the draws that it was absent from. */
  absentIn: ReadonlyMap<number, readonly number[]>;
}

export async function presenceMarks(database: Database, raffleId: string): Promise<PresenceMarks> {
  const { query } = database;
  const raffle = await query
    .selectFrom('raffles')
    .select(['id', 'draw_id', 'status'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  const absentIn = new Map<number, number[]>();
  for (const draw of await drawsOfRaffle(query, raffleId)) {
    const { number, presence } = await plannedDrawOf(query, draw.id);
    if (!presence || draw.voided_at !== null) continue;
    const { absent } = await presentAndAbsent(database, draw);
    for (const entry of absent) absentIn.set(entry, [...(absentIn.get(entry) ?? []), number]);
  }
  const isOver = raffle === undefined || raffle.status === 'drawn';
  return { sitOut: isOver ? new Set() : await sittingOut(query, raffle), absentIn };
}

/** The signed records of all of the raffle's draws, oldest first; none before it was opened. */
export async function recordsOfRaffle(database: Database, raffleId: string): Promise<RecordOfDraw[]> {
  const openings = await database.query
    .selectFrom('draw_openings')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .execute();
  return recordsOfDraws(
    database,
    openings.map(({ id }) => id),
  );
}

/** `commitmentsAnswer` as JSON text, for devices that compute the winners themselves (R32); null before the freeze. */
export async function frozenListText(database: Database, drawId: string): Promise<string | null> {
  const entries = await closedListText(database.query, drawId);
  if (entries === null) return null;
  const contributions = JSON.stringify(await contributionsOf(database.query, drawId));
  return `{"draw_id":${JSON.stringify(drawId)},"entries":${entries},"contributions":${contributions}}`;
}

/**
 * What a raffle committed to at its opening, and how it changed since (R88). Devices store it when they join and later trust it
 * more than anything that the server sends. Null for an unknown raffle and for a draft. A raffle that was drawn before version 2 has no terms: its `draws` are
 * empty.
 */
export async function raffleTerms(
  { database, keys }: { database: Database; keys: Keys },
  raffleId: string,
): Promise<RaffleTerms | null> {
  const raffle = await database.query
    .selectFrom('raffles')
    .select(['series_id', 'status'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  if (raffle === undefined || raffle.status === 'draft') return null;
  const openings = (await openingsOf(database.query, raffleId)).filter(({ protocol }) => protocol === 2);
  const records = await recordsOfDraws(
    database,
    openings.map(({ id }) => id),
    ['open', 'replan'],
  );
  return {
    raffle_id: raffleId,
    series_id: raffle.series_id ?? '-',
    public_key: keys.publicKey,
    draws: openings.map((opening) => presentTerms(opening, raffle.series_id, records)),
  };
}

function presentTerms(
  opening: OpeningRow,
  seriesId: string | null,
  records: Awaited<ReturnType<typeof recordsOfDraws>>,
): RaffleTerms['draws'][number] {
  const open = presentOpenFields(opening, seriesId);
  const own = records.filter(({ draw_id: drawId }) => drawId === opening.id);
  const record = own.find(({ kind }) => kind === 'open');
  if (open === null || record === undefined) throw new Error('An opening has its open record.');
  const signed = ({ text, key_id, signature }: (typeof own)[number]) => ({ text, key_id, signature });
  return {
    draw_id: opening.id,
    seed_commit_hash: opening.seed_commit_hash,
    open,
    open_hash: opening.open_hash,
    open_record: signed(record),
    plan: presentPrizePlan(opening),
    plan_hash: opening.plan_hash,
    rules: rulesOf(opening),
    replans: own
      .filter(({ kind }) => kind === 'replan')
      .map((one) => ({ ...signed(one), at: Math.floor(one.logged_at / 1000) })),
    voided: voidedOf(opening),
  };
}

interface PreviewParts {
  database: Database;
  beacon: BeaconClient;
  clock: Clock;
  witnesses: { known: number };
}

/** What the host sees before the point of no return (R31): the current counts and the level that would apply. */
export async function previewDraw(parts: PreviewParts, raffle: OwnRaffle): Promise<DrawPreview> {
  const { database, witnesses } = parts;
  const { query } = database;
  const draw = await nextPlannedDraw(query, raffle);
  const plan = await planOfRaffle(query, raffle, draw.number);
  const { candidates, ...counts } = await takingPart(query, raffle);
  return {
    draw,
    ...counts,
    ...rowsAtMost(plan, candidates),
    without_candidates: plan.prizes.flatMap(({ pool, name }, index) =>
      candidates[pool - 1] === 0 ? [{ prize: index + 1, name }] : [],
    ),
    ...(await levelOf(parts, raffle)),
    witnesses: { known: witnesses.known, quorum: raffle.witness_quorum },
    check_in: await checkInOf(query, raffle),
    contributors: raffle.adds_chance === 1 ? await contributorsOf(database.query, raffle.id) : 0,
  };
}

async function levelOf(
  { beacon, clock }: PreviewParts,
  raffle: OwnRaffle,
): Promise<Pick<DrawPreview, 'assurance' | 'beacon'>> {
  const { beacon_policy: policy } = raffle;
  if (!asksBeacon(policy)) return { assurance: policy === 'room' ? 'room' : 'operator', beacon: 'unused' };
  if (beacon.chain.chainHash !== QUICKNET.chainHash) return { assurance: 'operator', beacon: 'test' };
  return (await beacon.isReachable(clock.now()))
    ? { assurance: 'beacon', beacon: 'reachable' }
    : { assurance: 'operator', beacon: 'unreachable' };
}
