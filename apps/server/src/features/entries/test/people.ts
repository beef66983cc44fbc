/** Callers of a test installation: a host with an open raffle, invited people, and visitors with their own browsers. */
import { randomBytes } from 'node:crypto';
import type { HostRaffle, JoinAnswer } from '@glassdrum/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from '../../../../test/support/make-app.ts';
import { inviteTokenHash } from '../queries.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** One browser: it keeps its cookies, and calls from one address. */
export interface Browser {
  call(method: Method, url: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  cookies: Map<string, string>;
}

export function browser(app: Pick<TestApp, 'http'>, address = '192.0.2.1'): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method, url, { body, headers = {} } = {}) {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const answer = await app.http.inject({
        method,
        url,
        remoteAddress: address,
        headers: {
          ...(cookie !== '' && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const { name, value } of answer.cookies) cookies.set(name, value);
      return answer;
    },
  };
}

/** A registered host's browser. */
export async function registerHost(app: Pick<TestApp, 'http'>, name = 'Holly Hostess'): Promise<Browser> {
  const host = browser(app, `198.51.100.${randomBytes(1)[0] ?? 0}`);
  const email = `${randomBytes(8).toString('hex')}@host.example`;
  const password = randomBytes(12).toString('hex');
  const answer = await host.call('POST', '/api/auth/register', { body: { email, name, password } });
  if (answer.statusCode !== 201) throw new Error(`No host: ${answer.body}`);
  return host;
}

export interface OpenRaffle {
  id: string;
  publicLink: string;
}

/** An open raffle with a public link. @param settings of the create call */
export async function openRaffle(host: Browser, settings: object = {}): Promise<OpenRaffle> {
  const made = await host.call('POST', '/api/raffles', {
    body: { title: 'Summer raffle', allow_public_join: true, ...settings },
  });
  const { id, public_link: publicLink } = made.json<HostRaffle>();
  const opened = await host.call('POST', `/api/raffles/${id}/open`);
  if (opened.statusCode !== 200 || publicLink === null) throw new Error(`No open raffle: ${opened.body}`);
  return { id, publicLink };
}

/** Puts a person on the raffle's list; the personal token. */
export async function invitePerson(
  app: Pick<TestApp, 'parts'>,
  raffleId: string,
  person: { name: string; email?: string; expiresAt?: number; revoked?: boolean },
): Promise<{ token: string; inviteeId: string }> {
  const newId = (): string => randomBytes(16).toString('base64url');
  const { query } = app.parts.database;
  const now = app.parts.clock.now();
  const inviteeId = newId();
  const token = newId();
  await query
    .insertInto('invitees')
    .values({
      id: inviteeId,
      raffle_id: raffleId,
      display_name: person.name,
      email: person.email ?? null,
      notes: null,
      source: 'list',
      created_at: now,
    })
    .execute();
  await query
    .insertInto('invites')
    .values({
      id: newId(),
      raffle_id: raffleId,
      invitee_id: inviteeId,
      token_hash: inviteTokenHash(token),
      token_sealed: 'sealed',
      expires_at: person.expiresAt ?? null,
      redeemed_at: null,
      revoked: person.revoked === true ? 1 : 0,
      created_at: now,
    })
    .execute();
  return { token, inviteeId };
}

/** Joins by public link and expects a new entry. */
export async function joinPublic(
  who: Browser,
  raffle: OpenRaffle,
  displayName: string,
  more: object = {},
): Promise<JoinAnswer> {
  const answer = await who.call('POST', '/api/join/public', {
    body: { public_link: raffle.publicLink, display_name: displayName, ...more },
  });
  if (answer.statusCode !== 201) throw new Error(`${displayName} did not join: ${answer.body}`);
  return answer.json<JoinAnswer>();
}

/** The code of a refused call. */
export function refusalOf(answer: LightMyRequestResponse): string {
  return answer.json<{ error: { code: string } }>().error.code;
}
