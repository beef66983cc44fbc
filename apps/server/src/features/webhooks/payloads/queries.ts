/**
 * What an event tells its receivers, read at the moment of sending (R85): stored are ids and numbers only, so that what was erased or
 * shortened meanwhile is not sent any more (H16, R78), and results come from where the reveal is guarded (R4).
 */
import type { ClaimedBy, WebhookPayload } from '@glassdrum/contract';
import { numbersInRanges, publishedName, type WebhookFormat } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { drawPlan } from '../../draws/queries.ts';
import { resultsPath, results, titleOf } from '../../draws/results/queries.ts';
import { plannedDrawOf } from '../../draws/series/queries.ts';
import { shownPrizesOf } from '../../raffles/prizes/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import type { JoinedAbout } from '../events/commands.ts';
import { discordMessage, slackMessage } from './messages.ts';

export type WebhookEventRow = Selectable<Tables['webhook_events']>;

export interface PayloadParts {
  database: Database;
  publicUrl: string;
}

const TEST_MESSAGE =
  'Deliveries arrive here. Nothing happened to a raffle; somebody pressed “Send a test” in the workspace.';

/**
 * The body of a delivery, JSON.
 * @param now epoch ms
 * @throws Error for a result that is not due
 */
export async function bodyOf(
  parts: PayloadParts,
  event: WebhookEventRow,
  format: WebhookFormat,
  now: number,
): Promise<string> {
  const payload = await payloadOf(parts, event, now);
  switch (format) {
    case 'standard':
      return JSON.stringify(payload);
    case 'discord':
      return JSON.stringify(discordMessage(payload));
    case 'slack':
      return JSON.stringify(slackMessage(payload));
  }
}

async function payloadOf(parts: PayloadParts, event: WebhookEventRow, now: number): Promise<WebhookPayload> {
  const timestamp = isoTime(event.at);
  const raffle = event.raffle_id === null ? null : await findRaffle(parts.database, event.raffle_id);
  if (event.event === 'webhook.test' || raffle === null) {
    return { type: 'webhook.test', timestamp, data: { message: TEST_MESSAGE } };
  }
  const of = { parts, raffle, shown: shownRaffle(parts, raffle), event };
  switch (event.event) {
    case 'raffle.opened':
      return { type: event.event, timestamp, data: openedData(of) };
    case 'raffle.joined':
      return { type: event.event, timestamp, data: joinedData(of) };
    case 'draw.frozen':
      return { type: event.event, timestamp, data: await frozenData(of) };
    case 'draw.result':
      return { type: event.event, timestamp, data: await resultData(of, now) };
    case 'prize.claimed':
      return { type: event.event, timestamp, data: await claimedData(of) };
    case 'raffle.cancelled':
      return {
        type: event.event,
        timestamp,
        data: { raffle: of.shown, reason: raffle.cancel_reason ?? '' },
      };
  }
}

type DataOf<Type extends WebhookPayload['type']> = Extract<WebhookPayload, { type: Type }>['data'];
type ShownRaffle = DataOf<'raffle.opened'>['raffle'];

interface Of {
  parts: PayloadParts;
  raffle: RaffleRow;
  shown: ShownRaffle;
  event: WebhookEventRow;
}

function shownRaffle({ publicUrl }: PayloadParts, { id, title }: RaffleRow): ShownRaffle {
  return { id, title, url: `${publicUrl}/draw/${id}` };
}

function openedData({ parts, raffle, shown }: Of): DataOf<'raffle.opened'> {
  const { public_link: link, allow_public_join: isPublic, deadline_at: deadline } = raffle;
  return {
    raffle: shown,
    join_url: link === null || isPublic === 0 ? null : `${parts.publicUrl}/join/${link}`,
    deadline: deadline === null ? null : isoTime(deadline),
    draws: raffle.draws_total,
    wins: raffle.max_winners,
  };
}

function joinedData({ raffle, shown, event }: Of): DataOf<'raffle.joined'> {
  const { ranges, entries } = JSON.parse(event.about) as JoinedAbout;
  const numbers = ranges.map(([first, last]): [number, number] => [first, last]);
  return {
    raffle: shown,
    count: numbersInRanges(ranges),
    numbers,
    // Still open, as somebody looks at it before it is sent.
    entries: entries ?? raffle.active_count,
  };
}

async function frozenData({ parts, raffle, shown, event }: Of): Promise<DataOf<'draw.frozen'>> {
  const drawId = drawIdOf(event);
  const plan = await drawPlan(parts.database, raffle.id, drawId);
  if (plan === null) throw new Error('A frozen draw has its plan.');
  const { beacon } = plan;
  const isDrand = beacon.kind === 'drand';
  return {
    raffle: shown,
    draw: await shownDraw(parts, drawId),
    entries: plan.total_entries - plan.without_tickets.length,
    tickets: plan.ticket_total,
    freeze_hash: plan.freeze_hash,
    beacon: {
      kind: beacon.kind,
      chain_hash: isDrand ? beacon.chain_hash : null,
      round: isDrand && typeof beacon.round === 'number' ? beacon.round : null,
    },
    show_at: isoTime(plan.t0),
  };
}

async function resultData({ parts, raffle, shown, event }: Of, now: number): Promise<DataOf<'draw.result'>> {
  const { database, publicUrl } = parts;
  const drawId = drawIdOf(event);
  const found = await results(database, raffle.id, 'public', now, drawId);
  if (found === null) throw new Error('The result is not due.');
  const path = await resultsPath(database.query, raffle, drawId);
  return {
    raffle: shown,
    draw: await shownDraw(parts, drawId),
    results_url: publicUrl + path,
    proof_url: `${publicUrl}/api/raffles/${raffle.id}/proof?draw_id=${drawId}`,
    winners: found.winners.map((row) => ({
      prize: row.prize,
      prize_name: titleOf(found.prizes, row.prize),
      place: row.position,
      entry: row.entry_number,
      name: row.display_name,
    })),
  };
}

async function claimedData({ parts, raffle, shown, event }: Of): Promise<DataOf<'prize.claimed'>> {
  const { database } = parts;
  const drawId = drawIdOf(event);
  const about = JSON.parse(event.about) as { prize: number; entry: number; by: ClaimedBy };
  const draw = await shownDraw(parts, drawId);
  const person = await database.query
    .selectFrom('participations')
    .select(['entry_number', 'display_name', 'name_publication'])
    .where('raffle_id', '=', raffle.id)
    .where('entry_number', '=', about.entry)
    .executeTakeFirst();
  return {
    raffle: shown,
    draw,
    prize: about.prize,
    prize_name: titleOf(await shownPrizesOf(database.query, raffle.id, draw.number), about.prize),
    entry: about.entry,
    name: person === undefined ? null : publishedName(person),
    claimed_by: about.by,
  };
}

async function shownDraw({ database }: PayloadParts, drawId: string): Promise<DataOf<'draw.frozen'>['draw']> {
  const { number, name } = await plannedDrawOf(database.query, drawId);
  return { id: drawId, number, name };
}

function drawIdOf({ draw_id: drawId }: WebhookEventRow): string {
  if (drawId === null) throw new Error('This event is about a draw.');
  return drawId;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
