/**
 * Draw openings: what a draw commits to before anybody enters (draw protocol §3 and §4), its secret seed, plan and rules, as a
 * row of draw_openings and a signed open record. Every stage of a raffle has its own.
 *
 * 1. The host's next number is taken. The host's row stays locked until the end of the transaction, so numbers have no gaps
 *    and none is used twice.
 * 2. The seed is generated and stored sealed; its hash and those of plan and rules are published in the open record, which
 *    names the host's previous one.
 */
import { randomBytes } from 'node:crypto';
import {
  type DrawPlan,
  openHash,
  openRecord,
  planHash,
  planOfProof,
  type ProofPlan,
  type ProofRules,
  proofPlan,
  proofRules,
  type RaffleRules,
  replanRecord,
  rulesHash,
  seedCommitHash,
  voidRecord,
} from '@glassdrum/fair-draw';
import { earlierWinners, plannedAlternates } from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { poolsOf } from '../../platform/database/prize-columns.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { seedPurpose } from '../../platform/keys/purposes.ts';
import { appendPublicRecord, lastRecordHash, timeInLog } from '../../platform/public-log/public-log.ts';
import { prizeRowsOf } from '../raffles/prizes/queries.ts';

export type OpeningRow = Selectable<Tables['draw_openings']>;

const SEED_BYTES = 32;
const ID_BYTES = 16;
/** A line of the draw protocol (§1). */
const LINE_BYTES = 400;

/** A public id that reveals nothing about the raffle's own pages. */
export function newPublicId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

