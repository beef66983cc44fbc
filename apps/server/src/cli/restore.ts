/** `glassdrum restore FROM --to FOLDER`: a data folder from a backup, checked before anything takes its place. */
import { resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { readConfig } from '../config.ts';
import { describeBackup } from './describe-backup.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum restore FROM --to FOLDER [--keys FILE] [--replace]

Makes a data folder from a backup, after checking all of it. FOLDER must be empty or not there yet; with
--replace an installation that is there moves to a folder beside the restored one. For PostgreSQL, run
move-to-postgres afterwards. An encrypted backup needs BACKUP_PASSPHRASE, one without keys their file.`;

/** @param args what follows the command's name; the exit code is set */
export async function restore(args: readonly string[]): Promise<void> {
  const read = readArguments(args, {
    to: { type: 'string' },
    keys: { type: 'string' },
    replace: { type: 'boolean' },
  });
  const from = read?.positionals[0];
  const to = read?.values.to;
  if (read === null || from === undefined || to === undefined || read.positionals.length > 1)
    return sayUsage(USAGE);
  await orSayWhy(async () => {
    const keys = read.values.keys;
    const { manifest, setAside } = await restoreBackup({
      from: resolve(from),
      keysFrom: keys === undefined ? null : resolve(keys),
      passphrase: readConfig(process.env).backupPassphrase,
      to: resolve(to),
      replace: read.values.replace === true,
      now: systemClock().now(),
    });
    console.log(`Restored to ${resolve(to)}, as it was on ${new Date(manifest.created_at).toISOString()}`);
    console.log(describeBackup(manifest));
    if (setAside !== null) console.log(`What was there before is in ${setAside}`);
    if (manifest.database === 'postgres') {
      console.error(
        'This installation used PostgreSQL: to use it again, run glassdrum move-to-postgres now.',
      );
    }
  });
}
