/**
 * M3: the headers that tell browsers what this site never does. They are the same for every answer, so they are put
 * together once; a route that needs others sets its own over them.
 */
import type { FastifyInstance } from 'fastify';

interface Site {
  /** The installation is reached over HTTPS, so browsers may insist on it. */
  https: boolean;
  /** A bucket that files are sent to straight; null: there is none. */
  uploadOrigin: string | null;
}

const YEAR_SECONDS = 31_536_000;

export function sendSecurityHeaders(app: FastifyInstance, { https, uploadOrigin }: Site): void {
  const headers = {
    'content-security-policy': contentPolicy(uploadOrigin),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(https && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

function contentPolicy(uploadOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Dialogs and moving things set their sizes from script; no style comes from another site.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${uploadOrigin === null ? '' : ` ${uploadOrigin}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}
