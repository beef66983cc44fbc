/**
 * A call to a machine of somebody else's choice: it leads to allowed addresses only (destinations.ts), follows no redirection,
 * uses no proxy that the environment names, ends in time, and of the answer's body little is read and nothing kept.
 */
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { DestinationRule } from './destinations.ts';

interface PostInput {
  headers: Readonly<Record<string, string | number>>;
  body: Buffer | string | null;
  destinations: DestinationRule;
  /** From the look-up to the end of the answer. */
  timeoutMs: number;
}

interface PostAnswer {
  status: number;
  /** The header `Retry-After`, as it came; null without one. */
  retryAfter: string | null;
}

/** Most receivers answer with a word; more is cut off. */
const BODY_BYTES = 10_000;

/** @throws Error with a `code`: `EPRIVATE` for an address that is not allowed, `ETIMEDOUT`, and those of Node.js */
export async function post(address: string, input: PostInput): Promise<PostAnswer> {
  const url = new URL(address);
  if (input.destinations.problemOf(url) !== null) throw failure('EPRIVATE');
  const timeout = AbortSignal.timeout(input.timeoutMs);
  try {
    return await send(url, input, timeout);
  } catch (error) {
    throw timeout.aborted ? failure('ETIMEDOUT') : error;
  }
}

function send(url: URL, input: PostInput, signal: AbortSignal): Promise<PostAnswer> {
  const { headers, body, destinations } = input;
  const isTls = url.protocol === 'https:';
  const lookup = destinations.lookupFor(url);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const call = (isTls ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        headers,
        signal,
        // A connection of its own: one that is open already was checked for another address.
        agent: isTls ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
        ...(lookup !== undefined && { lookup }),
      },
      (answer) => {
        isAnswered = true;
        const { statusCode: status = 0 } = answer;
        const retryAfter = answer.headers['retry-after'] ?? null;
        // The status says everything: a body that breaks off, or never ends, changes nothing.
        const end = (): void => resolve({ status, retryAfter });
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > BODY_BYTES) answer.destroy();
        });
        answer.on('error', end);
        answer.on('close', end);
      },
    );
    call.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    call.end(body ?? undefined);
  });
}

function failure(code: 'EPRIVATE' | 'ETIMEDOUT'): Error {
  return Object.assign(new Error(`The call failed: ${code}.`), { code });
}
