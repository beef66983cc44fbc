/** Reading a host's settings, what is due for clean-up (R53), and the export (R55). */
import type {
  AuditEntry,
  HostExport,
  HostRaffle,
  ParticipantRow,
  ResultsAnswer,
  SettingsAnswer,
} from '@glassdrum/contract';
import { may } from '@glassdrum/raffle-rules';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { groupsOf } from '../../platform/database/prize-columns.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { claimFormOf, exportedAnswers } from '../draws/claim-form/queries.ts';
import { prizesSettledAt } from '../draws/claims/queries.ts';
import { allResults } from '../draws/results/queries.ts';
import { participantBatches } from '../entries/queries.ts';
import { invitationBatches } from '../invitations/queries.ts';
import { type PrizeRow, prizeRowsOf } from '../raffles/prizes/queries.ts';
import { type AuditScope, inScope, presentAuthor } from '../raffles/audit/queries.ts';
import { hostRafflesOf } from '../raffles/queries.ts';
import { periodsOf, recurrencesIn } from '../raffles/recurrence/queries.ts';
import { type Membership, membershipsOf } from '../workspaces/queries.ts';
import { webhooksOf } from '../webhooks/receivers/queries.ts';
import { embedOriginsOf } from '../sharing/embed/queries.ts';
import { presentTemplate, templateRowsOf } from '../raffles/templates/queries.ts';

export interface ExportParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

type Account = HostExport['account'];
type ExportedRaffle = HostExport['raffles'][number];
type ExportedAudit = HostExport['audit'][number];

export async function accountOf(database: Database, hostId: string): Promise<Account> {
  return database.query
    .selectFrom('users')
    .select(['id', 'name', 'email', 'retention_days', 'created_at', 'last_login_at'])
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
}

/**
 * R55, R81: what a person exports: the account, and the workspaces in which the role allows exports.
 */
export interface ExportScope {
  hostId: string;
  workspaces: readonly Membership[];
  /** Where browsers reach this installation. */
  publicUrl: string;
}

export async function exportScopeOf(
  { query }: Database,
  hostId: string,
  publicUrl: string,
): Promise<ExportScope> {
  const memberships = await membershipsOf(query, hostId);
  const workspaces = memberships.filter(({ role }) => may(role, 'export_raffle') === 'yes');
  return { hostId, workspaces, publicUrl };
}

/** R80: the templates of these workspaces with all that is in them. */
export async function exportedTemplates(
  { query }: Database,
  { workspaces }: ExportScope,
): Promise<HostExport['templates']> {
  const rows: Awaited<ReturnType<typeof templateRowsOf>> = [];
  for (const { workspaceId } of workspaces) rows.push(...(await templateRowsOf(query, workspaceId)));
  return rows.map((row) => ({
    ...presentTemplate(row),
    content: JSON.parse(row.content) as Record<string, unknown>,
  }));
}

/** R85: receivers of these workspaces, without addresses and secrets. */
export async function exportedWebhooks(
  { database, clock }: ExportParts,
  { workspaces }: ExportScope,
): Promise<HostExport['webhooks']> {
  const found: HostExport['webhooks'] = [];
  for (const { workspaceId } of workspaces) {
    const receivers = await webhooksOf(database.query, workspaceId, clock.now());
    found.push(...receivers.map((one) => ({ ...one, workspace_id: workspaceId })));
  }
  return found;
}

/** R80. */
export async function exportedRecurrences(
  database: Database,
  { workspaces }: ExportScope,
): Promise<HostExport['recurrences']> {
  const found: HostExport['recurrences'] = [];
  const rows: Awaited<ReturnType<typeof recurrencesIn>> = [];
  for (const { workspaceId } of workspaces) rows.push(...(await recurrencesIn(database, workspaceId)));
  for (const row of rows) {
    const { state, time, time_zone, opens_days, people } = row;
    const periods = await periodsOf(database.query, row.id);
    found.push({
      state,
      time,
      time_zone,
      opens_days,
      people: people === 1,
      repeat: JSON.parse(row.repeat) as HostExport['recurrences'][number]['repeat'],
      periods: periods.map(({ at, raffle_id, state: period }) => ({ at, raffle_id, state: period })),
    });
  }
  return found;
}

