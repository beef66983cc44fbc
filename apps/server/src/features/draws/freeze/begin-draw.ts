/**
 * The beginning of a draw (R13, R89, C5, C11; draw protocol §2): its list is closed, and frozen at once or after the seconds
 * in which devices add randomness. After the close nothing about the raffle changes any more.
 *
 * Records with a time are written in this order: the raffle is locked, everything slow is read and computed, the log's head is
 * locked, and only then the clock is read. So no transaction that waited for another one can freeze a list in the past, when
 * the round may exist already. Right before the end the clock is read again: a transaction that took too long is rolled back,
 * and its caller retries.
 */
import {
  closeHash,
  closeRecord,
  contributionsHash,
  freezeHash,
  freezeRecord,
  holdersHash,
  honestAssurance,
  poolTotals,
  roundAt,
  roundTime,
} from '@glassdrum/fair-draw';
import {
  BEFORE_THE_SHOW,
  type BeaconKind,
  decideDraw,
  decidePresentDraw,
  drawAtFor,
  effectiveStatus,
  isLate,
  rowsAtMost,
  showAtFor,
  winningStyle,
} from '@glassdrum/raffle-rules';
import type { BeaconClient } from '../../../platform/beacon/beacon-client.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { lockRaffle, type Database, type RaffleRow, type Trx } from '../../../platform/database/database.ts';
import { hasBuckets } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { openingOf, type OpeningRow, planOf } from '../openings.ts';
import { appendPublicRecord, lockLog, timeInLog } from '../../../platform/public-log/public-log.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import { contributorsOf } from '../../raffles/queries.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import { voteCounts } from '../../votes/queries.ts';
import { recordWebhookEvent } from '../../webhooks/events/commands.ts';
import { fixClaimForm } from '../claim-form/commands.ts';
import { checkedInNumbers, nextDrawOf } from '../presence/queries.ts';
import { holdersOfOtherDraws } from '../results/holders.ts';
import { candidatesIn, closedEntries, contributionsOf, currentEntries, storeList } from './entries-list.ts';
import { rootOf } from './heavy-work.ts';
import { drawById, type DrawRow } from '../draw-rows.ts';

export interface BeginParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  beacon: Pick<BeaconClient, 'chain'>;
  /** R86: how many witnesses this installation uses. */
  witnesses: { known: number };
}

/** Which draw begins, and who starts it. */
export interface BeginInput {
  raffleId: string;
  kind: BeaconKind;
  /** The deadline that starts the draw (R15), or the person who does. */
  by: { scheduledAt: number } | { from: CallerHashes };
  /** R69: number of the planned draw that is meant: no other one begins in its place. Left out, the next one. */
  draw?: number | undefined;
}

/** A draw that has begun; `draw` is null while devices add randomness. */
export interface Begun {
  opening: OpeningRow;
  draw: DrawRow | null;
}

/** The freeze's transaction took so long that its times would be in the past; nothing was written. */
export class FreezeTooSlow extends Error {
  override name = 'FreezeTooSlow';
}

/** From the reading of the clock to the end of the transaction. */
const SLOWEST_FREEZE_MS = 1_500;
const ATTEMPTS = 10;

/** Retries a transaction that took too long. @throws RefusalError unavailable after many attempts */
export async function retryWhileSlow<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof FreezeTooSlow)) throw error;
    }
  }
  throw new RefusalError('unavailable');
}

/** After commit. */
export function notifyBegun(bus: Bus, raffleId: string, draw: DrawRow | null): void {
  bus.publish({ topic: 'draw-advanced', raffleId, step: draw === null ? 'closed' : 'frozen' });
  bus.publish({ topic: 'raffle-changed', raffleId });
}

/**
 * Closes the list, in the caller's transaction, and freezes it unless devices add randomness first. Idempotent.
 * @throws RefusalError nobody_can_win, draw_not_planned (R69), or the rule's refusal (R13); FreezeTooSlow
 */
export async function beginDraw(
  parts: BeginParts,
  trx: Trx,
  input: BeginInput,
): Promise<Begun & { isNew: boolean }> {
  const { database, clock } = parts;
  const raffle = await lockExistingRaffle(database, trx, input.raffleId);
  const opening = await openingOf(trx, raffle);
  if (raffle.draw_started === 1 && opening !== null) {
    return { opening, draw: await drawById(trx, opening.id), isNew: false };
  }
  orRefuse(decideDraw(raffleFacts(raffle), clock.now()));
  if (opening === null) throw new Error('An opened raffle has a draw opening.');
  if (input.draw !== undefined && input.draw !== opening.draw_number)
    throw new RefusalError('draw_not_planned');
  const contributors = raffle.adds_chance === 1 ? await contributorsOf(trx, raffle.id) : 0;
  const closed = await closeList(parts, trx, { raffle, opening, input, contributors });
  if (contributors > 0) return { opening: closed, draw: null, isNew: true };
  return { opening: closed, draw: await freezeList(parts, trx, raffle, closed), isNew: true };
}

