/** People of a test: each calls the app over HTTP with what their browser would send. */
import { randomBytes } from 'node:crypto';
import type { HostRaffle, JoinAnswer, RaffleCreateBody } from '@glassdrum/contract';
import type { TestApp } from './make-app.ts';

interface Answer<Body> {
  status: number;
  body: Body;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Person {
  headers: Record<string, string>;
  get<Body = unknown>(url: string): Promise<Answer<Body>>;
  post<Body = unknown>(url: string, body?: object, headers?: Record<string, string>): Promise<Answer<Body>>;
  patch<Body = unknown>(url: string, body: object): Promise<Answer<Body>>;
  put<Body = unknown>(url: string, body: object): Promise<Answer<Body>>;
  remove<Body = unknown>(url: string): Promise<Answer<Body>>;
}

/** Somebody with these headers; none is a visitor. */
export function person(app: TestApp, headers: Record<string, string> = {}): Person {
  async function call<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await app.http.inject({
      method,
      url,
      headers: { ...headers, ...more },
      ...(body !== undefined && { payload: body }),
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      text: response.body,
      body: (isJson && response.body !== '' ? response.json() : null) as Body,
      headers: response.headers,
    };
  }
  return {
    headers,
    get: (url) => call('GET', url),
    post: (url, body, more) => call('POST', url, body, more),
    patch: (url, body) => call('PATCH', url, body),
    put: (url, body) => call('PUT', url, body),
    remove: (url) => call('DELETE', url),
  };
}

/** Registers a new host, who is then signed in. */
export async function signUp(app: TestApp, name = 'Hanna Host'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  const answer = await person(app).post('/api/auth/register', {
    name,
    email,
    password: 'correct horse battery',
  });
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${answer.text}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0]);
  return person(app, { cookie: cookies.join('; ') });
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
): Promise<Person & { joined: JoinAnswer }> {
  const answer = await person(app).post<JoinAnswer>('/api/join/public', {
    public_link: publicLink,
    display_name: displayName,
  });
  if (answer.status >= 300) throw new Error(`Joining answered ${answer.status}: ${answer.text}`);
  return {
    ...person(app, { authorization: `Bearer ${answer.body.participant_token ?? ''}` }),
    joined: answer.body,
  };
}

/** Waits until `check` gives something; the manual clock moves a little with every look. */
export async function eventually<T>(
  app: TestApp,
  what: string,
  check: () => Promise<T | null | undefined | false>,
  stepMs = 0,
): Promise<T> {
  const giveUp = Date.now() + 20_000;
  for (;;) {
    const found = await check();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > giveUp) throw new Error(`Never happened: ${what}`);
    if (stepMs > 0) await app.clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
