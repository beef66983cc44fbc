/** What every call passes before its route: the cross-site guard (C10), JSON bodies only, no-store on the API (M3). */
import type { FastifyInstance } from 'fastify';
import { CallError } from './errors.ts';
import { isOwnOrigin, type PublicAddress } from './origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers say where an unsafe call comes from; programs say nothing and carry no cookies of others. */
export function refuseCrossSiteCalls(app: FastifyInstance, address: PublicAddress): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done();
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    const foreignOrigin = origin !== undefined && !isOwnOrigin(address, origin, host);
    done(foreignSite || foreignOrigin ? new CallError('cross_site') : undefined);
  });
}

/** Bodies are JSON or absent; `__proto__` and its kin are dropped like every other unknown member (C8). */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** Nothing of the API stays in a cache unless its route says so. */
export function keepApiOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store');
    done();
  });
}
