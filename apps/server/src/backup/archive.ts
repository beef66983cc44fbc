/** A backup as one file: a tar archive, compressed when its name ends in `gz`. */
import { create, extract } from 'tar';
import { flush } from './backup-files.ts';
import { BackupProblem } from './problem.ts';

export function isArchiveName(path: string): boolean {
  return /\.(?:tar|tar\.gz|tgz)$/i.test(path);
}

/** Packs a folder; the file is readable by its owner only. */
export async function pack(folder: string, file: string): Promise<void> {
  await create({ file, cwd: folder, gzip: /gz$/i.test(file), portable: true, mode: 0o600 }, ['.']);
  await flush(file);
}

/** Unpacks into an existing folder, plain files and folders only. @throws BackupProblem */
export async function unpack(file: string, folder: string): Promise<void> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      fmode: 0o600,
      dmode: 0o700,
      filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'ENOENT') throw error;
    throw new BackupProblem(`${file} is no backup, or it is damaged.`);
  }
}
