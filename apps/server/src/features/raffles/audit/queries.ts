/** What hosts may read of the audit log: actions, times and counts; addresses as short fingerprints only (I5). */
import type { AuditEntry, AuditPage } from '@glassdrum/contract';
import { sql, type SqlBool } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type PageCursor, readCursor, writeCursor } from '../../../platform/database/page-cursor.ts';
import { ownTurn } from '../../../platform/threads/own-turn.ts';

const RAFFLE_RECORDS = 1000;
const PAGE = 100;
const EXPORT_BATCH = 1000;
/** Hex digits of a keyed hash: enough to recognise that two actions came from the same place. */
const FINGERPRINT_LENGTH = 8;

/** The newest 1,000 records of one raffle, newest first. */
export async function auditOfRaffle(database: Database, raffleId: string): Promise<AuditEntry[]> {
  const rows = await database.query
    .selectFrom('audit_log as a')
    .leftJoin('users as b', 'b.id', 'a.by_id')
    .leftJoin('api_tokens as t', 't.id', 'a.token_id')
    .select(['a.id', 'a.action', 'a.actor', 'a.ts', 'a.details', 'a.by_id', 'b.name as by_name'])
    .select('t.name as token')
    .where('a.raffle_id', '=', raffleId)
    .orderBy('a.ts', 'desc')
    .orderBy('a.id')
    .limit(RAFFLE_RECORDS)
    .execute();
  return rows.map(({ details, by_id: id, by_name: name, token, ...row }) => ({
    ...row,
    details: parsed(details),
    by: presentAuthor(id, name, token),
  }));
}

/** R81: the person who did it, as the account is called now, with the token (R85); null once the account is deleted. */
export function presentAuthor(
  id: string | null,
  name: string | null,
  token: string | null,
): AuditEntry['by'] {
  return id === null || name === null ? null : { id, name, token };
}

/** Which records: those of an account, of workspaces, or of both. */
export interface AuditScope {
  /** Null for workspaces only. */
  hostId: string | null;
  workspaceIds: readonly string[];
}

/** A condition on rows of `audit_log as a`. The account's own records are about no workspace. */
export function inScope({ hostId, workspaceIds }: AuditScope) {
  const own = hostId === null ? sql`1 = 0` : sql`(a.host_id = ${hostId} and a.workspace_id is null)`;
  const theirs =
    workspaceIds.length === 0 ? sql`1 = 0` : sql`a.workspace_id in (${sql.join([...workspaceIds])})`;
  return sql<SqlBool>`(${own} or ${theirs})`;
}

/**
 * A page of everything about a host's account and workspaces, newest first.
 * @param input.raffleId only this raffle's; @param input.after `next` of the previous page; any other text starts over
 */
export async function auditPage(
  database: Database,
  scope: AuditScope,
  input: { raffleId: string | null; after: string | null },
): Promise<AuditPage> {
  const rows = await rowsAfter(database, scope, input.raffleId, readCursor(input.after), PAGE + 1);
  const entries = rows.slice(0, PAGE);
  const last = entries.at(-1);
  return {
    entries,
    next: rows.length > PAGE && last !== undefined ? writeCursor({ at: last.ts, id: last.id }) : null,
  };
}

/** The complete log, in batches. */
export async function* auditBatches(
  database: Database,
  scope: AuditScope,
  raffleId: string | null,
): AsyncGenerator<AuditPage['entries']> {
  let cursor: PageCursor | null = null;
  for (;;) {
    await ownTurn();
    const rows: AuditPage['entries'] = await rowsAfter(database, scope, raffleId, cursor, EXPORT_BATCH);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < EXPORT_BATCH || last === undefined) return;
    cursor = { at: last.ts, id: last.id };
  }
}

async function rowsAfter(
  database: Database,
  scope: AuditScope,
  raffleId: string | null,
  cursor: PageCursor | null,
  limit: number,
): Promise<AuditPage['entries']> {
  let query = database.query
    .selectFrom('audit_log as a')
    .leftJoin('raffles as r', 'r.id', 'a.raffle_id')
    .leftJoin('users as b', 'b.id', 'a.by_id')
    .leftJoin('api_tokens as t', 't.id', 'a.token_id')
    .select(['a.id', 'a.action', 'a.actor', 'a.ts', 'a.details', 'a.raffle_id', 'a.workspace_id'])
    .select(['a.ip_hash', 'a.by_id', 'b.name as by_name', 't.name as token', 'r.title'])
    .where(inScope(scope));
  if (raffleId !== null) query = query.where('a.raffle_id', '=', raffleId);
  if (cursor !== null) {
    query = query.where((is) =>
      is.or([is('a.ts', '<', cursor.at), is.and([is('a.ts', '=', cursor.at), is('a.id', '>', cursor.id)])]),
    );
  }
  const rows = await query.orderBy('a.ts', 'desc').orderBy('a.id').limit(limit).execute();
  const entries = rows.map(
    ({ details, ip_hash: hash, title, by_id: byId, by_name: byName, token, ...row }) => ({
      ...row,
      details: parsed(details),
      raffle_title: title,
      by: presentAuthor(byId, byName, token),
      place: hash === null ? null : hash.slice(0, FINGERPRINT_LENGTH),
    }),
  );
  return withDraws(database, await withPeople(database, entries));
}

