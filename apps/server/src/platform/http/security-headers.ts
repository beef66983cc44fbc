/**
 * M3, M11: the headers that tell browsers what this site never does. They are the same for every answer but the pages of the desk,
 * of the stage's overlay and of embeds, so they are made once, and also stand on answers that no route gives.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

interface Site {
  /** The installation is reached over HTTPS, so browsers may insist on it. */
  https: boolean;
  /** A bucket that files are sent to straight; null: there is none. */
  uploadOrigin: string | null;
  /** R88: drand relays, which pages ask themselves. */
  relays: readonly string[];
}

export type SecurityHeaders = Readonly<Record<string, string>>;

/** What pages use; everything else that browsers know by name is off, for frames too. */
const USED = [
  // Paper tickets tilt with the phone, by both of its sensors.
  'accelerometer',
  'autoplay',
  'clipboard-write',
  'fullscreen',
  'gyroscope',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
];
const UNUSED = [
  // But at the desk: see `deskHeaders`.
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Names in lower case, as on every answer of this installation. */
export function securityHeaders({ https, uploadOrigin, relays }: Site): SecurityHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Dialogs and moving things set their sizes from script; no style comes from another site.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(uploadOrigin === null ? [] : [uploadOrigin]), ...relays.map(originOf)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // R76: the video of a draw is looked at where it was made, before it is saved.
        mediaSrc: ["'self'", 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  });
  set(answer.req, answer, (error) => {
    if (error !== undefined) throw error instanceof Error ? error : new Error('No security headers');
  });
  const headers: Record<string, string> = {
    'permissions-policy': [
      ...USED.map((feature) => `${feature}=(self)`),
      ...UNUSED.map((feature) => `${feature}=()`),
    ].join(', '),
  };
  for (const [name, value] of Object.entries(answer.getHeaders())) headers[name] = String(value);
  return headers;
}

/**
 * What the page of a desk may do beyond that: use the camera, and run the reader of QR codes, which is WebAssembly of this origin.
 * No text becomes a script there either. @param headers of the answer so far
 */
export function deskHeaders(headers: (name: string) => string): SecurityHeaders {
  return {
    'content-security-policy': headers('content-security-policy').replace(
      /script-src [^;]*/,
      "$& 'wasm-unsafe-eval'",
    ),
    'permissions-policy': headers('permissions-policy').replace('camera=()', 'camera=(self)'),
  };
}

/** Pages with a first view have one script in them, which is known by its hash. @param headers of the answer so far */
export function withScript(headers: (name: string) => string, hash: string): SecurityHeaders {
  return {
    'content-security-policy': headers('content-security-policy').replace(/script-src [^;]*/, `$& ${hash}`),
  };
}

/**
 * The pages that others may frame (M3): the stage's overlay everywhere, an embed on the sites that its host named (R85). Their
 * `x-frame-options` has to go, which knows no list.
 *
 * @param headers of the answer so far
 * @param ancestors as in the policy: `*`, or origins
 */
export function framedHeaders(
  headers: (name: string) => string,
  ancestors: readonly string[],
): SecurityHeaders {
  return {
    'content-security-policy': headers('content-security-policy').replace(
      /frame-ancestors [^;]*/,
      `frame-ancestors ${ancestors.join(' ')}`,
    ),
  };
}

export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

/** As lines of an answer that is written to a connection by hand, each with its line break. */
export function headerLines(headers: SecurityHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function originOf(address: string): string {
  return new URL(address).origin;
}
