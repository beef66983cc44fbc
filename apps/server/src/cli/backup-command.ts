/** `glassdrum backup TARGET`: everything an installation needs to live on elsewhere, also while the server runs. */
import { resolve } from 'node:path';
import { takeBackup } from './backup/take-backup.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { readConfig } from '../config.ts';
import { manifest } from '../manifest.ts';
import { describeBackup } from './describe-backup.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum backup TARGET [--keys FILE]

Saves the database, the keys and the images, also while the server runs. TARGET is a new folder, or a new
file that ends in .tar, .tar.gz or .tgz. Set DATA_DIR and DATABASE_URL as for the server.

With BACKUP_PASSPHRASE set it is encrypted in the age format, and TARGET ends in .tar.gz.age. With --keys the
keys go to a file of their own, so that neither file is enough alone.`;

/** @param args what follows the command's name; the exit code is set */
export async function backup(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { keys: { type: 'string' } });
  const target = read?.positionals[0];
  if (read === null || target === undefined || read.positionals.length > 1) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const config = readConfig(process.env);
    const keys = read.values.keys;
    const { backupPassphrase: passphrase } = config;
    const saved = await takeBackup({
      installation: config,
      target: resolve(target),
      keysTarget: keys === undefined ? null : resolve(keys),
      passphrase,
      now: systemClock().now(),
      version: manifest.version,
    });
    console.log(`Saved to ${resolve(target)}`);
    console.log(describeBackup(saved));
    if (config.s3 !== null) {
      console.error('Images that lie in the bucket are not in it: save the bucket by its own means.');
    }
    if (keys !== undefined) console.log(`The keys are in ${resolve(keys)}`);
    console.error(
      passphrase === null
        ? 'It holds the keys and everybody’s data: keep it as safe as the installation itself.'
        : 'It can be restored with the passphrase only: keep that somewhere else.',
    );
  });
}
