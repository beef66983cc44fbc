/** Cookies that browsers keep from scripts and send to this site alone. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import { parseCookie } from 'cookie';

/** Attributes for `reply.setCookie`; `__Host-` names need all of them. @param secure the site is served over HTTPS */
export function secretCookie(secure: boolean, days: number): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: days * 24 * 3600 };
}

/** A cookie's value in the header of a call or of a socket's handshake; null without it. */
export function cookieOf(header: string | undefined, name: string): string | null {
  return parseCookie(header ?? '')[name] ?? null;
}
