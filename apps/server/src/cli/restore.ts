/** `glassdrum restore FROM --to FOLDER`: a data folder from a backup, checked before anything takes its place. */
import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { systemClock } from '../clock/clock.ts';
import { describeBackup } from './describe-backup.ts';
import { orSayWhy, readArguments, sayUsage } from './words.ts';

const USAGE = `Usage: glassdrum restore FROM --to FOLDER [--replace]

Makes a data folder from a backup, after checking all of it. FOLDER must be empty or not there yet; with
--replace an installation that is there moves to a folder beside the restored one. For PostgreSQL, run
move-to-postgres afterwards.`;

/** @param args what follows the command's name; the exit code is set */
export async function restore(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { '--to': true, '--replace': false });
  const from = read?.words[0];
  const to = read?.values.get('--to');
  if (read === null || from === undefined || to === undefined || read.words.length > 1)
    return sayUsage(USAGE);
  await orSayWhy(async () => {
    const { manifest, setAside } = await restoreBackup({
      from: resolve(from),
      to: resolve(to),
      replace: read.flags.has('--replace'),
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
