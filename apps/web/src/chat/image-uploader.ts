/**
 * One image's way into the chat, driven by Uppy and fetched when somebody chooses an image for the first time.
 *
 * 1. Preprocessing makes a thumbnail.
 * 2. Uploading requests an address and PUTs the file there; after a network failure it retries automatically.
 * 3. Postprocessing turns the address into the image's path.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta, type UppyFile } from '@uppy/core';
import ThumbnailGenerator from '@uppy/thumbnail-generator';
import { call, CallFailed } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';

export type UploadState =
  'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'paused' | 'error';

export interface UploadItem {
  name: string;
  state: UploadState;
  /** 0–100, of the file itself. */
  percent: number;
  /** The thumbnail's address, once there is one. */
  preview: string | undefined;
  /** Why it failed, as a sentence. */
  failure: string | undefined;
}

export interface ImageUploader {
  /** @throws never; what cannot be sent is reported to `onRefused` */
  add(file: File): void;
  pauseOrResume(): void;
  cancel(): void;
  retry(): void;
  /** Also gives up what is under way. */
  close(): void;
}

interface Listeners {
  /** Undefined: nothing is being uploaded. */
  onItem: (item: UploadItem | undefined) => void;
  onRefused: (reason: 'type' | 'size') => void;
  onFailed: () => void;
  onUploaded: (path: string) => void;
}

type File_ = UppyFile<Meta, AwsBody>;

const AT_ONCE = 6;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];
const THUMBNAIL_WIDTH = 200;

export function createImageUploader(raffleId: string, listeners: Listeners): ImageUploader {
  // An address stays good until a whole file was PUT there, so a paused upload goes on with its own.
  let address: string | undefined;
  const uppy = new Uppy<Meta, AwsBody>({
    autoProceed: true,
    restrictions: {
      maxFileSize: LIMITS.chatImageBytes.max,
      maxNumberOfFiles: 1,
      allowedFileTypes: ['image/*'],
    },
  });
  uppy.use(ThumbnailGenerator, {
    thumbnailWidth: THUMBNAIL_WIDTH,
    waitForThumbnailsBeforeUpload: true,
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: AT_ONCE,
    retryDelays: RETRY_DELAYS_MS,
    async getUploadParameters(file, { signal }) {
      address ??= await withRetries(signal, () => askForAddress(raffleId, file.size ?? 0));
      return { method: 'PUT', url: address, headers: { 'content-type': 'application/octet-stream' } };
    },
    uploadPartBytes: (part) => withRetries(part.signal, () => AwsS3.uploadPartBytes(part).catch(refused)),
  });
  uppy.addPostProcessor(async (ids) => {
    for (const id of ids) {
      const file = uppy.getFile(id);
      if (file?.uploadURL === undefined || file.error) continue;
      const { uploadURL: imageURL } = file;
      uppy.emit('postprocess-progress', file, {
        mode: 'indeterminate',
        message: m.chat_image_postprocessing(),
      });
      try {
        const { objectPath } = await withRetries(undefined, () =>
          call<{ objectPath: string }>('POST', '/api/chat-images', { imageURL }),
        );
        uppy.emit('postprocess-complete', uppy.getFile(id));
        // Cancelled meanwhile: then nothing is shown to anybody.
        if (uppy.getFile(id) !== undefined) listeners.onUploaded(objectPath);
      } catch (error) {
        uppy.emit('upload-error', file, error instanceof Error ? error : new Error(m.chat_image_failed()));
      }
    }
  });
  uppy.on('state-update', () => listeners.onItem(itemOf(uppy.getFiles()[0])));
  uppy.on('restriction-failed', (file) =>
    listeners.onRefused(file?.type?.startsWith('image/') === true ? 'size' : 'type'),
  );
  uppy.on('upload-error', () => {
    address = undefined;
    listeners.onFailed();
  });
  const drop = (): void => {
    address = undefined;
    uppy.cancelAll();
  };
  return {
    add(file) {
      drop();
      try {
        uppy.addFile({ name: file.name, type: file.type, data: file });
      } catch {
        // Refused by a restriction, which was reported already.
      }
    },
    pauseOrResume() {
      const [file] = uppy.getFiles();
      if (file !== undefined) uppy.pauseResume(file.id);
    },
    cancel: drop,
    retry() {
      const [file] = uppy.getFiles();
      if (file !== undefined) uppy.retryUpload(file.id).catch(() => undefined);
    },
    close: () => uppy.destroy(),
  };
}

/** @throws Error with a sentence to show */
async function askForAddress(raffleId: string, size: number): Promise<string> {
  try {
    const body = { raffle_id: raffleId, size };
    return (await call<{ uploadURL: string }>('POST', '/api/objects/upload', body)).uploadURL;
  } catch (error) {
    if (!(error instanceof CallFailed) || isNetworkLike(error.status)) {
      throw new UploadRefused(0, m.chat_image_no_address());
    }
    throw new UploadRefused(error.status, sentenceFor(error.status, error.message));
  }
}

class UploadRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Uppy's error carries the request; the server's own sentence is in its answer. */
function refused(error: unknown): never {
  const { source } = error as { source?: { status?: number; responseText?: string } };
  if (source === undefined) throw error;
  const status = source.status ?? 0;
  throw new UploadRefused(status, sentenceFor(status, sentenceIn(source.responseText ?? '')));
}

function sentenceFor(status: number, sentence: string | undefined): string {
  if (status === 401) return m.chat_image_not_authorized();
  return (status >= 400 && status < 500 ? sentence : undefined) ?? m.chat_image_failed();
}

function sentenceIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : undefined;
  } catch {
    return undefined;
  }
}

const isNetworkLike = (status: number): boolean => status === 0 || status >= 500;

/** Once more after each delay, for as long as it looks like the network. */
async function withRetries<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch (error) {
      const failed = error instanceof UploadRefused || error instanceof CallFailed;
      if (!failed || !isNetworkLike(error.status)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
    signal?.throwIfAborted();
  }
  return work();
}

function itemOf(file: File_ | undefined): UploadItem | undefined {
  if (file === undefined) return undefined;
  return {
    name: file.name,
    state: stateOf(file),
    percent: Math.round(file.progress.percentage ?? 0),
    preview: file.preview,
    failure: file.error ?? undefined,
  };
}

function stateOf(file: File_): UploadState {
  const { progress } = file;
  if (file.error) return 'error';
  if (progress.preprocess !== undefined) return 'preprocessing';
  if (progress.postprocess !== undefined) return 'postprocessing';
  if (progress.complete || progress.uploadComplete) return 'complete';
  if (file.isPaused === true) return 'paused';
  return progress.uploadStarted === null ? 'waiting' : 'uploading';
}
