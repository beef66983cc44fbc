/** `glassdrum accept-log`: an operator confirms that signed records of the public log are lost, so that the server starts. */
import { readConfig } from '../config.ts';
import { openDatabaseBeside } from '../platform/database/database.ts';
import { StartRefused } from '../platform/database/start-refused.ts';
import { acceptLog, describeLostRecords } from '../platform/public-log/signed-mark.ts';
import { orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum accept-log [--yes]

Says which signed records of the public log are missing from the database. With --yes the server starts
again with what is there. Devices that saw the missing records will say that the log was changed.`;

/** @param args what follows the command's name; the exit code is set */
export async function acceptLogCommand(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { yes: { type: 'boolean' } });
  if (read === null || read.positionals.length > 0) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const config = readConfig(process.env);
    const loss = await lossOf(config);
    if (loss === null) {
      console.log('Nothing is missing.');
      return;
    }
    console.log(loss);
    if (read.values.yes !== true) {
      console.log('Run "glassdrum accept-log --yes" to go on without them.');
      process.exitCode = 1;
      return;
    }
    acceptLog(config.dataDir);
    console.log('Accepted. The server starts with what is there.');
  });
}

async function lossOf(config: Parameters<typeof openDatabaseBeside>[0]): Promise<string | null> {
  const database = await openDatabaseBeside(config);
  try {
    return await describeLostRecords(database, config.dataDir);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  } finally {
    await database.close();
  }
}
