/** M7: the data folder holds keys and everybody's data, so other people of the machine must not look into it. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** The folder is open to others and cannot be closed. Its message is a plain sentence for the terminal. */
export class FolderNotPrivate extends Error {
  override name = 'FolderNotPrivate';
}

/** Makes the folder if needed, and lets nobody but its owner in. @throws FolderNotPrivate */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // There the modes of files say nothing.
  if (process.platform === 'win32' || isPrivate(folder)) return;
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'EACCES') throw error;
  }
  if (!isPrivate(folder)) {
    throw new FolderNotPrivate(
      `Other users of this machine can look into the data folder ${folder}, and this process may not change that. Make the folder belong to the user who runs Glassdrum, with mode 700, or choose another one with DATA_DIR.`,
    );
  }
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0;
}
