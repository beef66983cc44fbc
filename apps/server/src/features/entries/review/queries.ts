/**
 * H11: what the host reviews before the draw: people who wait, and groups that may be one person or a program: aliases of one
 * address, and one network within one second. Groups are counted in the database, so a long list stays there.
 */
import type {
  ReviewAnswer,
  ReviewGroup,
  ReviewPerson,
  ReviewWaiting,
  WaitingEntry,
} from '@glassdrum/contract';
import { isNetworkSuspicious, LIMITS, REVIEW_GROUPS } from '@glassdrum/raffle-rules';
import { type Kysely, type Selectable, sql } from 'kysely';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { codeOfHash } from '../../../platform/keys/readable-code.ts';
import type { WaitingRequest } from '../joining/decide-joins.ts';
import { waitingOf, waitsForOf } from '../joining/join-state.ts';

/** A selection: some people, or everyone in a group. */
export type ChosenEntries = { inviteeIds: readonly string[] } | { group: GroupName };
/** The same for people who wait, or all of them. */
export type Chosen = ChosenEntries | { all: true };

/** A request with its name and address. */
export type WaitingPerson = Selectable<Tables['waiting_entries']> & {
  display_name: string;
  email: string | null;
  /** As stored. */
  groups: string | null;
};

const WAITING_SHOWN = 500;
const GROUPS_SHOWN = 50;
const PEOPLE_SHOWN = 20;
/** What separates a network from its second in a group's key. */
const SEPARATOR = '@';

type GroupKind = ReviewGroup['kind'];
interface GroupName {
  kind: GroupKind;
  key: string;
}

/** Entries that hold a ticket and requests that wait, in one shape. */
function candidates(query: Kysely<Tables>, raffleId: string) {
  const entries = query
    .selectFrom('participations')
    .select(['invitee_id', 'display_name', 'email', 'email_person', 'network_hash'])
    .select([
      sql<number | null>`entry_number`.as('entry_number'),
      'joined_at as at',
      sql<number>`joined_at / 1000`.as('second'),
    ])
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0);
  const waiting = query
    .selectFrom('waiting_entries as w')
    .innerJoin('invitees as i', 'i.id', 'w.invitee_id')
    .select(['w.invitee_id', 'i.display_name', 'i.email', 'w.email_person', 'w.network_hash'])
    .select([
      sql<number | null>`cast(null as integer)`.as('entry_number'),
      'w.asked_at as at',
      sql<number>`w.asked_at / 1000`.as('second'),
    ])
    .where('w.raffle_id', '=', raffleId)
    .where('w.state', '=', 'waiting');
  return query.selectFrom(entries.unionAll(waiting).as('c'));
}

/** The candidates in one group. */
function membersOf(query: Kysely<Tables>, raffleId: string, { kind, key }: GroupName) {
  const all = candidates(query, raffleId);
  switch (kind) {
    case 'email':
      return all.where('email_person', '=', key);
    case 'network':
      return all.where('network_hash', '=', key);
    case 'second': {
      const [hash = '', second = ''] = key.split(SEPARATOR);
      return all
        .where('network_hash', '=', hash)
        .where('second', '=', Number(/^\d{1,12}$/.test(second) ? second : -1));
    }
  }
}

/** The review list. */
export async function reviewOf({ query }: Database, raffle: RaffleRow): Promise<ReviewAnswer> {
  const { id } = raffle;
  const found = [
    ...(await emailGroups(query, id)),
    ...(await secondGroups(query, id)),
    ...(await networkGroups(query, raffle)),
  ];
  const groups: ReviewGroup[] = [];
  for (const { name, size, waiting } of found) {
    const people = await membersOf(query, id, name)
      .select(['invitee_id', 'entry_number', 'display_name', 'email', 'at'])
      .orderBy('at')
      // Those who wait come last, in both databases.
      .orderBy(sql`coalesce(entry_number, 2147483647)`)
      .orderBy('invitee_id')
      .limit(PEOPLE_SHOWN)
      .execute();
    groups.push({ ...name, entries: size - waiting, waiting, people: people.map(presentPerson) });
  }
  const network = found.find(({ name }) => name.kind === 'network');
  const waiting = await waitingPeople(query, id)
    .orderBy('w.asked_at')
    .orderBy('w.invitee_id')
    .limit(WAITING_SHOWN)
    .execute();
  return {
    waiting: waiting.map(presentWaitingPerson),
    waiting_count: raffle.waiting_count,
    groups,
    network_warning:
      network === undefined
        ? null
        : { entries: network.size, of: raffle.active_count + raffle.waiting_count },
  };
}

