/**
 * Skipping a draw (R69): its public record says that it will never happen, and its page shows the host's reason. The raffle goes
 * on with the next draw, or is drawn when none is left. And the notice between two draws (R72).
 */
import type { PauseBody } from '@glassdrum/contract';
import { decidePause, decideRename, decideSkip } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { lockLog } from '../../../platform/public-log/public-log.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { writeVoidRecord } from '../openings.ts';
import { agreeReceipts } from '../presence/receipts.ts';
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

/**
 * R69: what a draw is called on screens and in emails, and when it is planned; no record has either, and nothing starts then.
 * @param name null for none @param plannedAt epoch ms, null for no time; undefined keeps it @throws RefusalError draw_not_planned
 */
export function renameDraw(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  { number, name, plannedAt }: { number: number; name: string | null; plannedAt: number | null | undefined },
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const draws = await plannedDrawsOf(trx, raffle.id);
    orRefuse(decideRename(statesOf(draws), number));
    const before = draws[number - 1];
    const at = plannedAt === undefined ? (before?.planned_at ?? null) : plannedAt;
    const isRenamed = before?.name !== name;
    const isMoved = before?.planned_at !== at;
    if (!isRenamed && !isMoved) return {};
    await trx
      .updateTable('planned_draws')
      .set({ name, planned_at: at })
      .where('raffle_id', '=', raffle.id)
      .where('number', '=', number)
      .execute();
    if (isRenamed) await auditHostAction(trx, raffle, 'draw_renamed', now, from, { draw: number });
    if (isMoved) {
      const details = { draw: number, ...(at !== null && { planned_at: at }) };
      await auditHostAction(trx, raffle, 'draw_time_changed', now, from, details);
    }
    // Lists of prizes carry the names of all draws: one that was read before is not saved over this name.
    return { prizes_revision: raffle.prizes_revision + 1 };
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
    if (next !== null) {
      await agreeReceipts(trx, { ...raffle, draw_id: next }, now);
      return { ...counts, draw_id: next };
    }
    const noPause = { paused_at: null, pause_until: null, pause_text: null };
    const last = draws.findLast(({ state }) => state === 'drawn');
    return { ...counts, ...noPause, status: 'drawn', draw_started: 1, draw_id: last?.draw_id ?? drawId };
  });
}