/** The raffles of these workspaces with everything that belongs to them, one at a time, newest first. */
export async function* exportedRaffles(
  parts: ExportParts,
  { workspaces, publicUrl }: ExportScope,
): AsyncGenerator<ExportedRaffle> {
  const { database, clock } = parts;
  const raffles: HostRaffle[] = [];
  for (const { workspaceId, role } of workspaces) {
    raffles.push(...(await hostRafflesOf(database, workspaceId, clock.now(), { role, publicUrl })));
  }
  for (const raffle of raffles) {
    const invitees: ExportedRaffle['invitees'] = [];
    for await (const batch of invitationBatches(parts, raffle.id, publicUrl)) {
      invitees.push(...batch.map(({ token: _token, ...shown }) => shown));
    }
    const participants: ParticipantRow[] = [];
    for await (const batch of participantBatches(database, raffle.id)) participants.push(...batch);
    const prizes = (await prizeRowsOf(database.query, raffle.id)).map(exportedPrize);
    const draws = (await allResults(database, raffle.id, 'host', clock.now())).map(exportedDraw);
    yield {
      ...raffleFields(raffle),
      prizes,
      embed_origins: await embedOriginsOf(database.query, raffle.id),
      claim_form: await claimFormOf(database.query, raffle.id),
      claim_answers: await exportedAnswers(database.query, raffle.id),
      invitees,
      participants,
      draw: draws.at(-1) ?? null,
      draws,
    };
  }
}

function exportedPrize(row: PrizeRow): ExportedRaffle['prizes'][number] {
  const { id, name, quantity, description, image_url, sponsor_name, sponsor_url, claim_window } = row;
  const fields = { id, name, quantity, description, image_url, sponsor_name, sponsor_url, claim_window };
  return { ...fields, groups: groupsOf(row), draw: row.draw_number };
}

function raffleFields(
  raffle: HostRaffle,
): Omit<
  ExportedRaffle,
  'prizes' | 'embed_origins' | 'claim_form' | 'claim_answers' | 'invitees' | 'participants' | 'draw' | 'draws'
> {
  return {
    id: raffle.id,
    workspace_id: raffle.workspace_id,
    title: raffle.title,
    description: raffle.description,
    image_url: raffle.image_url,
    status: raffle.status,
    max_winners: raffle.max_winners,
    max_tickets: raffle.max_tickets,
    max_entries: raffle.max_entries,
    deadline_at: raffle.deadline_at,
    public_url: raffle.public_url,
    created_at: raffle.created_at,
    updated_at: raffle.updated_at,
  };
}

function exportedDraw(answer: ResultsAnswer): ExportedRaffle['draws'][number] {
  const { draw_id, draw, drawn_at, assurance, passed_over, current_winners } = answer;
  return {
    draw_id,
    number: draw.number,
    drawn_at,
    assurance,
    winners: answer.winners.map(({ state: _state, ...row }) => row),
    alternates: answer.alternates.map(({ state: _state, moved_up_to: _movedUpTo, ...row }) => row),
    passed_over,
    current_winners,
  };
}

const BATCH = 1000;

/** What was done to the account and the workspaces, oldest first, without hashes of addresses. */
export async function* exportedAudit(
  database: Database,
  { hostId, workspaces }: ExportScope,
): AsyncGenerator<ExportedAudit[]> {
  const scope: AuditScope = { hostId, workspaceIds: workspaces.map(({ workspaceId }) => workspaceId) };
  for (let skipped = 0; ; skipped += BATCH) {
    const rows = await database.query
      .selectFrom('audit_log as a')
      .leftJoin('users as b', 'b.id', 'a.by_id')
      .leftJoin('api_tokens as t', 't.id', 'a.token_id')
      .select(['a.id', 'a.raffle_id', 'a.action', 'a.actor', 'a.ts', 'a.details'])
      .select(['a.by_id', 'b.name as by_name', 't.name as token'])
      .where(inScope(scope))
      .orderBy('a.ts')
      .orderBy('a.id')
      .limit(BATCH)
      .offset(skipped)
      .execute();
    yield rows.map(({ details, by_id: byId, by_name: byName, token, ...row }) => ({
      ...row,
      by: presentAuthor(byId, byName, token),
      details: details === null ? null : (JSON.parse(details) as AuditEntry['details']),
    }));
    if (rows.length < BATCH) return;
  }
}

