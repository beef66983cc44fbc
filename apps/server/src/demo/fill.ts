/** Fills an installation by its own calls over HTTP, as a host and the participants would. */
import type { CurrentUser, HostRaffle, Invitation, JoinAnswer, RegisterBody } from '@glassdrum/contract';

/** Calls under way at the same time. */
const AT_ONCE = 20;

/** Somebody's calls to one installation. */
export interface Caller {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: object): Promise<Body>;
  put<Body>(path: string, body: object): Promise<Body>;
  patch<Body>(path: string, body: object): Promise<Body>;
  remove<Body>(path: string): Promise<Body>;
}

export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text}`);
    this.status = status;
  }
}

/** @param base e.g. http://localhost:3000 */
export function visitor(base: string): Caller {
  return callerWith(base, { cookie: '' });
}

function callerWith(base: string, session: { cookie: string }): Caller {
  async function call<Body>(
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ): Promise<Body> {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(session.cookie !== '' && { cookie: session.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new CallFailed(path, response.status, text);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    if (cookies.length > 0) Object.assign(session, { cookie: cookies.join('; ') });
    return JSON.parse(text) as Body;
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
  };
}

/** @returns the new host, signed in */
export async function signUp(base: string, account: RegisterBody): Promise<Caller> {
  const host = callerWith(base, { cookie: '' });
  await host.post<CurrentUser>('/api/auth/register', account);
  return host;
}

export async function signIn(base: string, { email, password }: RegisterBody): Promise<Caller> {
  const host = callerWith(base, { cookie: '' });
  await host.post<CurrentUser>('/api/auth/login', { email, password });
  return host;
}

/** Makes a raffle, invites all of these people, opens it, and lets every one of them join by their own link. */
export async function raffleWithEntrants(
  base: string,
  host: Caller,
  fields: { title: string; [field: string]: unknown },
  people: readonly string[],
): Promise<HostRaffle> {
  const { id } = await host.post<HostRaffle>('/api/raffles', fields);
  const list = people.map((name, number) => `${name},guest${number + 1}@example.org`).join('\n');
  await host.post(`/api/raffles/${id}/invites`, { invitees: list });
  await host.post(`/api/raffles/${id}/open`);
  await joinAll(base, await host.get<Invitation[]>(`/api/raffles/${id}/invites`));
  return host.get<HostRaffle>(`/api/raffles/${id}`);
}

/** Lets them all join by their own links, everybody on a device of their own. */
export function joinAll(base: string, invitations: readonly Invitation[]): Promise<void> {
  return forEach(invitations, AT_ONCE, async ({ token }) => {
    await visitor(base).post<JoinAnswer>('/api/join', { token });
  });
}

/** @param atOnce how many are under way at the same time */
export async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await act(item);
    }),
  );
}
