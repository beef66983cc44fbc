/** The `glassdrum` command as an operator runs it: a process of its own, beside or without a server. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from './programs.ts';
import type { Storage } from './storage.ts';

const run = promisify(execFile);

interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param storage of the installation that the environment names, and what else is in it; null names none */
export async function glassdrum(
  storage:
    (Pick<Storage, 'dataDir' | 'databaseUrl'> & { environment?: Readonly<Record<string, string>> }) | null,
  ...args: string[]
): Promise<CommandResult> {
  const env = {
    ...process.env,
    ...storage?.environment,
    DATA_DIR: storage?.dataDir ?? '',
    DATABASE_URL: storage?.databaseUrl ?? '',
  };
  try {
    return { code: 0, ...(await run(process.execPath, [program('cli'), ...args], { env })) };
  } catch (error) {
    return error as CommandResult;
  }
}
