/** How commands read their arguments and tell people what went wrong: one plain sentence, never a stack. */
import { BackupProblem } from '../backup/problem.ts';
import { ConfigError } from '../config.ts';
import { isDatabaseAway, NoInstallation } from '../database/database.ts';
import { UnfitDatabase } from '../database/snapshot.ts';
import { DataFolderInUse } from '../database/sqlite.ts';

const EXPECTED = [BackupProblem, ConfigError, NoInstallation, UnfitDatabase, DataFolderInUse];

const WRONG_USE = 2;
const FAILED = 1;

interface ReadArguments {
  /** What is not an option, in order. */
  words: string[];
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
}

/** @param options names with their dashes, true when a value follows; null when something is not as it should be */
export function readArguments(
  args: readonly string[],
  options: Readonly<Record<string, boolean>>,
): ReadArguments | null {
  const words: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const takesValue = options[arg];
    const value = takesValue === true ? rest.shift() : undefined;
    if (takesValue === undefined || (takesValue && value === undefined)) return null;
    if (value === undefined) flags.add(arg);
    else values.set(arg, value);
  }
  return { words, flags, values };
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
