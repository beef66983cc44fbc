/**
 * The steps of a frozen draw. Each is one conditional transaction: the row shows whether the step is still open, and the public
 * log's unique keys make every record write-once (C5). They return whether this call did it.
 */
import {
  audienceRecord,
  audienceRoot,
  type BeaconEvidence,
  clientSeed,
  combinedSeed,
  type DrawProof,
  type DrawnRow,
  listHash,
  resultRecord,
  revealRecord,
  rulesOfProof,
} from '@glassdrum/fair-draw';
import { isNameInProof } from '@glassdrum/raffle-rules';
import type { BeaconRound } from '../../../platform/beacon/relay.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { lockRaffle, type Database, type Trx } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { seedPurpose } from '../../../platform/keys/purposes.ts';
import { openingOf, planOf, rulesOf } from '../openings.ts';
import { nextOpeningId } from '../series/queries.ts';
import { agreeReceipts } from '../presence/receipts.ts';
import { betweenDraws } from './between-draws.ts';
import { appendPublicRecord, lockLog, timeInLog } from '../../../platform/public-log/public-log.ts';
import { audienceRows } from '../audience/queries.ts';
import { planLapses } from '../claims/lapse.ts';
import { seedDueAt } from './draw-clock.ts';
import type { DrawRow } from '../draw-rows.ts';
import { closedEntries, contributionsOf } from '../freeze/entries-list.ts';
import { namelessProofOf } from '../freeze/heavy-work.ts';
import { proofFile } from '../present.ts';
import { recordWebhookEvent } from '../../webhooks/events/commands.ts';

export interface StepParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

const inSeconds = (now: number): number => Math.floor(now / 1000);

/** Publishes the server's secret: before the round exists, or after the room's numbers are fixed (draw protocol §2). */
export async function revealSeed({ database, keys, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { seed_sealed: sealed } = await trx
      .selectFrom('draw_openings')
      .select('seed_sealed')
      .where('id', '=', draw.id)
      .executeTakeFirstOrThrow();
    const seed = keys.unseal(seedPurpose(draw.id), sealed);
    const now = clock.now();
    const isFirst = await changeOnce(trx, draw, 'seed_reveal', { seed_reveal: seed, seed_revealed_at: now });
    if (!isFirst) return false;
    const text = revealRecord({
      drawId: draw.id,
      freezeHash: draw.freeze_hash,
      seedReveal: seed,
      at: inSeconds(now),
    });
    await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'reveal', text, now });
    return true;
  });
}

/** R87: fixes who signed that they hold the freeze; later signatures don't count. Without signatures there is no record. */
export async function recordAudience({ database, keys, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  return database.transaction(async (trx) => {
    // Signatures are stored under this lock: each is either there by now or refused.
    await lockRaffle(database, trx, draw.raffle_id);
    const now = clock.now();
    const isFirst = await changeOnce(trx, draw, 'audience_at', { audience_at: now, audience_count: 0 });
    if (!isFirst) return false;
    const rows = await audienceRows(trx, draw.id);
    if (rows.length === 0) return true;
    const root = audienceRoot(draw.id, draw.freeze_hash, rows);
    await trx
      .updateTable('draws')
      .set({ audience_count: rows.length, audience_root: root })
      .where('id', '=', draw.id)
      .execute();
    const text = audienceRecord({
      drawId: draw.id,
      freezeHash: draw.freeze_hash,
      root,
      count: rows.length,
      at: inSeconds(now),
    });
    await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'audience', text, now });
    return true;
  });
}

/** @param found the verified round; null for a draw without a beacon, whose value is `-` */
export async function storeBeacon(
  { database, clock }: StepParts,
  draw: DrawRow,
  found: BeaconRound | null,
): Promise<boolean> {
  return database.transaction((trx) =>
    changeOnce(trx, draw, 'beacon_value', {
      beacon_value: found?.value ?? '-',
      beacon_signature: found?.signature ?? null,
      // Without a beacon the value has no time of its own: the timeline's time counts, however late this runs.
      beacon_at: found === null ? seedDueAt(draw) : clock.now(),
    }),
  );
}

