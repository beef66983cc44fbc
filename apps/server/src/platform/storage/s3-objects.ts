/**
 * Objects and uploads in an S3 bucket, where one is configured. The client library is loaded only then.
 *
 * Keys: `objects/ID` holds the product's own images, `incoming/TOKEN` what people upload, until it was decoded or an hour
 * went by. Both are private: images are served by the product alone.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { RefusalError } from '../refusal.ts';
import { type DirectUploads, PART_BYTES, uploadOf } from './direct-uploads.ts';
import type { Objects } from './objects.ts';

export interface S3Config {
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const VALID_SECONDS = 600;
const TIMES = { connectionTimeout: 3000, requestTimeout: 15_000 };
const TYPE = 'application/octet-stream';

/** Where the bucket's keys begin, for browsers too. */
function bucketAddress({ endpoint, region, bucket }: S3Config): string {
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com/`;
  return `${endpoint.replace(/\/+$/, '')}/${bucket}/`;
}

/** @returns the product's objects, and uploads that go straight to the bucket */
export async function s3Storage(config: S3Config): Promise<{ objects: Objects; uploads: DirectUploads }> {
  const s3 = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = config;
  const client: S3Client = new s3.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: TIMES,
    // Other servers than Amazon's don't all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const prefix = bucketAddress(config);
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw isAway(error) ? new RefusalError('unavailable') : error;
      }),
    { step: 'initialize', name: 'sayWhenAway' },
  );
  const objectKey = (id: string): string => `objects/${id}`;
  const incomingKey = (token: string): string => `incoming/${token}`;
  const removeKey = async (Key: string): Promise<void> => {
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
  };
  const read = async (Key: string, most: number): Promise<Buffer | null> => {
    try {
      const { Body, ContentLength = Number.POSITIVE_INFINITY } = await client.send(
        new s3.GetObjectCommand({ Bucket, Key }),
      );
      if (Body === undefined) return null;
      if (ContentLength > most) {
        // Given up unread, whatever its size.
        (Body as { destroy?: () => void }).destroy?.();
        throw new RefusalError('image_too_large');
      }
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const objects: Objects = {
    async put(id, bytes) {
      await client.send(
        new s3.PutObjectCommand({ Bucket, Key: objectKey(id), Body: bytes, ContentType: 'image/webp' }),
      );
    },
    get: (id) => read(objectKey(id), Number.POSITIVE_INFINITY),
    remove: (id) => removeKey(uploadOf(id) === null ? objectKey(id) : incomingKey(id)),
  };

  const uploads: DirectUploads = {
    origin: new URL(prefix).origin,
    putAddress: ({ token, bytes }) =>
      getSignedUrl(
        client,
        new s3.PutObjectCommand({
          Bucket,
          Key: incomingKey(token),
          ContentLength: bytes,
          ContentType: TYPE,
        }),
        { expiresIn: VALID_SECONDS, signableHeaders: new Set(['content-length', 'content-type']) },
      ),
    tokenOf(address) {
      const start = prefix + incomingKey('');
      if (!address.startsWith(start)) return null;
      const token = address.slice(start.length).split('?')[0] ?? '';
      return uploadOf(token) === null ? null : token;
    },
    read: ({ token, bytes }) => read(incomingKey(token), bytes),
    remove: (token) => removeKey(incomingKey(token)),

    async beginParts({ token }) {
      const { UploadId } = await client.send(
        new s3.CreateMultipartUploadCommand({ Bucket, Key: incomingKey(token), ContentType: TYPE }),
      );
      if (UploadId === undefined) throw new Error('The object storage gave no id for a multipart upload.');
      return UploadId;
    },
    partAddress({ token, bytes }, UploadId, part) {
      const ContentLength = Math.min(PART_BYTES, bytes - (part - 1) * PART_BYTES);
      const command = new s3.UploadPartCommand({
        Bucket,
        Key: incomingKey(token),
        UploadId,
        PartNumber: part,
        ContentLength,
      });
      return getSignedUrl(client, command, {
        expiresIn: VALID_SECONDS,
        signableHeaders: new Set(['content-length']),
      });
    },
    async listParts({ token }, UploadId) {
      try {
        const { Parts = [] } = await client.send(
          new s3.ListPartsCommand({ Bucket, Key: incomingKey(token), UploadId }),
        );
        return Parts.map(({ PartNumber = 0, ETag = '', Size = 0 }) => ({ PartNumber, ETag, Size }));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async completeParts({ token }, UploadId, parts) {
      try {
        await client.send(
          new s3.CompleteMultipartUploadCommand({
            Bucket,
            Key: incomingKey(token),
            UploadId,
            MultipartUpload: { Parts: [...parts].toSorted((a, b) => a.PartNumber - b.PartNumber) },
          }),
        );
        return prefix + incomingKey(token);
      } catch (error) {
        if (isMissing(error) || nameOf(error).startsWith('InvalidPart')) return null;
        throw error;
      }
    },
    async abortParts({ token }, UploadId) {
      try {
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key: incomingKey(token), UploadId }));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
  return { objects, uploads };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(nameOf(error));
}

/** No answer, or one that says to come back; a refused key or a missing bucket is somebody's mistake, and logged. */
function isAway(error: unknown): boolean {
  const { $metadata: { httpStatusCode: status = 503 } = {} } = error as {
    $metadata?: { httpStatusCode?: number };
  };
  return status >= 500;
}
