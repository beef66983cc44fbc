/**
 * Skipping a draw (R69): its public record says that it will never happen, and its page shows the host's reason. The raffle goes
 * on with the next draw, or is drawn when none is left. And the notice between two draws (R72).
 */
import type { PauseBody } from '@glassdrum/contract';
import { decidePause, decideSkip } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { lockLog } from '../../../platform/public-log/public-log.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { writeVoidRecord } from '../openings.ts';
import { nextOpeningId, plannedDrawsOf, statesOf } from './queries.ts';

const REASON_CODE = 'skipped_by_host';

/**
 * R72: puts up the notice between two draws, replaces it, or takes it down. The next draw takes it down too.
 * @throws RefusalError pause_time, or the rule's refusal
 */
export function changePause(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  pause: PauseBody['pause'],
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decidePause(raffleFacts(raffle), pause?.until ?? null, now));
    if (pause === null && raffle.paused_at === null) return {};
    await auditHostAction(trx, raffle, pause === null ? 'pause_ended' : 'pause_announced', now, from);
    return {
      paused_at: pause === null ? null : now,
      pause_until: pause?.until ?? null,
      pause_text: pause?.text ?? null,
    };
  });
}

/** @throws RefusalError draw_not_planned, last_draw, or the rule's refusal */
export function skipDraw(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  { number, reason }: { number: number; reason: string },
  from: CallerHashes,
): Promise<RaffleRow> {
  const { database, keys } = parts;
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const draws = await plannedDrawsOf(trx, raffle.id);
    orRefuse(decideSkip(raffleFacts(raffle), statesOf(draws), number));
    const drawId = draws[number - 1]?.draw_id ?? null;
    if (drawId === null) throw new Error('A draw of an opened raffle has its opening.');
    await trx
      .updateTable('planned_draws')
      .set({ skipped_at: now, skip_reason: reason })
      .where('raffle_id', '=', raffle.id)
      .where('number', '=', number)
      .execute();
    await trx
      .updateTable('draw_openings')
      .set({ voided_at: now, void_reason: REASON_CODE })
      .where('id', '=', drawId)
      .execute();
    await lockLog(database, trx);
    await writeVoidRecord(trx, keys, { drawId, reasonCode: REASON_CODE, now });
    await auditHostAction(trx, raffle, 'draw_skipped', now, from, { draw: number });
    const counts = { draws_total: raffle.draws_total - 1, draws_left: raffle.draws_left - 1 };
    const next = await nextOpeningId(trx, raffle.id);
    if (next !== null) return { ...counts, draw_id: next };
    const noPause = { paused_at: null, pause_until: null, pause_text: null };
    const last = draws.findLast(({ state }) => state === 'drawn');
    return { ...counts, ...noPause, status: 'drawn', draw_started: 1, draw_id: last?.draw_id ?? drawId };
  });
}
