/**
 * A backup as one file: a tar archive, compressed when its name says so, and encrypted when it ends in `age`
 * (https://age-encryption.org/v1, with a passphrase), so that the `age` command opens it too.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { create, extract } from 'tar';
import { flush } from './backup-files.ts';
import { BackupProblem } from './problem.ts';

export function isArchiveName(path: string): boolean {
  return /\.(?:tar|tar\.gz|tgz)(?:\.age)?$/i.test(path);
}

export function isEncryptedName(path: string): boolean {
  return /\.age$/i.test(path);
}

/** Packs a folder; the file is new, and readable by its owner only. */
export async function pack(folder: string, file: string, { gzip }: { gzip: boolean }): Promise<void> {
  await create({ file, cwd: folder, gzip, portable: true, mode: 0o600 }, ['.']);
  await flush(file);
}

export function isCompressedName(path: string): boolean {
  return /gz(?:\.age)?$/i.test(path);
}

/** The target is new, and readable by its owner only. */
export async function encryptFile(file: string, target: string, passphrase: string): Promise<void> {
  const content: ReadableStream<Uint8Array> = Readable.toWeb(createReadStream(file));
  await pipeline(
    await encrypted(content, passphrase),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
  await flush(target);
}

async function encrypted(
  plain: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> {
  const age = new Encrypter();
  age.setPassphrase(passphrase);
  return age.encrypt(plain);
}

/**
 * Unpacks into an existing folder, plain files and folders only.
 * @param passphrase of an encrypted one @throws BackupProblem
 */
export async function unpack(file: string, folder: string, passphrase: string | null): Promise<void> {
  const isEncrypted = isEncryptedName(file);
  if (isEncrypted && passphrase === null) {
    throw new BackupProblem(
      `${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.`,
    );
  }
  try {
    const content: ReadableStream<Uint8Array> = Readable.toWeb(createReadStream(file));
    const plain = isEncrypted ? await decrypted(content, passphrase ?? '') : content;
    await pipeline(
      buffers(plain),
      extract({
        cwd: folder,
        strict: true,
        preserveOwner: false,
        fmode: 0o600,
        dmode: 0o700,
        filter: (_path, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory'),
      }),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'ENOENT') throw error;
    if (/no identity matched/.test(message)) {
      throw new BackupProblem(`BACKUP_PASSPHRASE is not the passphrase that ${file} was made with.`);
    }
    throw new BackupProblem(`${file} is no backup, or it is damaged.`);
  }
}

/** The archive's reader takes nothing else. */
async function* buffers(chunks: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    yield Buffer.from(buffer, byteOffset, byteLength);
  }
}

async function decrypted(
  content: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> {
  const age = new Decrypter();
  age.addPassphrase(passphrase);
  return age.decrypt(content);
}
