/** The `glassdrum` command as an operator runs it: a process of its own, beside or without a server. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Storage } from './storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const run = promisify(execFile);

interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param storage of the installation that the environment names; null names none */
export async function glassdrum(
  storage: Pick<Storage, 'dataDir' | 'databaseUrl'> | null,
  ...args: string[]
): Promise<CommandResult> {
  const env = {
    ...process.env,
    DATA_DIR: storage?.dataDir ?? '',
    DATABASE_URL: storage?.databaseUrl ?? '',
  };
  try {
    return { code: 0, ...(await run(process.execPath, ['--import', 'tsx', CLI, ...args], { env })) };
  } catch (error) {
    return error as CommandResult;
  }
}
