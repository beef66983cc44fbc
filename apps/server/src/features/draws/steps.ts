/**
 * The steps of a frozen draw. Each is one conditional transaction: the row says whether the step is still to do, and
 * the public log's unique keys make every record write-once (C5). True means that this call did it.
 */
import {
  combinedSeed,
  clientSeed,
  type DrawProof,
  listHash,
  resultRecord,
  revealRecord,
} from '@glassdrum/fair-draw';
import type { BeaconRound } from '../../beacon/relay.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database, Trx } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { seedPurpose } from '../../keys/purposes.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';
import { seedDueAt } from './draw-clock.ts';
import { committedEntries } from './entries-list.ts';
import { namelessProofOf } from './heavy-work.ts';
import { proofFile } from './present.ts';
import type { DrawRow } from './queries.ts';

export interface StepParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

/** Publishes the server's secret, before the beacon's round exists (draw protocol §2). */
export async function revealSeed({ database, keys, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { seed_sealed: sealed } = await trx
      .selectFrom('raffles')
      .select('seed_sealed')
      .where('id', '=', draw.raffle_id)
      .executeTakeFirstOrThrow();
    if (sealed === null) throw new Error('An opened raffle has a sealed seed.');
    const seed = keys.unseal(seedPurpose(draw.raffle_id), sealed);
    const now = clock.now();
    const mine = await changeOnce(trx, draw, 'seed_reveal', { seed_reveal: seed, seed_revealed_at: now });
    if (!mine) return false;
    const text = revealRecord({
      drawId: draw.id,
      freezeHash: draw.freeze_hash,
      seedReveal: seed,
      revealedAt: Math.floor(now / 1000),
    });
    await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'reveal', text, now });
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
      // Without a beacon the value has no time of its own: the timeline's instant counts, however late this runs.
      beacon_at: found === null ? seedDueAt(draw) : clock.now(),
    }),
  );
}

/** Draws, and stores rows, proof and result record. Nobody is told before the reveal is due (R4). */
export async function storeResult(parts: StepParts, draw: DrawRow): Promise<boolean> {
  const { database, keys, clock } = parts;
  const proof = await drawProof(database, draw);
  const seed = combinedSeed(proof.seed_reveal, clientSeed(draw.freeze_hash, draw.beacon_value ?? '-'));
  return database.transaction(async (trx) => {
    const now = clock.now();
    const named = await withNames(trx, draw, proof);
    const mine = await changeOnce(trx, draw, 'result_at', {
      result_at: now,
      combined_seed: seed,
      proof: proofFile(draw, named),
    });
    if (!mine) return false;
    await trx.insertInto('draw_rows').values(rowsOf(draw, proof)).execute();
    const text = resultRecord({
      drawId: draw.id,
      freezeHash: draw.freeze_hash,
      combinedSeed: seed,
      listHash: listHash(draw.id, proof.winners.map(toDrawn), proof.alternates.map(toDrawn)),
      drawnAt: Math.floor(now / 1000),
    });
    await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'result', text, now });
    return true;
  });
}

/** The show is over: the raffle is drawn, for good (R14). */
export async function completeDraw({ database, clock }: StepParts, draw: DrawRow): Promise<boolean> {
  return database.transaction(async (trx) => {
    const now = clock.now();
    if (!(await changeOnce(trx, draw, 'completed_at', { completed_at: now }))) return false;
    await trx
      .updateTable('raffles')
      .set({ status: 'drawn', updated_at: now })
      .where('id', '=', draw.raffle_id)
      .execute();
    return true;
  });
}

/** Sets columns of the draw if `marker` is still null. Whoever comes second changes nothing. */
async function changeOnce(
  trx: Trx,
  draw: DrawRow,
  marker: 'seed_reveal' | 'beacon_value' | 'result_at' | 'completed_at',
  values: Partial<DrawRow> & { proof?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('draws')
    .set(values)
    .where('id', '=', draw.id)
    .where(marker, 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** From stored facts alone, so that every node and every restart gets the same. Names come later. */
async function drawProof(database: Database, draw: DrawRow): Promise<DrawProof> {
  const raffle = await database.query
    .selectFrom('raffles as r')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .select(['r.host_seq', 'r.previous_open_hash', 'r.opened_at_s', 'u.pseudonym'])
    .where('r.id', '=', draw.raffle_id)
    .executeTakeFirstOrThrow();
  const { seed_reveal: seedReveal, beacon_signature: signature } = draw;
  if (seedReveal === null || raffle.host_seq === null || raffle.opened_at_s === null) {
    throw new Error('A draw needs its open record and its seed.');
  }
  const proof = await namelessProofOf({
    drawId: draw.id,
    hostId: raffle.pseudonym,
    hostSeq: raffle.host_seq,
    previous: raffle.previous_open_hash ?? '-',
    rulesHash: '-',
    openedAt: raffle.opened_at_s,
    seedReveal,
    closedAt: draw.closed_at_s,
    entries: await committedEntries(database.query, draw.raffle_id),
    contributions: [],
    winners: draw.winners,
    alternates: draw.alternates,
    beacon:
      draw.round === null || signature === null
        ? { kind: 'none' }
        : { kind: 'drand', chain: { chainHash: draw.chain_hash }, round: draw.round, signature },
    frozenAt: draw.frozen_at_s,
    drawAt: draw.draw_at_s,
  });
  if (proof.freeze_hash !== draw.freeze_hash) {
    throw new Error(`The stored facts of draw ${draw.id} no longer give its freeze hash.`);
  }
  return proof;
}

async function withNames(trx: Trx, draw: DrawRow, proof: DrawProof): Promise<DrawProof> {
  const numbers = [...proof.winners, ...proof.alternates].map((row) => row.entry_number);
  const people = await trx
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'salt'])
    .where('raffle_id', '=', draw.raffle_id)
    .where('entry_number', 'in', numbers)
    .execute();
  const byNumber = new Map(people.map((person) => [person.entry_number, person]));
  const name = (row: DrawProof['winners'][number]): DrawProof['winners'][number] => {
    const person = byNumber.get(row.entry_number);
    return { ...row, display_name: person?.display_name ?? null, salt: person?.salt ?? null };
  };
  return { ...proof, winners: proof.winners.map(name), alternates: proof.alternates.map(name) };
}

function toDrawn(row: DrawProof['winners'][number]): { entryNumber: number; selectionIndex: string } {
  return { entryNumber: row.entry_number, selectionIndex: row.selection_index };
}

function rowsOf(draw: DrawRow, proof: DrawProof) {
  const rows = (role: 'winner' | 'alternate', list: DrawProof['winners']) =>
    list.map(({ position, entry_number, selection_index }) => ({
      draw_id: draw.id,
      role,
      position,
      entry_number,
      selection_index,
    }));
  return [...rows('winner', proof.winners), ...rows('alternate', proof.alternates)];
}
