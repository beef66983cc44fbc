/**
 * Passing over a winner who is absent, declines, doesn't claim or isn't eligible (R14, R73): by the host, or by winners who give
 * their own prize back. Idempotent for the same reason.
 */
import type { PassOverBody, PrizeStatus } from '@glassdrum/contract';
import { decidePassOver, type PassOverReason } from '@glassdrum/raffle-rules';
import type { CallerHashes } from '../../../audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import { entriesOnDevices } from '../claims/queries.ts';
import { planLapses } from '../claims/lapse.ts';
import { chosenDraw } from '../draw-rows.ts';
import { completeDrawOf, passOn, type PassOnParts, placeOf } from './pass-on.ts';
import { prizeStatusOfDraw } from './queries.ts';

export interface PassOverParts extends PassOnParts {
  bus: Bus;
}

export interface PassOverInput {
  raffleId: string;
  /** Undefined for the last draw that was held. */
  drawId: string | undefined;
  prize: number;
  entryNumber: number;
  reason: PassOverReason;
  /** Public; with `ineligible`. */
  text: string | null;
  by: 'winner' | 'host';
  from: CallerHashes;
}

/** @throws RefusalError as `passHolderOver` */
export function passOver(
  parts: PassOverParts,
  raffleId: string,
  body: PassOverBody,
  from: CallerHashes,
): Promise<PrizeStatus> {
  const { draw_id: drawId, prize, entry_number: entryNumber, reason } = body;
  const text = reason === 'ineligible' ? (body.text ?? null) : null;
  return passHolderOver(parts, { raffleId, drawId, prize, entryNumber, reason, text, by: 'host', from });
}

/**
 * @throws RefusalError draw_not_complete, draw_running, not_a_prize_holder, passed_over_already, claim_still_possible,
 *   claimed_already, declines_on_device
 */
export async function passHolderOver(parts: PassOverParts, input: PassOverInput): Promise<PrizeStatus> {
  const { database, bus } = parts;
  const { raffleId, prize, entryNumber, reason, text, by } = input;
  const isNew = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, raffleId);
    const state = await completeDrawOf(trx, await chosenDraw(trx, raffleId, input.drawId));
    const place = placeOf(state, { prize, entryNumber });
    if (place === null) throw new RefusalError('not_a_prize_holder');
    if (place.ended !== null) {
      if (place.ended.reason === reason) return false;
      throw new RefusalError(by === 'host' ? 'passed_over_already' : 'prize_moved_on');
    }
    const { holder, held } = place;
    const hasDevice = (await entriesOnDevices(trx, raffleId, [entryNumber])).has(entryNumber);
    await passOn(parts, trx, {
      raffle,
      state,
      outs: [{ holder, reason, text }],
      check: (now) => orRefuse(decidePassOver(held, { reason, by, hasDevice }, now)),
      record:
        by === 'host'
          ? { actor: 'host', action: 'winner_passed_over', from: input.from }
          : { actor: 'participant', action: 'prize_declined', from: input.from },
    });
    await planLapses(trx, state.draw);
    return true;
  });
  if (isNew) {
    bus.publish({ topic: 'draw-advanced', raffleId, step: 'advance' });
    bus.publish({ topic: 'jobs-changed' });
  }
  const draw = await chosenDraw(database.query, raffleId, input.drawId);
  if (draw === null) throw new Error('A draw is never deleted.');
  return prizeStatusOfDraw(database, draw, 'host');
}
