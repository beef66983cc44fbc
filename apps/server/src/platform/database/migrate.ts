/** Brings the tables up to date at start. Safe with several nodes starting at once: PostgreSQL's runs are locked. */
import { DEFAULT_MIGRATION_TABLE, Migrator, sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { firstTables } from './migrations/0001-first-tables.ts';
import { hostConsole } from './migrations/0002-host-console.ts';
import { accountSecurity } from './migrations/0003-account-security.ts';
import { livePages } from './migrations/0004-live-pages.ts';
import { chatAndVotes } from './migrations/0005-chat-and-votes.ts';
import { jobs } from './migrations/0006-jobs.ts';
import { outbox } from './migrations/0007-outbox.ts';
import { schedule } from './migrations/0008-schedule.ts';
import { push } from './migrations/0009-push.ts';
import { publicLogTree } from './migrations/0010-public-log-tree.ts';
import { drawProtocol2, refuseUnfinishedDraws } from './migrations/0011-draw-protocol-2.ts';
import { witnesses } from './migrations/0012-witnesses.ts';
import { wideLineIds } from './migrations/0014-wide-line-ids.ts';
import { operators } from './migrations/0015-operators.ts';
import { rateLimits } from './migrations/0013-rate-limits.ts';
import { invitedEntries } from './migrations/0017-invited-entries.ts';
import { operatorPage } from './migrations/0019-operator-page.ts';
import { accountRecovery } from './migrations/0018-account-recovery.ts';
import { joinChecks } from './migrations/0020-join-checks.ts';
import { auditKeys } from './migrations/0021-audit-keys.ts';
import { nodeClocks } from './migrations/0022-node-clocks.ts';
import { prizes } from './migrations/0023-prizes.ts';
import { drawSeries } from './migrations/0024-draw-series.ts';
import { paper } from './migrations/0025-paper.ts';
import { peopleLists } from './migrations/0026-people-lists.ts';
import { evening } from './migrations/0028-evening.ts';
import { buckets } from './migrations/0029-buckets.ts';
import { presence } from './migrations/0030-presence.ts';
import { plannedTimes } from './migrations/0031-planned-times.ts';
import { emailsByPrize } from './migrations/0032-emails-by-prize.ts';
import { paperRunKeys } from './migrations/0035-paper-run-keys.ts';
import { claims } from './migrations/0040-claims.ts';
import { claimForm } from './migrations/0043-claim-form.ts';
import { publishedNames } from './migrations/0045-published-names.ts';
import { endings } from './migrations/0046-endings.ts';
import { templates } from './migrations/0048-templates.ts';
import { recurring } from './migrations/0049-recurring.ts';
import { workspaces } from './migrations/0050-workspaces.ts';
import { twoPeopleStart } from './migrations/0051-two-people-start.ts';
import { signInTimes } from './migrations/0052-sign-in-times.ts';
import { apiTokens } from './migrations/0053-api-tokens.ts';
import { embeds } from './migrations/0054-embeds.ts';
import { webhooks } from './migrations/0055-webhooks.ts';
import { StartRefused } from './start-refused.ts';
import type { Tables } from './tables/tables.ts';

/** In order of their names; a published one is never edited. */
const migrations: Record<string, Migration> = {
  '0001-first-tables': firstTables,
  '0002-host-console': hostConsole,
  '0003-account-security': accountSecurity,
  '0004-live-pages': livePages,
  '0005-chat-and-votes': chatAndVotes,
  '0006-jobs': jobs,
  '0007-outbox': outbox,
  '0008-schedule': schedule,
  '0009-push': push,
  '0010-public-log-tree': publicLogTree,
  '0011-draw-protocol-2': drawProtocol2,
  '0012-witnesses': witnesses,
  '0013-rate-limits': rateLimits,
  '0014-wide-line-ids': wideLineIds,
  '0015-operators': operators,
  '0017-invited-entries': invitedEntries,
  '0019-operator-page': operatorPage,
  '0018-account-recovery': accountRecovery,
  '0020-join-checks': joinChecks,
  '0021-audit-keys': auditKeys,
  '0022-node-clocks': nodeClocks,
  '0023-prizes': prizes,
  '0024-draw-series': drawSeries,
  '0025-paper': paper,
  '0026-people-lists': peopleLists,
  '0028-evening': evening,
  '0029-buckets': buckets,
  '0030-presence': presence,
  '0031-planned-times': plannedTimes,
  '0032-emails-by-prize': emailsByPrize,
  '0035-paper-run-keys': paperRunKeys,
  '0040-claims': claims,
  '0043-claim-form': claimForm,
  '0045-published-names': publishedNames,
  '0046-endings': endings,
  '0048-templates': templates,
  '0049-recurring': recurring,
  '0050-workspaces': workspaces,
  '0051-two-people-start': twoPeopleStart,
  '0052-sign-in-times': signInTimes,
  '0053-api-tokens': apiTokens,
  '0054-embeds': embeds,
  '0055-webhooks': webhooks,
};

/**
 * @param upTo the last migration to be run; left out for all of them
 * @throws UpgradeRefused, StartRefused before anything was changed
 */
export async function migrate(query: Kysely<Tables>, upTo?: string): Promise<void> {
  if (upTo === undefined) {
    await refuseNewerDatabase(query);
    await refuseUnfinishedDraws(query as Kysely<unknown>);
  }
  const migrator = new Migrator({ db: query, provider: { getMigrations: async () => migrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
}

/** Names of all migrations of this program, oldest first. */
export const knownMigrations: readonly string[] = Object.keys(migrations);

/** Names of the migrations that a database has had; none when it is empty. */
export async function appliedMigrations(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(query);
  return rows.map(({ name }) => name);
}

/** An earlier version would not know what it finds there. */
async function refuseNewerDatabase(query: Kysely<Tables>): Promise<void> {
  const unknown = (await appliedMigrations(query)).filter((name) => !knownMigrations.includes(name));
  if (unknown.length === 0) return;
  throw new StartRefused(
    `This database was brought up to date by a newer version of Glassdrum (${unknown.at(-1)}). Start that version, or restore the backup from before the upgrade. Nothing was changed.`,
  );
}

/** Whether `migrate` would change anything. */
export async function needsMigration(query: Kysely<Tables>): Promise<boolean> {
  const applied = await appliedMigrations(query);
  return knownMigrations.some((name) => !applied.includes(name));
}
