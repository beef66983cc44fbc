/** The three calls that bring a picture into the chat (seed §7), with progress and a way to stop. */
import { call, CallFailed } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';

export type UploadState = 'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'error';

interface Upload {
  raffleId: string;
  file: File;
  signal: AbortSignal;
  /** @param percent 0–100, of the file itself */
  onState: (state: UploadState, percent: number) => void;
}

/** @returns the picture's path @throws CallFailed, or Error with a sentence to show */
export async function uploadPicture({ raffleId, file, signal, onState }: Upload): Promise<string> {
  onState('preprocessing', 0);
  const { uploadURL } = await call<{ uploadURL: string }>('POST', '/api/objects/upload', {
    raffle_id: raffleId,
  }).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 401) {
      throw new Error(m.chat_picture_not_authorized());
    }
    if (error instanceof CallFailed && error.status >= 400 && error.status < 500) throw error;
    throw new Error(m.chat_picture_no_address());
  });
  signal.throwIfAborted();
  onState('uploading', 0);
  await put(uploadURL, file, signal, (percent) => onState('uploading', percent));
  onState('postprocessing', 100);
  const { objectPath } = await call<{ objectPath: string }>('POST', '/api/chat-images', {
    imageURL: uploadURL,
  });
  signal.throwIfAborted();
  onState('complete', 100);
  return objectPath;
}

/** XMLHttpRequest, because fetch tells nothing of what is under way. The address itself is the permission. */
function put(
  address: string,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(Math.round((loaded / total) * 100));
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else if (request.status === 401) reject(new Error(m.chat_picture_not_authorized()));
      else reject(new Error(sentenceIn(request.responseText)));
    });
    request.addEventListener('error', () => reject(new Error(m.chat_picture_failed())));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** The server's own sentence, if it gave one. */
function sentenceIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : m.chat_picture_failed();
  } catch {
    return m.chat_picture_failed();
  }
}
