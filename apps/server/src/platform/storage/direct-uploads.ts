/**
 * Uploads that go straight to the object storage (H2): what is asked of it. They lie apart from the product's own objects, are
 * never served, and are only read to be decoded and written anew (H3).
 */
import { randomBytes } from 'node:crypto';

/** Names an upload and says how many bytes it has, so that every address for it is good for exactly these. */
export interface UploadName {
  token: string;
  bytes: number;
}

interface UploadPart {
  ETag: string;
  PartNumber: number;
}

export interface DirectUploads {
  /** An origin, for the browsers' list of places that this site may send to. */
  origin: string;
  /** A presigned PUT for exactly the named bytes, for ten minutes. */
  putAddress(upload: UploadName): Promise<string>;
  /** The token of an address that was given out here, with or without its query; null for any other address. */
  tokenOf(address: string): string | null;
  /** Null when nothing came yet. @throws RefusalError image_too_large when more came than was named */
  read(upload: UploadName): Promise<Buffer | null>;
  remove(token: string): Promise<void>;

  /** @returns the storage's id of this multipart upload */
  beginParts(upload: UploadName): Promise<string>;
  /** A presigned PUT for one part: {@link PART_BYTES}, less for the last. @param part counts from 1 */
  partAddress(upload: UploadName, uploadId: string, part: number): Promise<string>;
  /** Null when there is no such multipart upload. */
  listParts(upload: UploadName, uploadId: string): Promise<(UploadPart & { Size: number })[] | null>;
  /** @returns the upload's address without a query; null when there is no such upload or its parts don't fit */
  completeParts(upload: UploadName, uploadId: string, parts: readonly UploadPart[]): Promise<string | null>;
  abortParts(upload: UploadName, uploadId: string): Promise<void>;
}

/** The storage's smallest part. */
export const PART_BYTES = 5 * 1024 * 1024;

const TOKEN = /^[A-Za-z0-9_-]{32}\.(\d{1,9})$/;

/** 192 random bits and the size. */
export function newUpload(bytes: number): UploadName {
  return { token: `${randomBytes(24).toString('base64url')}.${bytes}`, bytes };
}

/** Null for anything that {@link newUpload} didn't make. */
export function uploadOf(token: string): UploadName | null {
  const bytes = TOKEN.exec(token)?.[1];
  return bytes === undefined ? null : { token, bytes: Number(bytes) };
}
