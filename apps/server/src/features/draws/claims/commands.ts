/**
 * Claiming prizes, handing them over and giving winners more time (R73). The clock that is read under the locks of raffle and log
 * decides, the same one by which a prize lapses: a claim counts before its window ends, and not in that millisecond.
 * Each change is one transaction with its public record and audit record; a claim that came too late is recorded as well.
 */
import type { AuditAction, ClaimAnswersInput, ClaimedBy } from '@glassdrum/contract';
import { claimRecord, extendRecord } from '@glassdrum/fair-draw';
import {
  decideClaim,
  decideExtension,
  decideHandOver,
  type Decision,
  type HeldPrize,
} from '@glassdrum/raffle-rules';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { appendPublicRecord, lockLog, timeInLog } from '../../../platform/public-log/public-log.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import { storeClaimAnswers } from '../claim-form/commands.ts';
import { chosenDraw } from '../draw-rows.ts';
import { type CompleteDraw, completeDrawOf, type PassOnParts, placeOf } from '../results/pass-on.ts';
import { recordWebhookEvent } from '../../webhooks/events/commands.ts';
import type { TicketName } from '../../paper/queries.ts';
import type { PrizeClaimRow } from './draw-claims.ts';
import { planLapses } from './lapse.ts';
import { claimsOfEntry } from './queries.ts';
import { namedWinner } from './winner-code.ts';

export interface ClaimParts extends PassOnParts {
  bus: Bus;
}

/** A prize and the entry that holds it. */
export interface Place {
  raffleId: string;
  /** Undefined for the last draw that was held. */
  drawId: string | undefined;
  prize: number;
  entryNumber: number;
}

/** Who acts: the winner on a phone, the desk, or the host. */
export interface Claimant {
  by: ClaimedBy;
  from: CallerHashes;
  /** R74: to the claim form. */
  answers?: ClaimAnswersInput | undefined;
}

/**
 * Claims the prize, with the answers to its claim form. Claiming again changes nothing but these.
 * @throws RefusalError as `change`, invalid_input for answers
 */
export function claimPrize(parts: ClaimParts, place: Place, claimant: Claimant): Promise<void> {
  return change(parts, place, claimant, async (trx, context) => {
    const decided = decideClaim(context.held, context.now);
    if (!decided.ok) return decided;
    if (decided.value) await writeClaim(parts, trx, context, claimant);
    if (decided.value || claimant.answers !== undefined) await writeAnswers(trx, context, claimant);
    return decided;
  });
}

/** Hands the prize over; one that was not claimed is claimed in the same moment. Idempotent. @throws RefusalError as `change` */
export function handPrizeOver(parts: ClaimParts, place: Place, claimant: Claimant): Promise<void> {
  return change(parts, place, claimant, async (trx, context) => {
    const decided = decideHandOver(context.held, context.now);
    if (!decided.ok) return decided;
    if (decided.value.claims) await writeClaim(parts, trx, context, claimant);
    if (decided.value.hands) {
      await store(trx, context, { handed_over_at: context.now });
      await audit(trx, context, claimant, 'prize_handed_over', {});
    }
    return decided;
  });
}

/** Gives a winner more time, once and publicly. @throws RefusalError as `change`, claimed_already, no_claim_window, claim_extended */
export function extendClaim(
  parts: ClaimParts,
  place: Place,
  { seconds, from }: { seconds: number; from: CallerHashes },
): Promise<void> {
  return change(parts, place, null, async (trx, context) => {
    const decided = decideExtension(context.held, context.now);
    if (!decided.ok) return decided;
    const { state, now } = context;
    await store(trx, context, { extension: seconds, extended_at: now });
    const text = extendRecord({ ...recordFields(context), seconds });
    await append(parts, trx, context, { kind: 'extend', text });
    await audit(trx, context, { by: 'host', from }, 'claim_extended', { seconds });
    await planLapses(trx, state.draw);
    return decided;
  });
}

/**
 * All prizes that a ticket, or the winner's own code, holds, or one of them: those that can be claimed are claimed, or handed over.
 * @returns the ticket's number
 * @throws RefusalError not_a_prize_holder, ticket_unknown, ticket_of_other_raffle, and as `change` where nothing could be done
 */
export async function actOnTicket(
  parts: ClaimParts,
  input: {
    raffleId: string;
    name: TicketName;
    action: 'claim' | 'hand_over';
    /** Undefined for every prize. */
    drawId?: string | undefined;
    prize?: number | undefined;
  },
  claimant: Claimant,
): Promise<number> {
  const { raffleId, name, action, drawId, prize } = input;
  const { query } = parts.database;
  const entryNumber = await namedWinner({ keys: parts.keys, query }, raffleId, name);
  const { prizes } = await claimsOfEntry(query, raffleId, entryNumber);
  const meant = prizes.filter(
    (one) => (drawId ?? one.draw_id) === one.draw_id && (prize ?? one.prize) === one.prize,
  );
  const held = meant.filter(({ ended }) => ended === null);
  const act = action === 'claim' ? claimPrize : handPrizeOver;
  let refused: RefusalError | null = null;
  let isDone = false;
  // What went on to others is asked for only where nothing is left: then it says why.
  for (const one of held.length > 0 ? held : meant) {
    try {
      await act(parts, { raffleId, drawId: one.draw_id, prize: one.prize, entryNumber }, claimant);
      isDone = true;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refused ??= error;
    }
  }
  if (!isDone) throw refused ?? new RefusalError('not_a_prize_holder');
  return entryNumber;
}