/** Draws, and stores rows and proof. Nobody is notified, and the log contains nothing of it, before the reveal is due (R4). */
export async function storeResult(parts: StepParts, draw: DrawRow): Promise<boolean> {
  const { database, clock } = parts;
  const proof = await drawProof(database, draw);
  return database.transaction(async (trx) => {
    const named = await withNames(trx, draw, proof);
    const isFirst = await changeOnce(trx, draw, 'result_at', {
      result_at: clock.now(),
      combined_seed: proof.combined_seed,
      proof: proofFile(draw, named),
    });
    if (!isFirst) return false;
    await trx.insertInto('draw_rows').values(rowsOf(draw, proof)).execute();
    return true;
  });
}

/** When the reveal is due: the result in the public log. */
export async function announceResult({ database, keys, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  const { combined_seed: seed } = draw;
  if (seed === null) throw new Error('A draw with a result has its seed.');
  const rows = await drawnRows(database, draw.id);
  return database.transaction(async (trx) => {
    await lockLog(database, trx);
    const known = await trx
      .selectFrom('public_log')
      .select('log_index')
      .where('draw_id', '=', draw.id)
      .where('kind', '=', 'result')
      .executeTakeFirst();
    if (known !== undefined) return false;
    const now = clock.now();
    const text = resultRecord({
      drawId: draw.id,
      freezeHash: draw.freeze_hash,
      combinedSeed: seed,
      listHash: listHash({ drawId: draw.id, ...rows }),
      at: inSeconds(now),
    });
    await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'result', text, now });
    return true;
  });
}

/** The show is over: the next draw can begin (R69), or the raffle is drawn, for good (R14). */
export async function completeDraw({ database, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  return database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, draw.raffle_id);
    // R73: claim windows start now, and never before the result record.
    const now = await timeInLog(trx, draw.id, clock.now());
    if (!(await changeOnce(trx, draw, 'completed_at', { completed_at: now }))) return false;
    await planLapses(trx, { ...draw, completed_at: now });
    // Not with the reveal: messages must not be faster than the show.
    await recordWebhookEvent(trx, {
      event: 'draw.result',
      raffleId: draw.raffle_id,
      drawId: draw.id,
      at: now,
    });
    if (raffle?.draw_id !== draw.id) return true;
    const next = await nextOpeningId(trx, raffle.id);
    const drawsLeft = raffle.draws_left - 1;
    const changes =
      next === null
        ? ({ status: 'drawn', draws_left: 0 } as const)
        : { ...betweenDraws(raffle, now), draw_id: next, draws_left: drawsLeft };
    // R71: who was absent takes part in the next draw.
    if (next !== null) await agreeReceipts(trx, { ...raffle, draw_id: next, draw_started: 0 }, now);
    await trx
      .updateTable('raffles')
      .set({ ...changes, updated_at: now })
      .where('id', '=', draw.raffle_id)
      .execute();
    return true;
  });
}

