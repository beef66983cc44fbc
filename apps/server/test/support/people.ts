/** People of a test: each calls the app over HTTP with what their browser would send. */
import { randomBytes } from 'node:crypto';
import type { CurrentUser, HostRaffle, JoinAnswer, RaffleCreateBody } from '@glassdrum/contract';
import { browser, type Browser, confirmAddress } from './browser.ts';
import type { Device } from './device.ts';
import type { TestApp } from './make-app.ts';

export interface Person extends Browser {
  headers: Record<string, string>;
}

/** Somebody with these headers and no cookies of their own; none is a visitor. */
export function person(app: TestApp, headers: Record<string, string> = {}): Person {
  return { headers, ...browser(app, undefined, { headers, storesCookies: false }) };
}

/** Registers a new host, whose address is confirmed, and who is then signed in. */
export async function signUp(app: TestApp, name = 'Hanna Host'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  const answer = await person(app).post<CurrentUser>('/api/auth/register', {
    name,
    email,
    password: 'correct horse battery',
  });
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${answer.text}`);
  await confirmAddress(app, answer.body.id);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0]);
  return person(app, { cookie: cookies.join('; ') });
}

/** The installation's first host again, when time went on by days and the session is over. */
export async function signInAgain(app: TestApp): Promise<Person> {
  const { email } = await app.parts.database.query
    .selectFrom('users')
    .select('email')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const answer = await person(app).post('/api/auth/login', { email, password: 'correct horse battery' });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${answer.text}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0]);
  return person(app, { cookie: cookies.join('; ') });
}

/** Makes a signed-in host an operator, as `glassdrum operator` does. @returns the same person */
export async function makeOperator(app: TestApp, host: Person): Promise<Person> {
  const { id } = (await host.get<{ id: string }>('/api/auth/me')).body;
  await app.parts.database.query.updateTable('users').set({ is_operator: 1 }).where('id', '=', id).execute();
  return host;
}

/** An open raffle with a public link. */
export async function openRaffle(
  host: Person,
  fields: Partial<RaffleCreateBody> = {},
): Promise<HostRaffle & { public_link: string }> {
  const created = await host.post<HostRaffle>('/api/raffles', {
    title: 'Summer party',
    allow_public_join: true,
    ...fields,
  });
  if (created.status !== 201) throw new Error(`Creating answered ${created.status}: ${created.text}`);
  const opened = await host.post<HostRaffle>(`/api/raffles/${created.body.id}/open`);
  if (opened.status !== 200) throw new Error(`Opening answered ${opened.status}: ${opened.text}`);
  const { public_link: link } = opened.body;
  if (link === null) throw new Error('A raffle with public joining has a public link.');
  return { ...opened.body, public_link: link };
}

/** Joins by public link; the answer's secret makes the person. */
export async function join(
  app: TestApp,
  publicLink: string,
  displayName: string,
  /** What its device made; a person without one has no key. */
  device?: Device,
): Promise<Person & { joined: JoinAnswer }> {
  const answer = await person(app).post<JoinAnswer>('/api/join/public', {
    public_link: publicLink,
    display_name: displayName,
    rules_accepted: true,
    ...device?.fields,
  });
  if (answer.status >= 300) throw new Error(`Joining answered ${answer.status}: ${answer.text}`);
  return {
    ...person(app, { authorization: `Bearer ${answer.body.participant_token ?? ''}` }),
    joined: answer.body,
  };
}

/** What the installation logged last as a warning or worse. */
function problemsOf({ logLines }: TestApp): string {
  return logLines
    .filter((line) => /"level":[456]0/.test(line))
    .slice(-5)
    .join('');
}

/** Waits until `check` gives something; the manual clock moves a little with every look. */
export async function eventually<T>(
  app: TestApp,
  what: string,
  check: () => Promise<T | null | undefined | false>,
  stepMs = 0,
): Promise<T> {
  const giveUp = Date.now() + 90_000;
  for (;;) {
    const found = await check();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > giveUp) throw new Error(`Never happened: ${what}\n${problemsOf(app)}`);
    if (stepMs > 0) await app.clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