type Entry = AuditPage['entries'][number];
type Person = NonNullable<Entry['person']>;
type WithoutDraw = Omit<Entry, 'draw'>;

/**
 * The log stores the numbers of draws; their names, and the host's reason for skipping one, are read when it is shown (R69). The
 * only draw of a raffle is not named.
 */
async function withDraws(database: Database, entries: readonly WithoutDraw[]): Promise<Entry[]> {
  const drawOf = ({ details }: WithoutDraw): number | null =>
    typeof details?.['draw'] === 'number' ? details['draw'] : null;
  const raffles = new Set(
    entries.flatMap((entry) => (drawOf(entry) === null ? [] : (entry.raffle_id ?? []))),
  );
  const rows =
    raffles.size === 0
      ? []
      : await database.query
          .selectFrom('planned_draws')
          .select(['raffle_id', 'number', 'name', 'skip_reason'])
          .where('raffle_id', 'in', [...raffles])
          .execute();
  const several = new Set(rows.flatMap((row) => (row.number === 1 ? [] : row.raffle_id)));
  const draws = new Map(
    rows
      .filter((row) => several.has(row.raffle_id))
      .map(({ raffle_id: raffleId, ...draw }) => [`${raffleId} ${draw.number}`, draw]),
  );
  return entries.map((entry) => ({
    ...entry,
    draw: draws.get(`${entry.raffle_id ?? ''} ${drawOf(entry) ?? ''}`) ?? null,
  }));
}

/** The log stores numbers and ids (I5). Names are read when it is shown, so that erasing a name erases it here too. */
async function withPeople(
  database: Database,
  entries: readonly Omit<WithoutDraw, 'person'>[],
): Promise<WithoutDraw[]> {
  const raffles = new Set<string>();
  const numbers = new Set<number>();
  const ids = new Set<string>();
  for (const { raffle_id: raffleId, details } of entries) {
    const { entry_number: number, invitee_id: id } = details ?? {};
    if (raffleId === null) continue;
    if (typeof number === 'number') numbers.add(number);
    else if (typeof id === 'string') ids.add(id);
    else continue;
    raffles.add(raffleId);
  }
  const people = new Map<string, Person>();
  if (ids.size > 0) {
    const rows = await database.query
      .selectFrom('invitees')
      .select(['raffle_id', 'id', 'display_name'])
      .where('raffle_id', 'in', [...raffles])
      .where('id', 'in', [...ids])
      .execute();
    for (const { raffle_id: raffleId, id, display_name: name } of rows) {
      people.set(`${raffleId} ${id}`, { display_name: name === '' ? null : name, entry_number: null });
    }
  }
  if (raffles.size > 0) {
    const rows = await database.query
      .selectFrom('participations')
      .select(['raffle_id', 'invitee_id', 'entry_number', 'display_name'])
      .where('raffle_id', 'in', [...raffles])
      .where((is) =>
        is.or([
          ...(numbers.size > 0 ? [is('entry_number', 'in', [...numbers])] : []),
          ...(ids.size > 0 ? [is('invitee_id', 'in', [...ids])] : []),
        ]),
      )
      .execute();
    for (const { raffle_id: raffleId, invitee_id: id, ...person } of rows) {
      people.set(`${raffleId} ${id}`, person);
      people.set(`${raffleId} #${person.entry_number}`, person);
    }
  }
  return entries.map((entry) => {
    const { entry_number: number, invitee_id: id } = entry.details ?? {};
    const key = typeof number === 'number' ? `#${number}` : String(id);
    return { ...entry, person: people.get(`${entry.raffle_id ?? ''} ${key}`) ?? null };
  });
}

function parsed(details: string | null): Record<string, unknown> | null {
  return details === null ? null : (JSON.parse(details) as Record<string, unknown>);
}
