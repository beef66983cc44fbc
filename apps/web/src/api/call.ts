/** Every HTTP call of the web app. A refusal becomes an Error that carries the server's own sentence (M4). */
import type { ErrorBody, LineProblem } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { noteAnswer } from './reachability.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call that was refused or could not be made. `message` is always fit to be shown. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The contract's error code; `network` when no answer came, `unknown` when the answer named none. */
  readonly code: string;
  /** Seconds until it is worth trying again; null when the answer has none. */
  readonly retryAfter: number | null;
  /** Field path → sentence, for forms. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Lines of a pasted list that need fixing. */
  readonly lines: readonly LineProblem[] | undefined;

  constructor(status: number, error: ErrorBody['error'], retryAfter: number | null = null) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.retryAfter = retryAfter;
    this.fields = error.fields;
    this.lines = error.lines;
  }
}

/** Resolves true when a refused call is to be made again. @param isReading the call changes nothing */
type Rescue = (failure: CallFailed, isReading: boolean) => Promise<boolean>;

let rescue: Rescue | null = null;

/** Called for every refused call from now on. */
export function rescueCalls(by: Rescue | null): void {
  rescue = by;
}

/**
 * Sends JSON and reads JSON, with the session's cookie. `path` starts with `/api`.
 * An answer without a body gives undefined. Throws only CallFailed.
 */
export async function call<T = void>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  let status: number;
  let retryAfter: number | null;
  let text: string;
  try {
    const response = await fetch(path, request);
    status = response.status;
    retryAfter = Number(response.headers.get('retry-after')) || null;
    text = await response.text();
    noteAnswer(true);
  } catch {
    noteAnswer(false);
    throw new CallFailed(0, { code: 'network', message: m.common_network_failed() });
  }
  const answer = parsed(text);
  if (status >= 200 && status < 300) {
    if (answer === UNREADABLE) {
      throw new CallFailed(status, { code: 'unknown', message: m.common_call_failed({ status }) });
    }
    return answer as T;
  }
  const failure = new CallFailed(
    status,
    isErrorBody(answer) ? answer.error : { code: 'unknown', message: m.common_call_failed({ status }) },
    retryAfter,
  );
  if (await rescue?.(failure, method === 'GET')) return call(method, path, body, headers);
  throw failure;
}

/** The server's sentence for anything that was thrown, or `fallback` where its answer had none. */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailed)) return fallback;
  return error.code === 'unknown' && fallback !== '' ? fallback : error.message;
}

const UNREADABLE = Symbol('not JSON');

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return UNREADABLE;
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string' &&
    'code' in error &&
    typeof error.code === 'string'
  );
}
