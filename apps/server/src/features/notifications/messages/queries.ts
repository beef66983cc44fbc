/**
 * A raffle's emails and notifications with what became of each, for its host (R60): the rows of the outbox with the names and
 * addresses of now. Of erased people there are no rows.
 */
import {
  type MessageCounts,
  type MessageRow,
  type MessagesPage,
  type MessagesQuery,
  type MessageState,
  mailReason,
} from '@glassdrum/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { readCursor, writeCursor } from '../../../platform/database/page-cursor.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import { plannedDrawOf } from '../../draws/series/queries.ts';

const PAGE = 200;

function stateOf({ state, reason }: Pick<OutboxRow, 'state' | 'reason'>): MessageState {
  if (state !== 'dropped') return state;
  return reason === 'unsubscribed' ? 'unsubscribed' : 'not_needed';
}

/** Newest first. Any other text than a page's `next` as `after` starts over. */
export async function messagesPageOf(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'id' | 'draws_total'>,
  filter: MessagesQuery,
): Promise<MessagesPage> {
  const cursor = readCursor(filter.after ?? null);
  const wanted = wantedRows(query, raffle.id, filter);
  const rows = await wanted
    .select(['o.id', 'o.invitee_id', 'o.channel', 'o.occasion', 'o.draw_id', 'o.state', 'o.reason'])
    .select(['o.created_at', 'o.due_at', 'o.settled_at'])
    .select(['p.entry_number', 'p.display_name as entry_name', 'p.email as entry_email'])
    .select(['i.display_name as invited_name', 'i.email as invited_email'])
    .$if(cursor !== null, (page) =>
      page.where((is) =>
        is.or([
          is('o.created_at', '<', cursor?.at ?? 0),
          is.and([is('o.created_at', '=', cursor?.at ?? 0), is('o.id', '>', cursor?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id')
    .limit(PAGE + 1)
    .execute();
  const { found } = await wanted
    .select((build) => build.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  const shown = rows.slice(0, PAGE);
  const draws = await drawsOf(query, raffle, shown);
  const messages = shown.map((row): MessageRow => ({
    id: row.id,
    invitee_id: row.invitee_id,
    channel: row.channel,
    occasion: row.occasion,
    draw: row.draw_id === null ? null : (draws.get(row.draw_id) ?? null),
    state: stateOf(row),
    reason: row.state === 'sent' ? null : (mailReason.safeParse(row.reason).data ?? null),
    at: row.state === 'waiting' ? row.due_at : (row.settled_at ?? row.created_at),
    display_name: row.entry_name ?? row.invited_name ?? '',
    entry_number: row.entry_number,
    email: row.entry_email ?? row.invited_email,
  }));
  const last = shown.at(-1);
  const isLast = rows.length <= PAGE || last === undefined;
  return { messages, found, next: isLast ? null : writeCursor({ at: last.created_at, id: last.id }) };
}

function wantedRows(query: Kysely<Tables>, raffleId: string, filter: MessagesQuery) {
  const { channel, occasion, state, words = '' } = filter;
  return query
    .selectFrom('outbox as o')
    .leftJoin('invitees as i', 'i.id', 'o.invitee_id')
    .leftJoin('participations as p', 'p.invitee_id', 'o.invitee_id')
    .where('o.raffle_id', '=', raffleId)
    .$if(channel !== undefined, (rows) => rows.where('o.channel', '=', channel ?? 'mail'))
    .$if(occasion !== undefined, (rows) => rows.where('o.occasion', '=', occasion ?? 'invitation'))
    .$if(state !== undefined, (rows) =>
      rows.where((is) => {
        switch (state) {
          case 'unsubscribed':
            return is.and([is('o.state', '=', 'dropped'), is('o.reason', '=', 'unsubscribed')]);
          case 'not_needed':
            return is.and([
              is('o.state', '=', 'dropped'),
              is.or([is('o.reason', 'is', null), is('o.reason', '!=', 'unsubscribed')]),
            ]);
          default:
            return is('o.state', '=', state ?? 'sent');
        }
      }),
    )
    .$if(words !== '', (rows) =>
      rows.where((is) =>
        is.or([
          ...(numberIn(words) === null ? [] : [is('p.entry_number', '=', numberIn(words))]),
          ...spellings(words).flatMap((spelling) => {
            const pattern = `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`;
            return [
              sql<boolean>`lower(coalesce(p.display_name, i.display_name, '')) like lower(${pattern}) escape '\\'`,
              sql<boolean>`lower(coalesce(p.email, i.email, '')) like lower(${pattern}) escape '\\'`,
            ];
          }),
        ]),
      ),
    );
}

const MAX_NUMBER = 2_147_483_647;

function numberIn(words: string): number | null {
  const number = Number(/^#?(\d{1,10})$/.exec(words)?.[1] ?? Number.NaN);
  return number <= MAX_NUMBER ? number : null;
}

/** SQLite lowers only ASCII: "é" finds "Élodie" by its other spelling. */
function spellings(words: string): string[] {
  const lower = words.toLowerCase();
  const [first = '', ...rest] = lower;
  return [...new Set([words, lower, first.toUpperCase() + rest.join('')])];
}

/** R69: only of several draws; each is asked for once. */
async function drawsOf(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'draws_total'>,
  rows: readonly Pick<OutboxRow, 'draw_id'>[],
): Promise<Map<string, { number: number; name: string | null }>> {
  const draws = new Map<string, { number: number; name: string | null }>();
  if (raffle.draws_total < 2) return draws;
  for (const id of new Set(rows.flatMap(({ draw_id: drawId }) => drawId ?? []))) {
    draws.set(id, await plannedDrawOf(query, id));
  }
  return draws;
}

/** @param mail whether this installation sends email */
export async function messageCountsOf(
  query: Kysely<Tables>,
  raffleId: string,
  mail: boolean,
): Promise<MessageCounts> {
  const sums = await query
    .selectFrom('outbox')
    .select((build) => ['channel', 'occasion', 'state', 'reason', build.fn.countAll<number>().as('count')])
    .where('raffle_id', '=', raffleId)
    .groupBy(['channel', 'occasion', 'state', 'reason'])
    .execute();
  const counts = new Map<string, MessageCounts['counts'][number]>();
  for (const { channel, occasion, count, ...row } of sums) {
    const state = stateOf(row);
    const key = `${channel} ${occasion} ${state}`;
    counts.set(key, { channel, occasion, state, count: count + (counts.get(key)?.count ?? 0) });
  }
  const entrants = await addressesOf(
    query
      .selectFrom('participations')
      .select('email')
      .where('raffle_id', '=', raffleId)
      .where('tickets', '>', 0),
  );
  const invited = await addressesOf(
    query
      .selectFrom('invites as t')
      .innerJoin('invitees as i', 'i.id', 't.invitee_id')
      .leftJoin('participations as p', 'p.invitee_id', 't.invitee_id')
      .select('i.email')
      .where('t.raffle_id', '=', raffleId)
      .where('t.revoked', '=', 0)
      .where('t.redeemed_at', 'is', null)
      .where('p.invitee_id', 'is', null),
  );
  const { devices } = await query
    .selectFrom('push_subscriptions')
    .select((build) => build.fn.count<number>('invitee_id').distinct().as('devices'))
    .where('raffle_id', '=', raffleId)
    .executeTakeFirstOrThrow();
  return {
    sends_mail: mail,
    counts: [...counts.values()],
    without_address: entrants.all + invited.all - entrants.known - invited.known,
    people: entrants.all + invited.all,
    with_device: devices,
  };

  async function addressesOf(
    people: SelectQueryBuilder<Tables, never, { email: string | null }>,
  ): Promise<{ all: number; known: number }> {
    return query
      .selectFrom(people.as('who'))
      .select((build) => [
        build.fn.countAll<number>().as('all'),
        build.fn.count<number>('who.email').as('known'),
      ])
      .executeTakeFirstOrThrow();
  }
}
