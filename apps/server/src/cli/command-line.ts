/** How commands read their arguments and tell people what went wrong: one plain sentence, never a stack. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { BackupProblem } from './backup/problem.ts';
import { ConfigError } from '../config.ts';
import { isDatabaseAway, NoInstallation } from '../platform/database/database.ts';
import { UnfitDatabase } from '../platform/database/snapshot.ts';
import { DataFolderInUse } from '../platform/database/sqlite.ts';

const EXPECTED = [BackupProblem, ConfigError, NoInstallation, UnfitDatabase, DataFolderInUse];

const WRONG_USE = 2;
const FAILED = 1;

/** What a command was called with; null, after saying why, when something is not as it should be. */
export function readArguments<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

/** Says how a command is used; exit code 2. */
export function sayUsage(usage: string): void {
  console.error(usage);
  process.exitCode = WRONG_USE;
}

/** Runs a command's work; a failure is one plain sentence and exit code 1. */
export async function orSayWhy(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = FAILED;
  }
}

function sentenceOf(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'The disk is full. Nothing was finished.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `This is not allowed: ${message}`;
  if (isDatabaseAway(error))
    return 'The database cannot be reached, or is full. Check DATABASE_URL and the disk.';
  return `Something unexpected went wrong: ${message}`;
}

/** "1 row", "1,200 rows" */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "3.4 MB" */
export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
