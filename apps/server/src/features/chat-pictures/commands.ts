/**
 * Uploads of the chat's pictures (H2, H3, C1): opened by somebody in the room, filled once, turned into a picture once.
 * The row knows an upload's token by its hash only. Where the storage is a bucket, the file goes there straight and is
 * fetched, decoded and written anew when it is turned into a picture; otherwise all that happens while it arrives.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { type DirectUploads, newUpload, type UploadName, uploadOf } from '../../objects/direct-uploads.ts';
import type { Pictures } from '../../pictures/pictures.ts';

export interface UploadParts {
  database: Database;
  clock: Clock;
  pictures: Pictures;
  /** Null: everything is uploaded to this server. */
  direct: DirectUploads | null;
}

interface Uploader {
  raffleId: string;
  /** An invitee id, or 'host'. */
  senderId: string;
}

const VALID_MS = 10 * 60 * 1000;
/** Bytes that came straight to the bucket and were not turned into a picture are removed then. */
const UNCLAIMED_MS = 3600 * 1000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns the token of an upload to this server */
export async function openUpload(parts: UploadParts, uploader: Uploader): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await note(parts, uploader, token);
  return token;
}

/** An upload to the bucket. @throws CallError image_too_large */
export async function openDirectUpload(
  parts: UploadParts,
  uploader: Uploader,
  bytes: number,
): Promise<UploadName> {
  if (bytes > LIMITS.chatImageBytes.max) throw new CallError('image_too_large');
  const upload = newUpload(bytes);
  const due = parts.clock.now() + UNCLAIMED_MS;
  await parts.database.query
    .insertInto('objects_to_remove')
    .values({ object_id: upload.token, due_at: due })
    .execute();
  await note(parts, uploader, upload.token);
  return upload;
}

/** The file itself. @throws CallError not_found, upload_used, image_… */
export async function receiveUpload(parts: UploadParts, token: string, body: unknown): Promise<string> {
  const upload = await findUpload(parts, token);
  if (upload === null || parts.clock.now() - upload.created_at >= VALID_MS) throw new CallError('not_found');
  if (upload.image_url !== null) throw new CallError('upload_used');
  // The bucket's uploads are not sent here.
  if (uploadOf(token) !== null) throw new CallError('not_found');
  if (!Buffer.isBuffer(body)) throw new CallError('image_wrong_type');
  const path = await parts.pictures.takeBytes(body);
  if (!(await fill(parts, token, path))) throw new CallError('upload_used');
  return path;
}

/** Which raffle an upload is for; whoever asks must speak there. @throws CallError not_found */
export async function raffleOfUpload(parts: UploadParts, token: string): Promise<Uploader> {
  const upload = await findUpload(parts, token);
  if (upload === null) throw new CallError('not_found');
  return { raffleId: upload.raffle_id, senderId: upload.sender_id };
}

/** The picture's path; claiming twice gives the same. @throws CallError not_found before a file came, image_… */
export async function claimUpload(parts: UploadParts, token: string): Promise<string> {
  const upload = await findUpload(parts, token);
  if (upload === null) throw new CallError('not_found');
  if (upload.image_url !== null) return upload.image_url;
  const name = parts.direct === null ? null : uploadOf(token);
  const bytes = name === null ? null : await parts.direct?.read(name);
  if (bytes === null || bytes === undefined) throw new CallError('not_found');
  const path = await parts.pictures.takeBytes(bytes);
  if (!(await fill(parts, token, path))) return claimUpload(parts, token);
  // What stays behind, or is sent again while the address is good, goes with the next sweep.
  await parts.direct?.remove(token).catch(() => undefined);
  return path;
}

async function note({ database, clock }: UploadParts, uploader: Uploader, token: string): Promise<void> {
  await database.query
    .insertInto('chat_uploads')
    .values({
      token_hash: hashOf(token),
      raffle_id: uploader.raffleId,
      sender_id: uploader.senderId,
      image_url: null,
      created_at: clock.now(),
    })
    .execute();
}

/** False when another call was first, or the upload is gone. */
async function fill({ database }: UploadParts, token: string, path: string): Promise<boolean> {
  const { numUpdatedRows } = await database.query
    .updateTable('chat_uploads')
    .set({ image_url: path })
    .where('token_hash', '=', hashOf(token))
    .where('image_url', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function findUpload({ database }: UploadParts, token: string) {
  const row = await database.query
    .selectFrom('chat_uploads')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row ?? null;
}
