/** R95: records in the log and permanently in the audit log when the server starts with a changed web app. */
import type { Database } from '../../platform/database/database.ts';
import type { ServedBuild } from '../../platform/http/pages/served-build.ts';
import { writeAudit } from '../../audit/audit.ts';

const ACTION = 'app_build_changed';

interface BuildLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** @param now epoch ms */
export async function noteBuild(
  database: Database,
  { build, digest, changed }: ServedBuild,
  { log, now }: { log: BuildLog; now: number },
): Promise<void> {
  if (changed.length > 0) log.warn({ changed }, 'files of the web app differ from their build');
  const isNew = await database.transaction(async (trx) => {
    const last = await trx
      .selectFrom('audit_log')
      .select('details')
      .where('host_id', 'is', null)
      .where('action', '=', ACTION)
      .orderBy('ts', 'desc')
      .limit(1)
      .executeTakeFirst();
    const before = JSON.parse(last?.details ?? '{}') as { build?: unknown };
    if (before.build === digest) return false;
    const { version, commit } = build;
    const details = { build: digest, version, commit, changed_files: changed.length };
    await writeAudit(trx, {
      raffleId: null,
      hostId: null,
      actor: 'system',
      action: ACTION,
      ts: now,
      details,
    });
    return true;
  });
  if (isNew) log.info({ build: digest, version: build.version, commit: build.commit }, 'app build changed');
}
