/**
 * Two people start a draw (R81), where their workspace wants that.
 *
 * 1. Somebody who may draw asks. The request is stored for 60 seconds; nothing else has happened.
 * 2. Another account that may draw confirms in that time: the same transaction takes the request and begins the draw. It locks the
 *    raffle first, so of two confirmations one begins the draw and the other finds it begun.
 * 3. A request that is over counts for nothing. A draw that starts automatically at its deadline was decided when the raffle was
 *    opened, and needs no confirmation.
 */
import type { DrawAnswer, DrawBody } from '@glassdrum/contract';
import { decideDraw, decideStartConfirmation, may, START_CONFIRM_MS } from '@glassdrum/raffle-rules';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { lockSettledRaffle } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { roleIn } from '../../workspaces/queries.ts';
import { type DrawCommandParts, startDraw } from '../commands.ts';
import { nextPlannedDraw } from '../series/queries.ts';
import { isTwoStart } from './queries.ts';

/** Who asks, confirms or withdraws. */
interface StartAct {
  hostId: string;
  from: CallerHashes;
}

/**
 * Starts the draw, or asks for its start where a second person has to confirm it. Asking again changes nothing.
 * @returns null where a second person is asked
 * @throws RefusalError start_asked_already where somebody else has asked, the rule's refusal (R13), draw_not_planned, and as
 *   `startDraw`
 */
export async function startOrAsk(
  parts: DrawCommandParts,
  { hostId, from }: StartAct,
  own: OwnRaffle,
  { assurance, draw }: Pick<DrawBody, 'assurance' | 'draw'>,
): Promise<DrawAnswer | null> {
  const { database, clock, bus } = parts;
  if (own.draw_started === 1 || !(await isTwoStart(database.query, own.workspace_id))) {
    return startDraw(parts, { raffleId: own.id, assurance, draw, from });
  }
  await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = await lockSettledRaffle(database, trx, own.id, now);
    orRefuse(decideDraw(raffleFacts(raffle), now));
    const { number: next } = await nextPlannedDraw(trx, raffle);
    if (draw !== undefined && draw !== next) throw new RefusalError('draw_not_planned');
    const open = await openRequest(trx, raffle, now);
    if (open !== null && open.asked_by !== hostId) throw new RefusalError('start_asked_already');
    if (open !== null) return;
    const request = {
      draw_number: next,
      assurance,
      asked_by: hostId,
      asked_at: now,
      expires_at: now + START_CONFIRM_MS,
    };
    await trx
      .insertInto('draw_start_requests')
      .values({ raffle_id: raffle.id, ...request })
      .onConflict((conflict) => conflict.column('raffle_id').doUpdateSet(request))
      .execute();
    await audit(trx, raffle, { action: 'draw_start_asked', now, from, draw: next });
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  return null;
}

/** @throws RefusalError start_request_over, second_person_needed, and as `startDraw` */
export async function confirmStart(
  parts: DrawCommandParts,
  { hostId, from }: StartAct,
  own: OwnRaffle,
): Promise<DrawAnswer> {
  const { database, clock } = parts;
  const asked = await openRequest(database.query, own, clock.now());
  if (asked === null && own.draw_started === 0) throw new RefusalError('start_request_over');
  return startDraw(parts, {
    raffleId: own.id,
    assurance: asked?.assurance ?? 'beacon',
    draw: asked?.draw_number,
    from,
    /** Under the raffle's lock. */
    async confirm(trx, raffle) {
      const now = clock.now();
      const request = await openRequest(trx, raffle, now);
      const facts = request === null ? null : { askedBy: request.asked_by, expiresAt: request.expires_at };
      orRefuse(decideStartConfirmation(facts, { by: hostId, now }));
      await trx.deleteFrom('draw_start_requests').where('raffle_id', '=', raffle.id).execute();
    },
  });
}

/** By whoever may draw, who asked included. @throws RefusalError start_request_over */
export async function withdrawStart(
  { database, clock, bus }: Pick<DrawCommandParts, 'database' | 'clock' | 'bus'>,
  { from }: StartAct,
  own: OwnRaffle,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = await lockSettledRaffle(database, trx, own.id, now);
    const open = await openRequest(trx, raffle, now);
    if (open === null) throw new RefusalError('start_request_over');
    await trx.deleteFrom('draw_start_requests').where('raffle_id', '=', raffle.id).execute();
    await audit(trx, raffle, { action: 'draw_start_withdrawn', now, from, draw: open.draw_number });
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
}

/** None that is over, and none of somebody who may not draw any more. @param now epoch ms */
async function openRequest(
  query: DrawCommandParts['database']['query'],
  raffle: Pick<RaffleRow, 'id' | 'workspace_id'>,
  now: number,
) {
  const row = await query
    .selectFrom('draw_start_requests')
    .selectAll()
    .where('raffle_id', '=', raffle.id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const role = await roleIn(query, raffle.workspace_id, row.asked_by);
  return role !== null && may(role, 'draw_winners') === 'yes' ? row : null;
}

function audit(
  trx: Trx,
  raffle: RaffleRow,
  record: {
    action: 'draw_start_asked' | 'draw_start_withdrawn';
    now: number;
    from: CallerHashes;
    draw: number;
  },
): Promise<void> {
  const { action, now: ts, from, draw } = record;
  const about = { raffleId: raffle.id, hostId: raffle.host_id };
  return writeAudit(trx, { ...about, actor: 'host', action, ts, from, details: { draw } });
}
