/**
 * Uploads of the chat's images (H2, H3, C1): opened by someone in the room, filled once, turned into an image once.
 * The row has only the hash of an upload's token. Where the storage is a bucket, the file goes straight there and is fetched,
 * decoded and encoded again when it is turned into an image; otherwise all that happens while it arrives.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import {
  type DirectUploads,
  newUpload,
  type UploadName,
  uploadOf,
} from '../../../platform/storage/direct-uploads.ts';
import type { Images } from '../../../platform/storage/images.ts';

export interface UploadParts {
  database: Database;
  clock: Clock;
  images: Images;
  /** Null: everything is uploaded to this server. */
  direct: DirectUploads | null;
}

interface Uploader {
  raffleId: string;
  /** An invitee id, or 'host'. */
  senderId: string;
}

const VALID_MS = 10 * 60 * 1000;
/** Bytes that went straight to the bucket and were not turned into an image are removed after this time. */
const UNCLAIMED_MS = 3600 * 1000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns the token of an upload to this server */
export async function openUpload(parts: UploadParts, uploader: Uploader): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertUpload(parts, uploader, token);
  return token;
}

/** An upload to the bucket. @throws RefusalError image_too_large */
export async function openDirectUpload(
  parts: UploadParts,
  uploader: Uploader,
  bytes: number,
): Promise<UploadName> {
  if (bytes > LIMITS.chatImageBytes.max) throw new RefusalError('image_too_large');
  const upload = newUpload(bytes);
  const due = parts.clock.now() + UNCLAIMED_MS;
  await parts.database.query
    .insertInto('objects_to_remove')
    .values({ object_id: upload.token, due_at: due })
    .execute();
  await insertUpload(parts, uploader, upload.token);
  return upload;
}

/** Whether the file may be sent to this server now. @throws RefusalError not_found, upload_used */
export async function requireOpenUpload(parts: UploadParts, token: string): Promise<void> {
  const upload = await findUpload(parts, token);
  if (upload === null || parts.clock.now() - upload.created_at >= VALID_MS)
    throw new RefusalError('not_found');
  if (upload.image_url !== null) throw new RefusalError('upload_used');
  // Uploads to the bucket are not sent here.
  if (uploadOf(token) !== null) throw new RefusalError('not_found');
}

/** The file of an open upload. @throws RefusalError upload_used, image_… */
export async function receiveUpload(parts: UploadParts, token: string, body: unknown): Promise<string> {
  if (!Buffer.isBuffer(body)) throw new RefusalError('image_wrong_type');
  const path = await parts.images.takeBytes(body);
  if (!(await storeImagePath(parts, token, path))) throw new RefusalError('upload_used');
  return path;
}

/** Which raffle an upload is for, and whose it is. @throws RefusalError not_found */
export async function raffleOfUpload(parts: UploadParts, token: string): Promise<Uploader> {
  const upload = await findUpload(parts, token);
  if (upload === null) throw new RefusalError('not_found');
  return { raffleId: upload.raffle_id, senderId: upload.sender_id };
}

/** The image's path; claiming twice gives the same. @throws RefusalError not_found before a file arrived, image_… */
export async function claimUpload(parts: UploadParts, token: string): Promise<string> {
  const upload = await findUpload(parts, token);
  if (upload === null) throw new RefusalError('not_found');
  if (upload.image_url !== null) return upload.image_url;
  const name = parts.direct === null ? null : uploadOf(token);
  const bytes = name === null ? null : await parts.direct?.read(name);
  if (bytes === null || bytes === undefined) throw new RefusalError('not_found');
  const path = await parts.images.takeBytes(bytes);
  if (!(await storeImagePath(parts, token, path))) return claimUpload(parts, token);
  // What remains, or is sent again while the address is valid, is removed by the next sweep.
  await parts.direct?.remove(token).catch(() => undefined);
  return path;
}

async function insertUpload(
  { database, clock }: UploadParts,
  uploader: Uploader,
  token: string,
): Promise<void> {
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

/** False when another call was first, or the upload was removed. */
async function storeImagePath({ database }: UploadParts, token: string, path: string): Promise<boolean> {
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
