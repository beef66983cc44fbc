/** M3: the headers that tell browsers what this site never does. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

interface Site {
  /** The installation is reached over HTTPS, so browsers may insist on it. */
  https: boolean;
  /** A bucket that files are sent to straight; null: there is none. */
  uploadOrigin: string | null;
}

export async function sendSecurityHeaders(
  app: FastifyInstance,
  { https, uploadOrigin }: Site,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Dialogs and moving things set their sizes from script; no style comes from another site.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(uploadOrigin === null ? [] : [uploadOrigin])],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  });
}
