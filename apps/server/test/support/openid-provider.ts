/**
 * A real OpenID provider of a test (oidc-provider), on a port of its own, with a login page that takes any password. A test may
 * change what it answers on the way, with its real key or another one, to see what is believed.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type Claims = Record<string, unknown>;

interface Jwt {
  header: Record<string, unknown>;
  claims: Claims;
}

export interface OpenidProvider {
  issuer: string;
  /** By what is typed at the login page, which is the subject too. */
  people: Map<string, Claims>;
  /** Environment of an installation that signs in here. */
  env: Record<string, string>;
  /** Paths that were called, with their methods. */
  calls: string[];
  /** Changes the ID token on its way to the installation, or takes it away (undefined); null: as it is. */
  changeToken: ((jwt: Jwt, key: KeyObject) => string | undefined) | null;
  /** Changes the answer of discovery. */
  changeDiscovery: ((metadata: Claims) => Claims) | null;
  /** Answers everything with 503. */
  isDown: boolean;
  /**
   * What a person does at the provider: follows the address, types the login where asked, comes back.
   * @returns the query that the browser is sent back with
   */
  logIn(url: string, login: string, cookies?: Map<string, string>): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT_ID = 'glassdrum';
export const CLIENT_SECRET = 'a secret of the test, long enough for its provider';
/** Where the installations of these tests say that they are. */
const HOME = 'https://raffles.example.org';

/** An RS256 token of these parts, signed with this key. */
export function signedToken({ header, claims }: Jwt, key: KeyObject): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

export function unsignedToken({ header, claims }: Jwt): string {
  const parts = [{ ...header, alg: 'none' }, claims];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}

/** @param options.home the installation's address. @param options.idTokenHoldsAll claims stand in the ID token too */
export async function startOpenidProvider(
  options: { home?: string; idTokenHoldsAll?: boolean; port?: number } = {},
): Promise<OpenidProvider> {
  const home = options.home ?? HOME;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'key-of-the-test', use: 'sig', alg: 'RS256' };
  const people = new Map<string, Claims>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const inner = createServer((request, response) => handle(request, response));
  const front = createServer((request, response) => void pass(request, response));
  const innerPort = await listen(inner, 0);
  const port = await listen(front, options.port ?? 0);
  const issuer = `http://127.0.0.1:${port}`;

  const provider: OpenidProvider = {
    issuer,
    people,
    env: {
      PUBLIC_URL: home,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Club login',
    },
    calls: [],
    changeToken: null,
    changeDiscovery: null,
    isDown: false,
    logIn: (url, login, cookies = new Map()) => logIn({ url, login, cookies, home }),
    async close() {
      for (const server of [front, inner]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };

  handle = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${home}/auth/callback`],
      },
    ],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [jwk] },
    features: { devInteractions: { enabled: true }, claimsParameter: { enabled: true } },
    conformIdTokenClaims: options.idTokenHoldsAll !== true,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Grant: 600,
      Session: 600,
    },
    findAccount: (_context, id) => {
      const claims = people.get(id);
      if (claims === undefined) return undefined;
      return { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    // Nobody is asked whether the club's own raffles may know the address.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      grant.addOIDCClaims(['auth_time']);
      await grant.save();
      return grant;
    },
  }).callback();

  /** Hands a call to the provider, and changes its answer where a test asked for that. */
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    provider.calls.push(`${request.method} ${path}`);
    if (provider.isDown) {
      request.resume();
      response.writeHead(503).end();
      return;
    }
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      forward(
        {
          host: '127.0.0.1',
          port: innerPort,
          path: request.url,
          method: request.method,
          headers: request.headers,
        },
        resolve,
      )
        .on('error', reject)
        .end(Buffer.concat(body));
    });
    const parts: Buffer[] = [];
    for await (const chunk of answer) parts.push(chunk as Buffer);
    const text = changed(path, Buffer.concat(parts).toString('utf8'));
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, headers).end(text);
  }

  function changed(path: string, text: string): string {
    if (path === '/.well-known/openid-configuration' && provider.changeDiscovery !== null) {
      return JSON.stringify(provider.changeDiscovery(JSON.parse(text) as Claims));
    }
    if (path !== '/token' || provider.changeToken === null) return text;
    const answer = JSON.parse(text) as { id_token?: string };
    if (answer.id_token === undefined) return text;
    const [header = '', claims = ''] = answer.id_token.split('.');
    const read = (part: string): Claims =>
      JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims;
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    return JSON.stringify({
      ...answer,
      id_token: provider.changeToken({ header: read(header), claims: read(claims) }, key),
    });
  }

  return provider;
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function logIn(visit: {
  url: string;
  login: string;
  cookies: Map<string, string>;
  home: string;
}): Promise<string> {
  const { login, cookies, home } = visit;
  let { url } = visit;
  let form: Record<string, string> | null = null;
  for (let step = 0; step < 12; step += 1) {
    if (url.startsWith(`${home}/auth/callback`)) return new URL(url).search.slice(1);
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== null && { method: 'POST', body: new URLSearchParams(form) }),
    });
    form = null;
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const page = await answer.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined)
      throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 300)}`);
    url = new URL(action, url).href;
    form = { prompt: 'login', login, password: 'anything' };
  }
  throw new Error('The provider sent nobody back.');
}