interface FoundGroup {
  name: GroupName;
  size: number;
  waiting: number;
}

const SIZES = [
  sql<number>`count(*)`.as('size'),
  sql<number>`sum(case when entry_number is null then 1 else 0 end)`.as('waiting'),
] as const;

async function emailGroups(query: Kysely<Tables>, raffleId: string): Promise<FoundGroup[]> {
  const rows = await candidates(query, raffleId)
    .select(['email_person', ...SIZES])
    .where('email_person', 'is not', null)
    .groupBy('email_person')
    .having(sql<boolean>`count(*) >= ${sql.lit(REVIEW_GROUPS.email)}`)
    .orderBy('size', 'desc')
    .orderBy('email_person')
    .limit(GROUPS_SHOWN)
    .execute();
  return rows.map((row) => asGroup({ kind: 'email', key: row.email_person ?? '' }, row));
}

async function secondGroups(query: Kysely<Tables>, raffleId: string): Promise<FoundGroup[]> {
  const rows = await candidates(query, raffleId)
    .select(['network_hash', 'second', ...SIZES])
    .where('network_hash', 'is not', null)
    .groupBy(['network_hash', 'second'])
    .having(sql<boolean>`count(*) >= ${sql.lit(REVIEW_GROUPS.second)}`)
    .orderBy('size', 'desc')
    .orderBy('second')
    .limit(GROUPS_SHOWN)
    .execute();
  return rows.map((row) =>
    asGroup({ kind: 'second', key: `${row.network_hash}${SEPARATOR}${row.second}` }, row),
  );
}

/** Only those above a tenth of the raffle. */
async function networkGroups(query: Kysely<Tables>, raffle: RaffleRow): Promise<FoundGroup[]> {
  const rows = await candidates(query, raffle.id)
    .select(['network_hash', ...SIZES])
    .where('network_hash', 'is not', null)
    .groupBy('network_hash')
    .orderBy('size', 'desc')
    .orderBy('network_hash')
    // No more than nine can have more than a tenth each.
    .limit(9)
    .execute();
  const everyone = raffle.active_count + raffle.waiting_count;
  return rows
    .map((row) => asGroup({ kind: 'network', key: row.network_hash ?? '' }, row))
    .filter(({ size }) => isNetworkSuspicious(size, everyone));
}

function asGroup(name: GroupName, row: { size: number; waiting: number }): FoundGroup {
  return { name, size: row.size, waiting: row.waiting };
}

function presentPerson(row: {
  invitee_id: string;
  entry_number: number | null;
  display_name: string | null;
  email: string | null;
  at: number;
}): ReviewPerson {
  const { invitee_id, entry_number, display_name, email, at } = row;
  return { invitee_id, entry_number, display_name: display_name ?? '', email, at };
}

function presentWaitingPerson(row: WaitingPerson): ReviewWaiting {
  const { invitee_id, display_name, email, asked_at: at, state } = row;
  return { invitee_id, entry_number: null, display_name, email, at, state, waits_for: waitsForOf(row) };
}

export function waitingPeople(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('waiting_entries as w')
    .innerJoin('invitees as i', 'i.id', 'w.invitee_id')
    .selectAll('w')
    .select(['i.display_name', 'i.email', 'i.groups'])
    .where('w.raffle_id', '=', raffleId);
}

