/** Callers for tests: a host with an open raffle, invited people, and visitors with their own browsers. */
import { randomBytes } from 'node:crypto';
import type { HostRaffle, JoinAnswer } from '@glassdrum/contract';
import type { Answer, Browser } from '../../../../test/support/browser.ts';
import type { TestApp } from '../../../../test/support/make-app.ts';
import { inviteTokenHash } from '../queries.ts';

export interface OpenRaffle {
  id: string;
  publicLink: string;
}

/** An open raffle with a public link. @param settings of the create call */
export async function openRaffle(host: Browser, settings: object = {}): Promise<OpenRaffle> {
  const made = await host.call('POST', '/api/raffles', {
    title: 'Summer raffle',
    allow_public_join: true,
    ...settings,
  });
  const { id, public_link: publicLink } = made.body as HostRaffle;
  const opened = await host.call('POST', `/api/raffles/${id}/open`);
  if (opened.status !== 200 || publicLink === null) throw new Error(`No open raffle: ${opened.text}`);
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
    public_link: raffle.publicLink,
    display_name: displayName,
    ...more,
  });
  if (answer.status !== 201) throw new Error(`${displayName} did not join: ${answer.text}`);
  return answer.body as JoinAnswer;
}

/** Joins by public link, whatever the answer. */
export function tryJoin(
  who: Browser,
  raffle: OpenRaffle,
  displayName: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { public_link: raffle.publicLink, display_name: displayName, ...more };
  return who.call('POST', '/api/join/public', body, headers);
}

/** H11: changes what people must pass to join by the public link. */
export function setJoinChecks(
  host: Browser,
  raffle: Pick<OpenRaffle, 'id'>,
  checks: object,
): Promise<Answer> {
  return host.call('PATCH', `/api/raffles/${raffle.id}/joining`, checks);
}

/** An open raffle with these checks. @param settings of the create call */
export async function checkedRaffle(
  host: Browser,
  checks: object,
  settings: object = {},
): Promise<OpenRaffle> {
  const raffle = await openRaffle(host, settings);
  const answer = await setJoinChecks(host, raffle, checks);
  if (answer.status !== 200) throw new Error(`No checks: ${answer.text}`);
  return raffle;
}

/** The raffle as its host sees it. */
export async function raffleOfHost(host: Browser, raffle: OpenRaffle): Promise<HostRaffle> {
  return (await host.call<HostRaffle>('GET', `/api/raffles/${raffle.id}`)).body;
}
