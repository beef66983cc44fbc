/**
 * The demonstration's witnesses (R86): two installations of their own on this machine, which cosign the log of the one that is
 * shown. Witnesses that the same people run prove nothing; here they show what draws with witnesses look like.
 */
import { join } from 'node:path';
import { formatWitnessKey, logOrigin, noteKey } from '@glassdrum/fair-draw';
import type { Clock } from '../platform/clock/clock.ts';
import { composeApp } from '../compose.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/http/log.ts';
import { loadKeys } from '../platform/keys/installation-keys.ts';
import { addWitnessedLog } from '../platform/public-log/witnesses/witnessed-logs.ts';

const NAMES = ['north.witness.example', 'south.witness.example'];

export interface DemoWitnesses {
  /** The demonstration's WITNESSES. */
  configuration: string;
  close(): Promise<void>;
}

/** @param dataDir of the installation that they witness; theirs lie in it @param names as domain names */
export async function startWitnesses(
  dataDir: string,
  clock: Clock,
  names: readonly string[] = NAMES,
): Promise<DemoWitnesses> {
  const { publicKey } = loadKeys(dataDir);
  const verifierKey = noteKey(logOrigin(publicKey), publicKey);
  const running: { entry: string; close: () => Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const one of running) await one.close();
  };
  try {
    for (const name of names) {
      const config = readConfig({
        DATA_DIR: join(dataDir, 'witnesses', name),
        WITNESS_NAME: name,
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
      });
      const app = await composeApp({ config, clock, log: createLog(config.logLevel) });
      running.push({ entry: '', close: () => app.close() });
      const { database, keys } = app.parts;
      await addWitnessedLog(database, { name: 'demonstration', verifierKey, now: clock.now() });
      const address = new URL(await app.listen());
      const entry = `${formatWitnessKey(name, keys.witness.publicKey)}=http://127.0.0.1:${address.port}/witness`;
      running.splice(-1, 1, { entry, close: () => app.close() });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { configuration: running.map(({ entry }) => entry).join('\n'), close };
}
