/** `backup.json`: what a backup holds, written last, so that a backup without it was never finished. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BACKUP_PATH, DATABASE_FILE, flush } from './backup-files.ts';
import { BackupProblem } from './problem.ts';

const MANIFEST = 'backup.json';
const FORMAT = 'glassdrum-backup-1';

const manifestFile = z.object({
  format: z.literal(FORMAT),
  /** Of the program that made it. */
  version: z.string(),
  created_at: z.int(),
  /** What the installation used; the backup itself always holds an SQLite file. */
  database: z.enum(['sqlite', 'postgres']),
  key_id: z.string(),
  /** The keys are in a file of their own. */
  keys_apart: z.boolean().default(false),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.int().nonnegative()),
  files: z.record(
    z.string().regex(BACKUP_PATH),
    z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export type BackupManifest = z.infer<typeof manifestFile>;

export async function writeManifest(
  folder: string,
  facts: Omit<BackupManifest, 'format'>,
): Promise<BackupManifest> {
  const manifest: BackupManifest = { format: FORMAT, ...facts };
  const path = join(folder, MANIFEST);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await flush(path);
  await flush(folder);
  return manifest;
}

/** @throws BackupProblem */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupProblem(`This is no backup, or one that was never finished: ${MANIFEST} is missing.`);
  }
  const manifest = manifestFile.safeParse(parseOrNull(text));
  if (!manifest.success || manifest.data.files[DATABASE_FILE] === undefined) {
    throw new BackupProblem(
      `${MANIFEST} is damaged, or made by a version of Glassdrum that is not this one.`,
    );
  }
  return manifest.data;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