/** The first 200 of the chosen people who wait, oldest first, and how many they are. */
export async function chosenWaiting(
  database: Database,
  query: Kysely<Tables>,
  raffleId: string,
  chosen: Chosen,
  states: readonly ('waiting' | 'declined')[],
): Promise<{ people: WaitingPerson[]; total: number }> {
  // A declined person is approved only when selected individually.
  const wanted = 'inviteeIds' in chosen ? states : (['waiting'] as const);
  let rows = waitingPeople(query, raffleId).where('w.state', 'in', wanted);
  if ('inviteeIds' in chosen) rows = rows.where('w.invitee_id', ...anyOf(database, chosen.inviteeIds));
  if ('group' in chosen) {
    rows = rows.where(
      'w.invitee_id',
      'in',
      membersOf(query, raffleId, chosen.group).select('invitee_id').where('entry_number', 'is', null),
    );
  }
  if ('all' in chosen) rows = rows.where('w.needs_approval', '=', 1);
  const { total } = await rows
    .clearSelect()
    .select((build) => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const people = await rows
    .orderBy('w.asked_at')
    .orderBy('w.invitee_id')
    .limit(LIMITS.reviewedAtOnce.max)
    .execute();
  return { people, total };
}

/** The first 200 chosen entries that hold a ticket, and how many they are. */
export async function chosenEntries(
  database: Database,
  query: Kysely<Tables>,
  raffleId: string,
  chosen: ChosenEntries,
): Promise<{ inviteeIds: string[]; total: number }> {
  let rows = query.selectFrom('participations').where('raffle_id', '=', raffleId).where('tickets', '>', 0);
  rows =
    'inviteeIds' in chosen
      ? rows.where('invitee_id', ...anyOf(database, chosen.inviteeIds))
      : rows.where(
          'invitee_id',
          'in',
          membersOf(query, raffleId, chosen.group).select('invitee_id').where('entry_number', 'is not', null),
        );
  const { total } = await rows
    .select((build) => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const first = await rows
    .select('invitee_id')
    .orderBy('entry_number')
    .limit(LIMITS.reviewedAtOnce.max)
    .execute();
  return { inviteeIds: first.map((row) => row.invitee_id), total };
}

/** H11: the request of a session that has no entry in the raffle yet. */
export async function ownRequest(
  { query }: Database,
  sessionHash: string,
  raffleId: string,
): Promise<WaitingRequest | null> {
  const row = await query
    .selectFrom('participant_sessions as s')
    .innerJoin('waiting_entries as w', 'w.invitee_id', 's.invitee_id')
    .innerJoin('invitees as i', 'i.id', 'w.invitee_id')
    .selectAll('w')
    .select(['i.display_name', 'i.email'])
    .where('s.token_hash', '=', sessionHash)
    .where('s.raffle_id', '=', raffleId)
    .orderBy('w.asked_at', 'desc')
    .executeTakeFirst();
  return row === undefined ? null : waitingOf(row);
}

/** H11: what the email to confirm an address contains: a code to type, and the secret of a link. */
export interface EmailConfirmation {
  /** Eight characters. */
  code: string;
  token: string;
}

const CODE_LENGTH = 8;

/** Derived from the request's id and the installation's secret, so it is not stored. */
export function confirmationOf(keys: Pick<Keys, 'pseudonymise'>, inviteeId: string): EmailConfirmation {
  const code = codeOfHash(keys.pseudonymise('confirm-email-code', inviteeId), CODE_LENGTH);
  const secret = keys.pseudonymise('confirm-email-link', inviteeId).slice(0, 43);
  return { code, token: `${inviteeId}.${secret}` };
}

/** Null when the person has no address to confirm, or has confirmed it. */
export async function emailConfirmation(
  { database, keys }: { database: Database; keys: Keys },
  inviteeId: string,
): Promise<EmailConfirmation | null> {
  const row = await database.query
    .selectFrom('waiting_entries')
    .select('needs_email')
    .where('invitee_id', '=', inviteeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.needs_email === 1 ? confirmationOf(keys, inviteeId) : null;
}

export function presentWaiting(raffleId: string, request: WaitingRequest): WaitingEntry {
  return {
    invitee_id: request.inviteeId,
    raffle_id: raffleId,
    display_name: request.displayName,
    state: request.state,
    waits_for: request.waitsFor,
    asked_at: request.askedAt,
  };
}
