/** Reading a raffle's chat. Direct lines are read by their two people only (C2), deleted lines by nobody. */
import type { ChatRules, HostChatRules } from '@glassdrum/contract';
import { publishedName } from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { hostNameOf } from '../raffles/queries.ts';

export type ChatRow = Selectable<Tables['chat_messages']>;

/** Who reads or writes: an entry's invitee id, the raffle's `host`, or null for a visitor. */
export type ChatPerson = string | null;

/** The newest lines that this person may see, oldest first, with whether there are older ones. */
export async function chatHistory(
  database: Database,
  raffleId: string,
  person: ChatPerson,
  page: { before?: number | undefined; limit: number },
): Promise<{ rows: ChatRow[]; more: boolean }> {
  let lines = database.query
    .selectFrom('chat_messages')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('deleted_at', 'is', null)
    .where((line) =>
      person === null
        ? line('recipient_id', 'is', null)
        : line.or([
            line('recipient_id', 'is', null),
            line('recipient_id', '=', person),
            line('sender_id', '=', person),
          ]),
    )
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.before !== undefined) lines = lines.where('id', '<', page.before);
  const rows = await lines.execute();
  return { rows: rows.slice(0, page.limit).toReversed(), more: rows.length > page.limit };
}

/** One line that was not deleted. Callers decide who may see it. */
export async function chatLineRow(
  database: Database,
  raffleId: string,
  lineId: number,
): Promise<ChatRow | null> {
  const row = await database.query
    .selectFrom('chat_messages')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('id', '=', lineId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The rules, with the blocked words that only the host and the server's decision may see. */
export async function chatRulesOf(
  query: Kysely<Tables>,
  raffleId: string,
): Promise<ChatRules & { words: string[] }> {
  const row = await query
    .selectFrom('chat_rooms')
    .select(['mode', 'slow_seconds', 'words'])
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  if (row === undefined) return { mode: 'everyone', slow_seconds: 0, words: [] };
  return { mode: row.mode, slow_seconds: row.slow_seconds, words: JSON.parse(row.words) as string[] };
}

export async function mutedIn(
  database: Database,
  raffleId: string,
): Promise<{ invitee_id: string; display_name: string }[]> {
  const rows = await database.query
    .selectFrom('chat_mutes as m')
    .leftJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'm.raffle_id').onRef('p.invitee_id', '=', 'm.invitee_id'),
    )
    .select(['m.invitee_id', 'p.display_name'])
    .where('m.raffle_id', '=', raffleId)
    .orderBy('m.created_at')
    .execute();
  return rows.map((row) => ({ invitee_id: row.invitee_id, display_name: row.display_name ?? '' }));
}

/** Reports that wait for the host, newest first. */
export async function reportsIn(database: Database, raffleId: string): Promise<HostChatRules['reports']> {
  const rows = await database.query
    .selectFrom('chat_reports as r')
    .innerJoin('chat_messages as c', (join) =>
      join.onRef('c.raffle_id', '=', 'r.raffle_id').onRef('c.id', '=', 'r.message_id'),
    )
    .select(['r.id', 'r.message_id', 'r.reason', 'c.display_name', 'c.message', 'c.recipient_id'])
    .where('r.raffle_id', '=', raffleId)
    .where('c.deleted_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ message, recipient_id: recipientId, ...report }) => ({
    ...report,
    message: recipientId === null || recipientId === 'host' ? message : null,
  }));
}

/** Who sent or received direct lines; everybody else can share one history. */
export async function peopleOfDirectLines(database: Database, raffleId: string): Promise<Set<string>> {
  const pairs = await database.query
    .selectFrom('chat_messages')
    .select(['sender_id', 'recipient_id'])
    .distinct()
    .where('raffle_id', '=', raffleId)
    .where('recipient_id', 'is not', null)
    .execute();
  return new Set(pairs.flatMap((pair) => [pair.sender_id, pair.recipient_id ?? pair.sender_id]));
}

/** Names by invitee id as others read them (R78), and the host's as 'host'. */
export async function namesIn(
  database: Database,
  raffleId: string,
  inviteeIds: readonly string[],
): Promise<Map<string, string>> {
  const hostName = await hostNameOf(database.query, raffleId);
  const names = new Map(hostName === null ? [] : [['host', hostName]]);
  if (inviteeIds.length === 0) return names;
  const rows = await database.query
    .selectFrom('participations')
    .select(['invitee_id', 'entry_number', 'display_name', 'name_publication'])
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', 'in', inviteeIds)
    .execute();
  for (const row of rows) {
    const name = publishedName(row);
    if (name !== null) names.set(row.invitee_id, name);
  }
  return names;
}
