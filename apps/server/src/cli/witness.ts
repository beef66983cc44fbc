/**
 * `glassdrum witness key | list | add NAME KEY | remove NAME` (R86): which logs of others this installation cosigns, and what it
 * gives to others. Works while the server runs.
 */
import { formatWitnessKey } from '@glassdrum/fair-draw';
import { systemClock } from '../platform/clock/clock.ts';
import { type Config, readConfig } from '../config.ts';
import { type Database, NoInstallation, openDatabaseBeside } from '../platform/database/database.ts';
import { loadKeys, storedKeyId } from '../platform/keys/installation-keys.ts';
import { lastCosigned } from '../platform/public-log/cosignatures.ts';
import {
  type Added,
  addWitnessedLog,
  removeWitnessedLog,
  witnessedLogs,
} from '../platform/public-log/witnesses/witnessed-logs.ts';
import { counted, orSayWhy, readArguments, sayUsage } from './command-line.ts';

const USAGE = `Usage: glassdrum witness key
       glassdrum witness add NAME KEY
       glassdrum witness list
       glassdrum witness remove NAME

Witnesses confirm when the list of a draw was frozen. "key" prints what another installation puts into its
WITNESSES, so that it asks this one. "add" lets this one cosign another installation's log: NAME is your own name
for it, KEY its log key, the "note_key" at its address /api/log. "list" shows the logs that are witnessed here and
the witnesses that this installation asks. "remove" stops cosigning. All of them also work while the server runs.`;

const FAILED = 1;
const LONGEST_NAME = 100;

const REFUSALS: Readonly<Record<Exclude<Added, 'added' | 'again'>, string>> = {
  no_key: 'This is not the key of a log. Copy the "note_key" from its address /api/log, all of it.',
  name_taken: 'Another log has this name here. Choose another name, or remove that log first.',
  key_differs:
    'A log of this name in its key is known here with another key. Ask its operator what happened: a log does not change its key.',
};

/** @param args what follows the command's name; the exit code is set */
export async function witness(args: readonly string[]): Promise<void> {
  const read = readArguments(args, {});
  const [action = '', ...words] = read?.positionals ?? [];
  const wanted: Record<string, number> = { key: 0, list: 0, add: 2, remove: 1 };
  const [name = '', verifierKey = ''] = words;
  if (wanted[action] !== words.length || name.length > LONGEST_NAME) return sayUsage(USAGE);
  await orSayWhy(async () => {
    const config = readConfig(process.env);
    if (action === 'key') return printKey(config);
    const database = await openDatabaseBeside(config);
    const now = systemClock().now();
    try {
      if (action === 'list') await list(database, config);
      else if (action === 'add') await add(database, { name, verifierKey, now });
      else await remove(database, { name, now });
    } finally {
      await database.close();
    }
  });
}

function printKey({ dataDir, witnessName, publicUrl, publicUrlIsSet }: Config): void {
  // Loading would make missing keys, and a mistyped folder is no installation.
  if (storedKeyId(dataDir) === null) {
    throw new NoInstallation(`There is no installation in ${dataDir} yet. Set DATA_DIR to its data folder.`);
  }
  const { publicKey } = loadKeys(dataDir).witness;
  console.log(`${formatWitnessKey(witnessName, publicKey)}=${publicUrl}/witness`);
  console.error('Give this line to the other operator, for WITNESSES.');
  if (!publicUrlIsSet) {
    console.error(
      'Set PUBLIC_URL as for the server first: the name and the address in this line follow from it.',
    );
  }
}

async function add(
  database: Database,
  log: { name: string; verifierKey: string; now: number },
): Promise<void> {
  const added = await addWitnessedLog(database, log);
  if (added === 'added') console.log(`This installation now witnesses the log of ${log.name}.`);
  else if (added === 'again') {
    console.log(`This installation witnesses the log of ${log.name} again, from where it was.`);
  } else {
    console.error(REFUSALS[added]);
    process.exitCode = FAILED;
  }
}

async function remove(database: Database, { name, now }: { name: string; now: number }): Promise<void> {
  if (await removeWitnessedLog(database, { name, now })) {
    console.log(`This installation no longer witnesses the log of ${name}.`);
    return;
  }
  console.error(`No log is witnessed here by the name ${name}.`);
  process.exitCode = FAILED;
}

async function list(database: Database, { witnesses }: Config): Promise<void> {
  const logs = await witnessedLogs(database);
  const day = (ms: number): string => new Date(ms).toISOString();
  console.log(logs.length === 0 ? 'No log is witnessed here.' : 'Witnessed here:');
  for (const log of logs) {
    const last =
      log.size === 0
        ? 'nothing cosigned yet'
        : `${counted(log.size, 'record', 'records')}, ${day(log.updated_at)}`;
    console.log(`  ${log.name}  ${log.origin}  ${last}`);
  }
  const cosigned = await lastCosigned(database.query);
  console.log(
    witnesses.length === 0
      ? 'No witness is asked: WITNESSES is not set.'
      : 'Asked to witness this installation:',
  );
  for (const { key, url, verifierKey } of witnesses) {
    const last = cosigned.get(verifierKey);
    const told =
      last === undefined
        ? 'has not cosigned yet'
        : `cosigned ${counted(last.size, 'record', 'records')}, ${day(last.signedAt * 1000)}`;
    console.log(`  ${key.name}  ${url}  ${told}`);
  }
}
