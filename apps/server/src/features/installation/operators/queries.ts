/** R82: the list of hosts for operators. */
import type { HostRow, HostsPage } from '@glassdrum/contract';
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { readCursor, writeCursor } from '../../../platform/database/page-cursor.ts';

const PAGE = 25;
/** Accounts that own raffles of deleted hosts. */
const PLACEHOLDER_EMAIL = '%@deleted.invalid';

/** Emails per day, sent today, and reports of the last week; null for an unknown host. */
export type AllowanceOf = (
  hostId: string,
) => Promise<{ limit: number; sent: number; reports: number } | null>;

/**
 * The newest first. @param wanted.search part of a name or an address, in any case; @param wanted.after `next` of the page
 * before; any other text starts at the newest
 */
export async function hostsPage(
  database: Database,
  allowanceOf: AllowanceOf,
  { search, after }: { search: string; after: string | null },
): Promise<HostsPage> {
  const cursor = readCursor(after);
  const matches = matching(search);
  const { total } = await database.query
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow();
  let query = database.query
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'created_at',
      'last_login_at',
      'is_operator',
      'suspended_at',
      'mail_limit',
    ])
    .select((from) => [
      from
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('sessions'),
      from
        .selectFrom('raffles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('raffles.host_id', '=', 'users.id')
        .as('raffles'),
    ])
    .where(matches);
  if (cursor !== null) {
    query = query.where((is) =>
      is.or([
        is('created_at', '<', cursor.at),
        is.and([is('created_at', '=', cursor.at), is('id', '<', cursor.id)]),
      ]),
    );
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  const hosts = await Promise.all(
    shown.map(
      async ({ is_operator: operator, mail_limit: set, sessions, raffles, ...row }): Promise<HostRow> => {
        const mail = (await allowanceOf(row.id)) ?? { limit: 0, sent: 0, reports: 0 };
        return {
          ...row,
          is_operator: operator === 1,
          sessions: sessions ?? 0,
          raffles: raffles ?? 0,
          mail: { limit: mail.limit, set, sent_today: mail.sent, reports: mail.reports },
        };
      },
    ),
  );
  const last = shown.at(-1);
  return {
    hosts,
    total,
    next: rows.length > PAGE && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

function matching(search: string): Expression<SqlBool> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<SqlBool>`users.email not like ${PLACEHOLDER_EMAIL} and (
    lower(users.name) like ${pattern} escape '\\' or lower(users.email) like ${pattern} escape '\\')`;
}