interface Context {
  raffle: RaffleRow;
  state: CompleteDraw;
  place: Place;
  position: number;
  held: HeldPrize;
  /** Epoch ms; never before the draw's last record. */
  now: number;
}

/**
 * @param act decides, and writes what it accepts
 * @throws RefusalError claim_not_begun, not_a_prize_holder, prize_moved_on, claim_over, or what `act` refuses
 */
async function change(
  { database, clock, bus }: ClaimParts,
  place: Place,
  /** Null for what is no claim. */
  claimant: Claimant | null,
  act: (trx: Trx, context: Context) => Promise<Decision<unknown>>,
): Promise<void> {
  const { raffleId, prize, entryNumber } = place;
  const decided = await database.transaction(async (trx): Promise<Decision<unknown>> => {
    const raffle = await lockExistingRaffle(database, trx, raffleId);
    const draw = await chosenDraw(trx, raffleId, place.drawId);
    const isComplete = draw !== null && draw.completed_at !== null && draw.protocol === 2;
    if (!isComplete) throw new RefusalError('claim_not_begun');
    const state = await completeDrawOf(trx, draw);
    const found = placeOf(state, { prize, entryNumber });
    if (found === null) throw new RefusalError('not_a_prize_holder');
    if (found.ended !== null && found.ended.reason !== 'unclaimed') throw new RefusalError('prize_moved_on');
    await lockLog(database, trx);
    const now = await timeInLog(trx, draw.id, clock.now());
    const { position } = found.ended ?? found.holder;
    const context: Context = { raffle, state, place, position, held: found.held, now };
    const answer: Decision<unknown> =
      found.ended === null ? await act(trx, context) : { ok: false, refusal: 'claim_over' };
    // Written, not rolled back: the claim that lost is on record too.
    const isLate = !answer.ok && answer.refusal === 'claim_over';
    if (isLate && claimant !== null) await noteLateClaim(trx, context, claimant);
    return answer;
  });
  if (!decided.ok) throw new RefusalError(decided.refusal);
  bus.publish({ topic: 'draw-advanced', raffleId, step: 'claims' });
  bus.publish({ topic: 'jobs-changed' });
}

async function writeClaim(parts: ClaimParts, trx: Trx, context: Context, claimant: Claimant): Promise<void> {
  const { by } = claimant;
  await store(trx, context, { claimed_at: context.now, claimed_by: by });
  const text = claimRecord({ ...recordFields(context), by });
  await append(parts, trx, context, { kind: 'claim', text });
  await audit(trx, context, claimant, 'prize_claimed', { by });
  const { raffle, state, place, now } = context;
  await recordWebhookEvent(trx, {
    event: 'prize.claimed',
    raffleId: raffle.id,
    drawId: state.draw.id,
    about: { prize: place.prize, entry: place.entryNumber, by },
    at: now,
  });
}

/** R74: the host has used them once the prize is handed over. */
async function writeAnswers(
  trx: Trx,
  { raffle, state, place, held, now }: Context,
  { by, answers }: Claimant,
): Promise<void> {
  if (held.handedOverAt !== null) return;
  const { prize, entryNumber } = place;
  const of = { raffleId: raffle.id, drawId: state.draw.id, prize, entryNumber };
  await storeClaimAnswers(trx, { ...of, enteredBy: by, answers, now });
}

/** Once for each place, however often somebody tries. */
async function noteLateClaim(trx: Trx, context: Context, claimant: Claimant): Promise<void> {
  const { state, place, now } = context;
  const earlier = state.claims.rowOf(place);
  if (earlier !== null && earlier.refused_at !== null) return;
  await store(trx, context, { refused_at: now });
  await audit(trx, context, claimant, 'claim_too_late', { by: claimant.by });
}

async function store(
  trx: Trx,
  { state, place }: Context,
  values: Partial<Omit<PrizeClaimRow, 'draw_id' | 'prize' | 'entry_number'>>,
): Promise<void> {
  const key = { draw_id: state.draw.id, prize: place.prize, entry_number: place.entryNumber };
  await trx
    .insertInto('prize_claims')
    .values({ ...key, ...NOTHING_YET, ...values })
    .onConflict((conflict) => conflict.columns(['draw_id', 'prize', 'entry_number']).doUpdateSet(values))
    .execute();
}

const NOTHING_YET = {
  claimed_at: null,
  claimed_by: null,
  handed_over_at: null,
  extension: null,
  extended_at: null,
  refused_at: null,
};

function recordFields({ state: { draw }, place, now }: Context) {
  return {
    drawId: draw.id,
    freezeHash: draw.freeze_hash,
    prize: place.prize,
    entryNumber: place.entryNumber,
    at: Math.floor(now / 1000),
  };
}

async function append(
  { keys }: ClaimParts,
  trx: Trx,
  { state, place, now }: Context,
  { kind, text }: { kind: 'claim' | 'extend'; text: string },
): Promise<void> {
  const onceSuffix = `${place.prize}:${place.entryNumber}`;
  await appendPublicRecord(trx, keys, { drawId: state.draw.id, kind, text, now, onceSuffix });
}

const ACTORS = { device: 'participant', desk: 'desk', host: 'host' } as const;

async function audit(
  trx: Trx,
  { raffle, state, place, position, now }: Context,
  { by, from }: Claimant,
  action: AuditAction,
  details: Record<string, string | number>,
): Promise<void> {
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: ACTORS[by],
    action,
    ts: now,
    details: {
      draw: state.drawNumber,
      prize: place.prize,
      position,
      entry_number: place.entryNumber,
      ...details,
    },
    from,
  });
}
