/**
 * Which device guesses (H12). A browser that guessed wrong gets a random id in a cookie, under which its next guesses are
 * counted apart from those of its network. The id proves nothing and leads to nobody.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomText } from '../keys/random.ts';
import { cookieOf, secretCookie } from './cookies.ts';

const NAME = 'glassdrum-device';
/** Over HTTPS; browsers then let no other host and no plain HTTP set it. */
const SECURE_NAME = `__Host-${NAME}`;
const DAYS = 30;
const ID = /^[A-Za-z0-9_-]{22}$/;

/** Requests whose guess was counted. */
const guesses = new WeakSet<object>();

/** @param sender the request, which may get an id with its refusal */
export function noteGuess(sender: object): void {
  guesses.add(sender);
}

/** The id that a cookie header carries, or null. */
export function deviceOf(header: string | undefined): string | null {
  const id = cookieOf(header, SECURE_NAME) ?? cookieOf(header, NAME);
  return id !== null && ID.test(id) ? id : null;
}

/** With the refusal of a guess of a device that has no id yet. @param secure the site is served over HTTPS */
export function giveDeviceId(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (!guesses.has(request) || deviceOf(request.headers.cookie) !== null) return;
  const name = secure ? SECURE_NAME : NAME;
  void reply.setCookie(name, randomText(16, 'base64url'), secretCookie(secure, DAYS));
}
