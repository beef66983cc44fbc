/** What every call passes before its route: the cross-site guard (C10), JSON bodies only, no-store on the API (M3). */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusalError } from '../refusal.ts';
import { createBodySplitter, type SplitBody } from './json-body.ts';
import { isOwnOrigin, type PublicAddress } from './origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers say where an unsafe call comes from; programs say nothing and carry no cookies of others. */
export function refuseCrossSiteCalls(app: FastifyInstance, address: PublicAddress): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done();
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    const foreignOrigin = origin !== undefined && !isOwnOrigin(address, origin, host);
    done(foreignSite || foreignOrigin ? new RefusalError('cross_site') : undefined);
  });
}

/**
 * Bodies are JSON or absent, within bounds (H9); `__proto__` and its kin are dropped like every other unknown member (C8).
 * A route's `config.longMember` names the member whose text may fill the route's whole body limit.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  const largeBodies = createLargeBodies();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { longMember = null } = request.routeOptions.config;
    const limit = request.routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const { json, longText } = await readBody(request, payload, { limit, longMember, largeBodies });
    if (json === '') return undefined;
    const body = await new Promise<unknown>((resolve, reject) => {
      void parse(request, json, (error, parsed: unknown) =>
        error === null ? resolve(parsed) : reject(error),
      );
    });
    if (longMember !== null && longText !== null) putBack(body, longMember, longText);
    return body;
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    longMember?: string;
  }
}

/** The parser saw an empty text in its place. */
function putBack(body: unknown, member: string, text: string): void {
  if (typeof body !== 'object' || body === null) return;
  const members = body as Record<string, unknown>;
  if (members[member] === '') members[member] = text;
}

/** @throws RefusalError payload_too_large, invalid_json, unavailable when too many large bodies are on their way */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  bounds: { limit: number; longMember: string | null; largeBodies: LargeBodies },
): Promise<SplitBody> {
  const { limit, longMember, largeBodies } = bounds;
  const splitter = createBodySplitter(longMember);
  let received = 0;
  let release: (() => void) | null = null;
  return new Promise<SplitBody>((resolve, reject) => {
    const onData = (bytes: Buffer): void => {
      try {
        received += bytes.length;
        if (received > limit) throw new RefusalError('payload_too_large');
        if (received > LARGE_BODY_BYTES) release ??= largeBodies.begin(request.ip);
        splitter.add(bytes);
      } catch (error) {
        stop(error);
      }
    };
    const onEnd = (): void => {
      // Every call is closed after its end; only one that is closed before is broken.
      payload.off('close', onBroken);
      try {
        resolve(splitter.end());
      } catch (error) {
        stop(error);
      }
    };
    const onBroken = (): void => stop(new RefusalError('invalid_json'));
    // What still arrives is thrown away, so that the answer can be read.
    const stop = (error: unknown): void => {
      payload.off('data', onData).off('end', onEnd).resume();
      reject(error instanceof Error ? error : new RefusalError('invalid_json'));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit)
      return stop(new RefusalError('payload_too_large'));
    payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  }).finally(() => release?.());
}

const LARGE_BODY_BYTES = LIMITS.bodyBytes.max;
/** On their way at the same time: of one address, and in all. Each takes up to 28 MiB of memory. */
const LARGE_BODIES_OF_ADDRESS = 2;
const LARGE_BODIES = 6;

interface LargeBodies {
  /** Returns what ends it. @throws RefusalError unavailable */
  begin(address: string): () => void;
}

function createLargeBodies(): LargeBodies {
  const underWay: string[] = [];
  return {
    begin(address) {
      const own = underWay.filter((other) => other === address).length;
      if (underWay.length >= LARGE_BODIES || own >= LARGE_BODIES_OF_ADDRESS)
        throw new RefusalError('unavailable');
      underWay.push(address);
      return () => void underWay.splice(underWay.indexOf(address), 1);
    },
  };
}

/** Nothing of the API stays in a cache unless its route says so. */
export function keepApiOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store');
    done();
  });
}
