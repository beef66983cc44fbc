/** Callers as the app sees them: a browser that keeps its cookies, and hosts who are signed in with one. */
import type { HostRaffle } from '@glassdrum/contract';
import type { App } from '../../src/compose.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface Answer<Body = unknown> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** As it came, e.g. compressed. */
  bytes: Buffer;
  /** Parsed; undefined when it is not JSON. */
  body: Body;
}

export interface Browser {
  /** By name, as the server last set them. */
  cookies: Map<string, string>;
  call<Body = unknown>(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  get<Body = unknown>(url: string): Promise<Answer<Body>>;
  post<Body = unknown>(url: string, body?: object, headers?: Record<string, string>): Promise<Answer<Body>>;
  patch<Body = unknown>(url: string, body: object): Promise<Answer<Body>>;
  put<Body = unknown>(url: string, body: object): Promise<Answer<Body>>;
  remove<Body = unknown>(url: string): Promise<Answer<Body>>;
}

interface BrowserOptions {
  /** With every call. */
  headers?: Record<string, string>;
  /** False: forgets its cookies at once. */
  storesCookies?: boolean;
}

/** @param address the caller's address */
export function browser(
  app: Pick<App, 'http'>,
  address = '127.0.0.1',
  { headers: own = {}, storesCookies = true }: BrowserOptions = {},
): Browser {
  const cookies = new Map<string, string>();

  function storeCookies(fresh: readonly { name: string; value: string; maxAge?: number }[]): void {
    for (const { name, value, maxAge } of fresh) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
  }

  const call: Browser['call'] = async <Body>(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.http.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...own,
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (storesCookies) storeCookies(answer.cookies);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
      body: parse(answer.body) as Body,
    };
  };
  return {
    cookies,
    call,
    get: (url) => call('GET', url),
    post: (url, body, headers) => call('POST', url, body, headers),
    patch: (url, body) => call('PATCH', url, body),
    put: (url, body) => call('PUT', url, body),
    remove: (url) => call('DELETE', url),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface TestHost extends Browser {
  id: string;
  name: string;
  email: string;
  password: string;
  /** A draft unless the answer of another call is asked for. */
  draft(body?: Record<string, unknown>): Promise<HostRaffle>;
  openRaffle(body?: Record<string, unknown>): Promise<HostRaffle>;
}

let hosts = 0;

/** C14: as if the host had opened the link in the confirmation email. */
export async function confirmAddress({ parts }: Pick<App, 'parts'>, hostId: string): Promise<void> {
  await parts.database.query
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', hostId)
    .execute();
}

/** Registers a new host, whose address is confirmed, and stays signed in. */
export async function newHost(app: Pick<App, 'http' | 'parts'>, name = 'Greta Gastgeber'): Promise<TestHost> {
  hosts += 1;
  const account = { email: `host-${hosts}@example.org`, name, password: 'seven drums of glass' };
  const visitor = browser(app);
  const answer = await visitor.call('POST', '/api/auth/register', account);
  if (answer.status !== 201) throw new Error(`No account: ${answer.text}`);
  await confirmAddress(app, (answer.body as { id: string }).id);
  const draft: TestHost['draft'] = async (body = {}) => {
    const made = await visitor.call('POST', '/api/raffles', { title: 'Summer raffle', ...body });
    if (made.status !== 201) throw new Error(`No raffle: ${made.text}`);
    return made.body as HostRaffle;
  };
  return {
    ...visitor,
    ...account,
    id: (answer.body as { id: string }).id,
    draft,
    async openRaffle(body) {
      const { id } = await draft(body);
      const opened = await visitor.call('POST', `/api/raffles/${id}/open`);
      if (opened.status !== 200) throw new Error(`Not opened: ${opened.text}`);
      return opened.body as HostRaffle;
    },
  };
}

/** The code of a refused call, or null. */
export function codeOf(answer: Answer): string | null {
  return (answer.body as { error?: { code?: string } } | undefined)?.error?.code ?? null;
}
