/** `glassdrum backup TARGET`: everything an installation needs to live on elsewhere, also while the server runs. */
import { resolve } from 'node:path';
import { takeBackup } from '../backup/take-backup.ts';
import { systemClock } from '../clock/clock.ts';
import { readConfig } from '../config.ts';
import { manifest } from '../manifest.ts';
import { describeBackup } from './describe-backup.ts';
import { orSayWhy, readArguments, sayUsage } from './words.ts';

const USAGE = `Usage: glassdrum backup TARGET

Saves the database, the keys and the pictures, also while the server runs. TARGET is a new folder, or a new
file that ends in .tar, .tar.gz or .tgz. Set DATA_DIR and DATABASE_URL as for the server.`;

/** @param args what follows the command's name; the exit code is set */
export async function backup(args: readonly string[]): Promise<void> {
  const read = readArguments(args, {});
  const target = read?.words[0];
  if (read === null || target === undefined || read.words.length > 1) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const config = readConfig(process.env);
    const saved = await takeBackup({
      installation: config,
      target: resolve(target),
      now: systemClock().now(),
      version: manifest.version,
    });
    console.log(`Saved to ${resolve(target)}`);
    console.log(describeBackup(saved));
    if (config.s3 !== null) {
      console.error('Pictures that lie in the bucket are not in it: save the bucket by its own means.');
    }
    console.error('It holds the keys and everybody’s data: keep it as safe as the installation itself.');
  });
}
