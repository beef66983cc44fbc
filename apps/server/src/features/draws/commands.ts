/**
 * Starting a draw (R13, R21, R31, C5, C11): from here on nothing about the raffle changes any more.
 *
 * 1. A raffle that is frozen already gets the same answer again, however often and concurrently it is asked.
 * 2. The beacon is looked at before the freeze (R31); after it there is no way back and no other level.
 * 3. One transaction under the raffle's lock: decide, read the list, compute its root, write the draw's row, the close
 *    and freeze records, the raffle's new state and the audit line.
 * 4. After commit the nodes are told, and the director takes over.
 */
import type { DrawAnswer, DrawBody } from '@glassdrum/contract';
import {
  closeHash,
  closeRecord,
  type BeaconChain,
  freezeCode,
  freezeHash,
  freezeRecord,
  QUICKNET,
  roundAt,
  roundTime,
  ticketTotal,
} from '@glassdrum/fair-draw';
import { alternatesFor, decideDraw, drawAtFor, isLate, winningStyle } from '@glassdrum/raffle-rules';
import type { Insertable } from 'kysely';
import type { BeaconClient } from '../../beacon/beacon-client.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { lockRaffle, type Database, type RaffleRow, type Trx } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import type { Tables } from '../../database/tables.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';
import { writeAudit } from '../audit/audit.ts';
import { voteCounts } from '../votes/queries.ts';
import { committedEntries } from './entries-list.ts';
import { rootOf } from './heavy-work.ts';
import { drawRow, type DrawRow } from './queries.ts';

export interface DrawCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  beacon: BeaconClient;
}

/** What is to be frozen, and who says so. */
export interface Freeze {
  raffleId: string;
  withBeacon: boolean;
  /** The deadline that starts the draw (R15); null when the host does. */
  scheduledAt: number | null;
}

export interface StartDraw {
  raffleId: string;
  assurance: DrawBody['assurance'];
}

/** @throws CallError beacon_unreachable (R31), or the rule's refusal (R13) */
export async function startDraw(parts: DrawCommandParts, wish: StartDraw): Promise<DrawAnswer> {
  const { database, clock, bus, beacon } = parts;
  const earlier = await drawRow(database.query, wish.raffleId);
  if (earlier !== null) return present(earlier);
  const withBeacon = wish.assurance === 'beacon';
  if (withBeacon && !(await beacon.isReachable(clock.now()))) throw new CallError('beacon_unreachable');

  const { raffleId } = wish;
  const { draw, isNew } = await database.transaction((trx) =>
    freeze(parts, trx, { raffleId, withBeacon, scheduledAt: null }),
  );
  if (isNew) tellFrozen(bus, raffleId);
  return present(draw);
}

/** After commit. */
export function tellFrozen(bus: Bus, raffleId: string): void {
  bus.publish({ topic: 'draw-advanced', raffleId, step: 'frozen' });
  bus.publish({ topic: 'raffle-changed', raffleId });
}

function present(draw: DrawRow): DrawAnswer {
  return {
    draw_id: draw.id,
    t0: draw.t0,
    freeze_code: freezeCode(draw.freeze_hash),
    assurance: draw.assurance,
  };
}

/**
 * In the caller's transaction. Asked again, it gives the draw that is there.
 * @throws CallError with the rule's refusal (R13)
 */