/** Sets columns of the draw if `marker` is still null. The second caller changes nothing; nor does a voided draw change. */
async function changeOnce(
  trx: Trx,
  draw: DrawRow,
  marker: 'seed_reveal' | 'audience_at' | 'beacon_value' | 'result_at' | 'completed_at',
  values: Partial<DrawRow> & { proof?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('draws')
    .set(values)
    .where('id', '=', draw.id)
    .where(marker, 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** From stored facts only, so that every node and every restart computes the same. Names are added later. */
async function drawProof(database: Database, draw: DrawRow): Promise<DrawProof> {
  const { query } = database;
  const [opening, raffle] = await Promise.all([
    openingOf(query, { draw_id: draw.id }),
    query
      .selectFrom('raffles')
      .select('series_id')
      .where('id', '=', draw.raffle_id)
      .executeTakeFirstOrThrow(),
  ]);
  const rules = opening === null ? null : rulesOf(opening);
  if (opening === null || rules === null || raffle.series_id === null || draw.seed_reveal === null) {
    throw new Error('A draw needs its opening and its seed.');
  }
  const proof = await namelessProofOf({
    drawId: draw.id,
    hostId: opening.host_id,
    hostSeq: opening.host_seq,
    previous: opening.previous_open_hash,
    seriesId: raffle.series_id,
    stage: opening.stage,
    openPlanHash: opening.opening_plan_hash,
    rules: rulesOfProof(rules),
    openedAt: opening.opened_at_s,
    seedReveal: draw.seed_reveal,
    closedAt: draw.closed_at_s,
    plan: planOf(opening),
    entries: await closedEntries(query, draw.id),
    contributions: await contributionsOf(query, draw.id),
    beacon: beaconEvidence(draw),
    frozenAt: draw.frozen_at_s,
    showAt: draw.show_at_s,
    drawAt: draw.draw_at_s,
  });
  const seed = combinedSeed(draw.seed_reveal, clientSeed(draw.freeze_hash, valueOf(draw)));
  if (proof.freeze_hash !== draw.freeze_hash || proof.combined_seed !== seed) {
    throw new Error(`The stored facts of draw ${draw.id} no longer give its freeze hash.`);
  }
  return proof;
}

/** Null for a draw without a beacon. */
function valueOf(draw: DrawRow): string | null {
  return draw.beacon_value === '-' ? null : draw.beacon_value;
}

function beaconEvidence(draw: DrawRow): BeaconEvidence {
  const { beacon_kind: kind, beacon_signature: signature, beacon_text: text, round } = draw;
  if (kind === 'none') return { kind };
  if (kind === 'room' && text !== null) return { kind, text };
  if (kind === 'drand' && signature !== null && round !== null) {
    return { kind, chainHash: draw.chain_hash, round, signature };
  }
  throw new Error('A draw with a result has its beacon.');
}

async function withNames(trx: Trx, draw: DrawRow, proof: DrawProof): Promise<DrawProof> {
  const numbers = [...proof.winners, ...proof.alternates].map((row) => row.entry_number);
  const people = await trx
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'name_publication', 'salt'])
    .where('raffle_id', '=', draw.raffle_id)
    .where('entry_number', 'in', [...new Set(numbers)])
    .execute();
  const byNumber = new Map(people.map((person) => [person.entry_number, person]));
  const name = (row: DrawProof['winners'][number]): DrawProof['winners'][number] => {
    const person = byNumber.get(row.entry_number);
    if (person === undefined || !isNameInProof(person.name_publication)) return row;
    if (person.display_name === null || person.salt === null) return row;
    return { ...row, display_name: person.display_name, salt: person.salt };
  };
  return { ...proof, winners: proof.winners.map(name), alternates: proof.alternates.map(name) };
}

function rowsOf(draw: DrawRow, proof: DrawProof) {
  const rows = (role: 'winner' | 'alternate', list: DrawProof['winners']) =>
    list.map(({ prize, position, entry_number, selection_index }) => ({
      draw_id: draw.id,
      role,
      prize,
      position,
      entry_number,
      selection_index,
    }));
  return [...rows('winner', proof.winners), ...rows('alternate', proof.alternates)];
}

/** Both lists in the order of drawing. */
async function drawnRows(
  { query }: Database,
  drawId: string,
): Promise<{ winners: DrawnRow[]; alternates: DrawnRow[] }> {
  const rows = await query
    .selectFrom('draw_rows')
    .selectAll()
    .where('draw_id', '=', drawId)
    .orderBy('prize')
    .orderBy('position')
    .execute();
  const of = (role: 'winner' | 'alternate'): DrawnRow[] =>
    rows
      .filter((row) => row.role === role)
      .map(({ prize, position, entry_number: entryNumber, selection_index: selectionIndex }) => ({
        prize,
        position,
        entryNumber,
        selectionIndex,
      }));
  return { winners: of('winner'), alternates: of('alternate') };
}
