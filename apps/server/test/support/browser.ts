/** Callers as the app sees them: a browser that keeps its cookies, and hosts who are signed in with one. */
import type { HostRaffle } from '@glassdrum/contract';
import type { App } from '../../src/compose.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
}

export interface Browser {
  /** By name, as the server last set them. */
  cookies: Map<string, string>;
  call(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** @param address the caller's address */
export function browser(app: Pick<App, 'http'>, address = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method, url, body, headers = {}) {
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
      for (const { name, value, maxAge } of answer.cookies as {
        name: string;
        value: string;
        maxAge?: number;
      }[]) {
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, encodeURIComponent(value));
      }
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        body: parse(answer.body),
      };
    },
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

/** Registers a new host and stays signed in. */
export async function newHost(app: Pick<App, 'http'>, name = 'Greta Gastgeber'): Promise<TestHost> {
  hosts += 1;
  const account = { email: `host-${hosts}@example.org`, name, password: 'seven drums of glass' };
  const visitor = browser(app);
  const answer = await visitor.call('POST', '/api/auth/register', account);
  if (answer.status !== 201) throw new Error(`No account: ${answer.text}`);
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