export async function freeze(
  parts: DrawCommandParts,
  trx: Trx,
  wish: Freeze,
): Promise<{ draw: DrawRow; isNew: boolean }> {
  const { database, keys, clock } = parts;
  const { scheduledAt, withBeacon } = wish;
  const raffle = await lockRaffle(database, trx, wish.raffleId);
  if (raffle === undefined) throw new CallError('not_found');
  const existing = await drawRow(trx, raffle.id);
  if (existing !== null) return { draw: existing, isNew: false };
  orRefuse(decideDraw(raffleFacts(raffle), clock.now()));

  const entries = await committedEntries(trx, raffle.id);
  const { draw_id: drawId } = raffle;
  if (drawId === null) throw new Error('An opened raffle has a draw id.');
  const root = await rootOf(drawId, entries);
  const t0 = clock.now();
  const chain = withBeacon ? parts.beacon.chain : null;
  const style = await styleOf(trx, raffle);
  const tickets = ticketTotal(entries);
  const { row, records } = frozenDraw({ raffle, drawId, t0, scheduledAt, chain, root, style, tickets });

  await trx.insertInto('draws').values(row).execute();
  await appendPublicRecord(trx, keys, { drawId, kind: 'close', text: records.close, now: t0 });
  await appendPublicRecord(trx, keys, { drawId, kind: 'freeze', text: records.freeze, now: t0 });
  await trx
    .updateTable('raffles')
    .set({
      status: 'closed',
      draw_started: 1,
      draw_waits_since: null,
      closed_at_s: row.closed_at_s,
      updated_at: t0,
    })
    .where('id', '=', raffle.id)
    .execute();
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: scheduledAt === null ? 'host' : 'system',
    action: 'draw_started',
    ts: t0,
    details: {
      assurance: row.assurance,
      entries: row.entry_count,
      freeze_code: freezeCode(row.freeze_hash),
      ...(scheduledAt !== null && { scheduled_at: scheduledAt, late: isLate({ scheduledAt, t0 }) }),
    },
  });
  const draw = await drawRow(trx, raffle.id);
  if (draw === null) throw new Error('The draw that was just written is not there.');
  return { draw, isNew: true };
}

/** The most popular style where there is a vote, else the host's choice. */
async function styleOf(trx: Trx, raffle: RaffleRow): Promise<RaffleRow['chosen_animation']> {
  if (raffle.voting_enabled === 0) return raffle.chosen_animation;
  const votes = await voteCounts(trx, raffle.id);
  return winningStyle(
    votes.map((vote) => ({ style: vote.animation_style, count: vote.count })),
    raffle.chosen_animation,
  );
}

/** Everything that the freeze fixes, from the locked facts alone. The list is final from T0 on. */
function frozenDraw(facts: {
  raffle: RaffleRow;
  drawId: string;
  t0: number;
  scheduledAt: number | null;
  /** Null for a draw without a beacon. */
  chain: BeaconChain | null;
  root: string;
  style: RaffleRow['chosen_animation'];
  tickets: number;
}): { row: Insertable<Tables['draws']>; records: { close: string; freeze: string } } {
  const { raffle, drawId, t0, scheduledAt, chain, root, style, tickets } = facts;
  const { open_hash: openHash } = raffle;
  if (openHash === null) throw new Error('An opened raffle has an open record.');
  const frozenAt = Math.floor(t0 / 1000);
  const drawAt = drawAtFor(t0);
  const round = chain === null ? null : roundAt(drawAt, chain);
  const alternates = alternatesFor({ winners: raffle.max_winners, entries: raffle.active_count });
  const close = {
    drawId,
    openHash,
    entriesRoot: root,
    entryCount: raffle.entry_count,
    ticketTotal: tickets,
    closedAt: frozenAt,
  };
  const beaconKind = chain === null ? ('none' as const) : ('drand' as const);
  const fields = {
    drawId,
    closeHash: closeHash(close),
    contributionsHash: '-',
    winners: raffle.max_winners,
    alternates,
    beacon: { kind: beaconKind, chainHash: chain?.chainHash ?? '-', round: round ?? ('-' as const) },
    frozenAt,
    drawAt,
  };
  return {
    records: { close: closeRecord(close), freeze: freezeRecord(fields) },
    row: {
      id: drawId,
      raffle_id: raffle.id,
      t0,
      frozen_at_s: frozenAt,
      draw_at_s: drawAt,
      closed_at_s: frozenAt,
      beacon_kind: beaconKind,
      chain_hash: chain?.chainHash ?? '-',
      round,
      round_at_s: chain === null || round === null ? null : roundTime(round, chain),
      // Only the public beacon makes the result unknowable to this server; a test chain's key is known.
      assurance: chain?.chainHash === QUICKNET.chainHash ? 'beacon' : 'operator',
      winners: raffle.max_winners,
      alternates,
      entry_count: raffle.entry_count,
      ticket_total: tickets,
      entries_root: root,
      open_hash: openHash,
      close_hash: fields.closeHash,
      freeze_hash: freezeHash(fields),
      animation_style: style,
      seed_reveal: null,
      seed_revealed_at: null,
      beacon_value: null,
      beacon_signature: null,
      beacon_at: null,
      combined_seed: null,
      proof: null,
      result_at: null,
      completed_at: null,
      scheduled_at: scheduledAt,
    },
  };
}