/** The opening of a raffle's next, running or last draw; null before the raffle is opened. */
export async function openingOf(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'draw_id'>,
): Promise<OpeningRow | null> {
  if (raffle.draw_id === null) return null;
  const row = await query
    .selectFrom('draw_openings')
    .selectAll()
    .where('id', '=', raffle.draw_id)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws Error where there is none */
export function openingById(query: Kysely<Tables>, drawId: string): Promise<OpeningRow> {
  return query.selectFrom('draw_openings').selectAll().where('id', '=', drawId).executeTakeFirstOrThrow();
}

/** All openings of a raffle, by stage. */
export function openingsOf(query: Kysely<Tables>, raffleId: string): Promise<OpeningRow[]> {
  return query
    .selectFrom('draw_openings')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .orderBy('stage')
    .execute();
}

export function planOf(opening: Pick<OpeningRow, 'plan'>): DrawPlan {
  return planOfProof(JSON.parse(opening.plan) as ProofPlan);
}

/** Null once erased. */
export function rulesOf(opening: Pick<OpeningRow, 'rules'>): ProofRules | null {
  return opening.rules === null ? null : (JSON.parse(opening.rules) as ProofRules);
}

type PlannedRaffle = Pick<RaffleRow, 'id' | 'prize_policy' | 'pools' | 'draws_total'>;

/** The prizes of one of the raffle's draws as a plan. @param number of the planned draw, from 1 */
export async function planOfRaffle(
  query: Kysely<Tables>,
  raffle: PlannedRaffle,
  number: number,
): Promise<DrawPlan> {
  const rows = (await prizeRowsOf(query, raffle.id)).filter((row) => row.draw_number === number);
  return {
    policy: raffle.prize_policy,
    earlierWinners: earlierWinners(raffle.prize_policy, raffle.draws_total),
    pools: poolsOf(raffle).length,
    prizes: rows.map(({ quantity, pool, name, claim_window: claimWindow }) => ({
      quantity,
      alternates: plannedAlternates(quantity),
      pool,
      claimWindow,
      name: name === null ? null : lineOf(name),
    })),
  };
}

/** What entrants agree to, with title and text in the forms that a record allows. */
function rulesFor(
  raffle: Pick<RaffleRow, 'title' | 'max_tickets' | 'deadline_at' | 'beacon_policy' | 'rules_text'>,
): RaffleRules {
  return {
    title: lineOf(raffle.title),
    ticketLimit: raffle.max_tickets,
    deadline: raffle.deadline_at === null ? null : Math.floor(raffle.deadline_at / 1000),
    beaconPolicy: raffle.beacon_policy,
    text: longTextOf(raffle.rules_text),
  };
}

/**
 * The next stage's opening, in the caller's transaction and under the raffle's lock.
 * @param options `number` of the planned draw that it is for; `now` in epoch ms
 */
export async function writeOpening(
  trx: Trx,
  keys: Keys,
  raffle: RaffleRow & { series_id: string },
  { number, now }: { number: number; now: number },
): Promise<OpeningRow> {
  // All draws of a raffle are promised under one pseudonym, also when it is held in another name since (R81).
  const first = await trx
    .selectFrom('draw_openings')
    .select('host_id')
    .where('raffle_id', '=', raffle.id)
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst();
  const host = await trx
    .updateTable('users')
    .set((set) => ({ host_seq: set('host_seq', '+', 1) }))
    .where((user) =>
      first === undefined ? user('id', '=', raffle.host_id) : user('pseudonym', '=', first.host_id),
    )
    .returning(['host_seq', 'last_open_hash', 'pseudonym'])
    .executeTakeFirstOrThrow();
  const { last } = await trx
    .selectFrom('draw_openings')
    .select((build) => build.fn.max('stage').as('last'))
    .where('raffle_id', '=', raffle.id)
    .executeTakeFirstOrThrow();
  const seed = randomBytes(SEED_BYTES).toString('hex');
  const drawId = newPublicId();
  const [plan, rules] = [await planOfRaffle(trx, raffle, number), rulesFor(raffle)];
  const fields = {
    drawId,
    hostId: host.pseudonym,
    hostSeq: host.host_seq,
    previous: host.last_open_hash,
    seriesId: raffle.series_id,
    stage: (last ?? 0) + 1,
    seedCommitHash: seedCommitHash(seed),
    planHash: planHash(drawId, plan),
    rulesHash: rulesHash(rules),
    openedAt: Math.floor(now / 1000),
  };
  const hash = openHash(fields);
  await trx
    .updateTable('users')
    .set({ last_open_hash: hash })
    .where('pseudonym', '=', host.pseudonym)
    .execute();
  const opening = await trx
    .insertInto('draw_openings')
    .values({
      id: drawId,
      raffle_id: raffle.id,
      stage: fields.stage,
      draw_number: number,
      protocol: 2,
      seed_commit_hash: fields.seedCommitHash,
      seed_sealed: keys.seal(seedPurpose(drawId), seed),
      host_id: fields.hostId,
      host_seq: fields.hostSeq,
      previous_open_hash: fields.previous,
      open_hash: hash,
      opening_plan_hash: fields.planHash,
      plan: JSON.stringify(proofPlan(plan)),
      plan_hash: fields.planHash,
      rules: JSON.stringify(proofRules(rules)),
      rules_hash: fields.rulesHash,
      opened_at_s: fields.openedAt,
      closed_at_s: null,
      close_hash: null,
      entries_root: null,
      entry_count: null,
      pool_totals: null,
      holders_hash: null,
      contributions_until: null,
      scheduled_at: null,
      asked_kind: null,
      voided_at: null,
      void_reason: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendPublicRecord(trx, keys, { drawId, kind: 'open', text: openRecord(fields), now });
  await trx
    .updateTable('planned_draws')
    .set({ draw_id: drawId })
    .where('raffle_id', '=', raffle.id)
    .where('number', '=', number)
    .execute();
  return opening;
}

/** R62: the plans of all draws whose list is not closed, as the raffle's prizes are now; each change is a public record. */
export async function replanAll(trx: Trx, keys: Keys, raffle: PlannedRaffle, now: number): Promise<void> {
  const openings = (await openingsOf(trx, raffle.id)).filter(
    (one) => one.protocol === 2 && one.close_hash === null && one.voided_at === null,
  );
  for (const opening of openings) {
    const plan = await planOfRaffle(trx, raffle, opening.draw_number);
    await replan(trx, keys, { opening, plan, now });
  }
}

/** R94: another plan until the close, as a public record, in the caller's transaction and under the raffle's lock. */
async function replan(
  trx: Trx,
  keys: Keys,
  { opening, plan, now }: { opening: OpeningRow; plan: DrawPlan; now: number },
): Promise<void> {
  const { id: drawId, open_hash: openHashOfDraw, plan_hash: planHashBefore } = opening;
  const planHashAfter = planHash(drawId, plan);
  if (planHashAfter === planHashBefore) return;
  const { earlier } = await trx
    .selectFrom('public_log')
    .select((build) => build.fn.countAll<number>().as('earlier'))
    .where('draw_id', '=', drawId)
    .where('kind', '=', 'replan')
    .executeTakeFirstOrThrow();
  const at = await timeInLog(trx, drawId, now);
  const text = replanRecord({
    drawId,
    openHash: openHashOfDraw,
    planHashBefore,
    planHashAfter,
    at: Math.floor(at / 1000),
  });
  const onceSuffix = String(earlier + 1);
  await appendPublicRecord(trx, keys, { drawId, kind: 'replan', text, now: at, onceSuffix });
  await trx
    .updateTable('draw_openings')
    .set({ plan: JSON.stringify(proofPlan(plan)), plan_hash: planHashAfter })
    .where('id', '=', drawId)
    .execute();
}

/** The public record that a draw will never happen (draw protocol §8), in the caller's transaction. A second one fails. */
export async function writeVoidRecord(
  trx: Trx,
  keys: Keys,
  { drawId, reasonCode, now }: { drawId: string; reasonCode: string; now: number },
): Promise<void> {
  const text = voidRecord({
    drawId,
    lastRecordHash: await lastRecordHash(trx, drawId),
    reasonCode,
    at: Math.floor(now / 1000),
  });
  await appendPublicRecord(trx, keys, { drawId, kind: 'void', text, now });
}

/** Draws of a raffle that were promised and neither frozen nor voided. */
export async function undecidedDraws(query: Kysely<Tables>, raffleId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('draw_openings as o')
    .leftJoin('draws as d', 'd.id', 'o.id')
    .select('o.id')
    .where('o.raffle_id', '=', raffleId)
    .where('o.voided_at', 'is', null)
    .where('d.id', 'is', null)
    .orderBy('o.stage')
    .execute();
  return rows.map(({ id }) => id);
}

/** As a line: one row of text without control characters, at most 400 bytes, cut between characters. */
function lineOf(text: string): string {
  let line = '';
  let bytes = 0;
  // eslint-disable-next-line no-control-regex -- exactly the characters that a line cannot have
  for (const character of wellFormed(text).replace(/[\u0000-\u001f\u007f]/g, ' ')) {
    bytes += Buffer.byteLength(character);
    if (bytes > LINE_BYTES) break;
    line += character;
  }
  return line === '' ? '-' : line;
}

/** An unpaired surrogate cannot be encoded as UTF-8. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** As a long text: line feeds are its only control characters. */
function longTextOf(text: string): string {
  return (
    wellFormed(text)
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      // eslint-disable-next-line no-control-regex -- exactly the characters that a long text cannot have
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
  );
}