/** The host's retention period, and how many raffles are due for clean-up. */
export async function settingsOf(
  { database, clock }: { database: Database; clock: Clock },
  hostId: string,
): Promise<SettingsAnswer> {
  const { retention_days: days } = await accountOf(database, hostId);
  return { retention_days: days, cleanup_due: (await rafflesDue(database, hostId, clock.now())).length };
}

export const DAY_MS = 24 * 3600 * 1000;

/**
 * Ids of drawn and cancelled raffles whose personal data is older than their host's retention period (R53), which begins with the
 * cancelling (R79), or when the last claim window has ended and the last prize was claimed or went on (R73). @param now epoch ms
 */
export async function rafflesDue(database: Database, hostId: string, now: number): Promise<string[]> {
  const { retention_days: days } = await accountOf(database, hostId);
  const rows = await database.query
    .selectFrom('raffles as r')
    .leftJoin('draws as d', 'd.raffle_id', 'r.id')
    .select('r.id')
    .distinct()
    .where('r.host_id', '=', hostId)
    .where('r.cleaned_at', 'is', null)
    .where((is) =>
      is.or([
        is.and([is('r.status', '=', 'drawn'), is('d.completed_at', '<=', now - days * DAY_MS)]),
        is('r.cancelled_at', '<=', now - days * DAY_MS),
      ]),
    )
    .execute();
  const due: string[] = [];
  for (const { id } of rows) if (await isDue(database.query, id, now - days * DAY_MS)) due.push(id);
  return due;
}

/**
 * Nothing has happened to the prizes of a drawn raffle since then, and no claim window is open; or it was cancelled before then (R79).
 * @param before epoch ms
 */
export async function isDue(query: Kysely<Tables>, raffleId: string, before: number): Promise<boolean> {
  const { cancelled_at: cancelledAt } = await query
    .selectFrom('raffles')
    .select('cancelled_at')
    .where('id', '=', raffleId)
    .executeTakeFirstOrThrow();
  const endedAt = cancelledAt ?? (await prizesSettledAt(query, raffleId));
  return endedAt !== null && endedAt <= before;
}

/** Hosts who may have such raffles. */
export async function hostsWithRafflesDue(database: Database, now: number): Promise<string[]> {
  const rows = await database.query
    .selectFrom('raffles as r')
    .leftJoin('draws as d', 'd.raffle_id', 'r.id')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .select('r.host_id')
    .distinct()
    .where((is) => is.or([is('r.status', '=', 'drawn'), is('r.cancelled_at', 'is not', null)]))
    .where('r.cleaned_at', 'is', null)
    // Divided, not multiplied: a month in milliseconds is more than PostgreSQL's integers hold.
    .where((is) =>
      is(
        is(
          is.parens(is.val(now), '-', is.fn.coalesce('r.cancelled_at', 'd.completed_at')),
          '/',
          is.val(DAY_MS),
        ),
        '>=',
        is.ref('u.retention_days'),
      ),
    )
    .execute();
  return rows.map(({ host_id: hostId }) => hostId);
}

/** How many are erased in one hour; the others follow in the next. */
const MAX_LEAVERS = 500;

/** Entries of people who left or were removed longer ago than the retention period, unless a draw is running. @param now epoch ms */
export async function leaversDue(
  database: Database,
  now: number,
): Promise<{ raffleId: string; inviteeId: string }[]> {
  const rows = await database.query
    .selectFrom('participations as p')
    .innerJoin('raffles as r', 'r.id', 'p.raffle_id')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .innerJoin('entry_changes as c', (join) =>
      join.onRef('c.raffle_id', '=', 'p.raffle_id').onRef('c.entry_number', '=', 'p.entry_number'),
    )
    .select(['p.raffle_id', 'p.invitee_id'])
    .where('p.state', '!=', 'in')
    .where('p.display_name', 'is not', null)
    .where('c.tickets', '=', 0)
    .where((is) => is.or([is('r.draw_started', '=', 0), is('r.status', '=', 'drawn')]))
    // Divided, as above.
    .where((is) =>
      is(
        is(is.parens(is.val(now), '-', is.ref('c.at')), '/', is.val(DAY_MS)),
        '>=',
        is.ref('u.retention_days'),
      ),
    )
    .limit(MAX_LEAVERS)
    .execute();
  return rows.map((row) => ({ raffleId: row.raffle_id, inviteeId: row.invitee_id }));
}