/** Freezes a list after the time for contributions. Null when it is frozen already. @throws FreezeTooSlow */
export async function freezeAfterContributions(
  parts: BeginParts,
  trx: Trx,
  raffleId: string,
): Promise<DrawRow | null> {
  const raffle = await lockRaffle(parts.database, trx, raffleId);
  const opening = raffle === undefined ? null : await openingOf(trx, raffle);
  if (raffle === undefined || opening === null || raffle.draw_started === 0) return null;
  if ((await drawById(trx, opening.id)) !== null) return null;
  return freezeList(parts, trx, raffle, opening);
}

async function closeList(
  { database, keys, clock, beacon }: BeginParts,
  trx: Trx,
  context: { raffle: RaffleRow; opening: OpeningRow; input: BeginInput; contributors: number },
): Promise<OpeningRow> {
  const { raffle, opening, input, contributors } = context;
  const { id: drawId, open_hash: openHash, plan_hash: planHash } = opening;
  const plan = planOf(opening);
  const out = plan.earlierWinners === 'out' ? await holdersOfOtherDraws(trx, raffle) : new Set<number>();
  const next = await nextDrawOf(trx, raffle);
  const checkedIn = next?.required === true ? await checkedInNumbers(trx, raffle.id, next.number) : null;
  const entries = await currentEntries(trx, raffle.id, { holders: out, checkedIn });
  const entriesRoot = await rootOf(drawId, entries);
  const totals = poolTotals(entries, plan.pools);
  const canWin = plan.prizes.reduce((sum, { pool }) => sum + (totals[pool - 1] ?? 0), 0);
  if (next !== null) orRefuse(decidePresentDraw(next, canWin));
  if (canWin === 0) throw new RefusalError('nobody_can_win');
  const holders = entries.flatMap(({ state }, index) => (state === 'holder' ? [index + 1] : []));
  await storeList(trx, drawId, entries);

  await lockLog(database, trx);
  const now = await timeInLog(trx, drawId, clock.now());
  const fields = {
    drawId,
    openHash,
    planHash,
    holdersHash: holdersHash(drawId, holders),
    entriesRoot,
    entryCount: entries.length,
    poolTotals: totals,
    closedAt: Math.max(opening.opened_at_s, Math.floor(now / 1000)),
  };
  await appendPublicRecord(trx, keys, { drawId, kind: 'close', text: closeRecord(fields), now });
  await trx
    .updateTable('raffles')
    .set({
      status: 'closed',
      draw_started: 1,
      reopens: effectiveStatus(raffleFacts(raffle), now) === 'open' ? 1 : 0,
      draw_waits_since: null,
      paused_at: null,
      pause_until: null,
      pause_text: null,
      closed_at_s: raffle.closed_at_s ?? fields.closedAt,
      updated_at: now,
    })
    .where('id', '=', raffle.id)
    .execute();
  const { by, kind } = input;
  const scheduledAt = 'scheduledAt' in by ? by.scheduledAt : null;
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    ...('from' in by ? { actor: 'host', from: by.from } : { actor: 'system' }),
    action: 'draw_started',
    ts: now,
    details: {
      assurance: honestAssurance(kind, kind === 'drand' ? beacon.chain.chainHash : null, contributors),
      entries: fields.entryCount,
      draw: opening.draw_number,
      ...(scheduledAt !== null && {
        scheduled_at: scheduledAt,
        late: isLate({ scheduledAt, startedAt: now }),
      }),
    },
  });
  return trx
    .updateTable('draw_openings')
    .set({
      closed_at_s: fields.closedAt,
      close_hash: closeHash(fields),
      entries_root: entriesRoot,
      entry_count: fields.entryCount,
      pool_totals: totals.join(','),
      holders_hash: fields.holdersHash,
      contributions_until: contributors > 0 ? now + BEFORE_THE_SHOW.contributionsMs : null,
      scheduled_at: scheduledAt,
      asked_kind: kind,
    })
    .where('id', '=', drawId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Under the raffle's lock. */
async function freezeList(
  { database, keys, clock, beacon, witnesses }: BeginParts,
  trx: Trx,
  raffle: RaffleRow,
  opening: OpeningRow,
): Promise<DrawRow> {
  const { id: drawId, close_hash: closeHashOfDraw, closed_at_s: closedAt, asked_kind: kind } = opening;
  if (closeHashOfDraw === null || closedAt === null || kind === null) throw new Error('The list is open.');
  const contributions = await contributionsOf(trx, drawId);
  const style = await styleOf(trx, raffle);
  const plan = planOf(opening);
  const quantities = plan.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  const { alternates } = rowsAtMost(plan, candidatesIn(await closedEntries(trx, drawId), plan.pools));
  const chain = kind === 'drand' ? beacon.chain : null;

  await lockLog(database, trx);
  const now = clock.now();
  const frozenAt = Math.max(closedAt, Math.floor(now / 1000));
  const showAt = showAtFor(frozenAt, witnesses.known);
  const drawAt = drawAtFor(showAt * 1000);
  const round = roundOf(kind, { drawAt, raffle, chain });
  const fields = {
    drawId,
    closeHash: closeHashOfDraw,
    contributionsHash: contributionsHash(drawId, contributions),
    kind,
    chainHash: chain?.chainHash ?? null,
    round,
    frozenAt,
    showAt,
    drawAt,
  };
  const text = freezeRecord(fields);
  const freezeIndex = await appendPublicRecord(trx, keys, { drawId, kind: 'freeze', text, now });
  await trx
    .insertInto('draws')
    .values({
      ...NOT_YET_KNOWN,
      id: drawId,
      raffle_id: raffle.id,
      stage: opening.stage,
      protocol: 2,
      t0: showAt * 1000,
      frozen_at_s: frozenAt,
      show_at_s: showAt,
      draw_at_s: drawAt,
      closed_at_s: closedAt,
      beacon_kind: kind,
      chain_hash: chain?.chainHash ?? '-',
      round,
      round_at_s: chain === null || round === null ? null : roundTime(round, chain),
      assurance: honestAssurance(kind, chain?.chainHash ?? null, contributions.length),
      winners: quantities,
      alternates,
      entry_count: opening.entry_count ?? 0,
      ticket_total: ticketsIn(raffle, opening),
      entries_root: opening.entries_root ?? '',
      open_hash: opening.open_hash,
      close_hash: closeHashOfDraw,
      freeze_hash: freezeHash(fields),
      contributions_hash: fields.contributionsHash,
      freeze_index: freezeIndex,
      witnesses_known: witnesses.known,
      witness_quorum: raffle.witness_quorum,
      animation_style: style,
      scheduled_at: opening.scheduled_at,
    })
    .execute();
  await fixClaimForm(trx, { raffleId: raffle.id, drawId });
  await recordWebhookEvent(trx, { event: 'draw.frozen', raffleId: raffle.id, drawId, at: now });
  const draw = await drawById(trx, drawId);
  if (draw === null) throw new Error('The draw was not stored.');
  if (clock.now() - now > SLOWEST_FREEZE_MS) throw new FreezeTooSlow('The freeze took too long.');
  return draw;
}

/** Columns of a draw that its later steps fill in. */
const NOT_YET_KNOWN = {
  freeze_size: null,
  sealed_at: null,
  audience_count: null,
  audience_root: null,
  audience_at: null,
  seed_reveal: null,
  seed_revealed_at: null,
  beacon_value: null,
  beacon_signature: null,
  beacon_text: null,
  beacon_at: null,
  combined_seed: null,
  proof: null,
  result_at: null,
  completed_at: null,
  voided_at: null,
  void_reason: null,
};

/** Tickets that take part: everyone's pool is the first, and in buckets (R64) they all are. */
function ticketsIn(raffle: RaffleRow, opening: OpeningRow): number {
  const [first = 0, ...others] = (opening.pool_totals ?? '').split(',').map(Number);
  return hasBuckets(raffle) ? others.reduce((sum, total) => sum + total, first) : first;
}

/** The drand round, or how many numbers are made in the room. */
function roundOf(
  kind: BeaconKind,
  facts: { drawAt: number; raffle: RaffleRow; chain: BeaconClient['chain'] | null },
): number | null {
  if (kind === 'room') return facts.raffle.room_numbers;
  return facts.chain === null ? null : roundAt(facts.drawAt, facts.chain);
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
