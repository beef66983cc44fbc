/**
 * R85, C7: the matrix of routes and tokens. Each route is called with a token of each scope alone, and of all scopes, by an owner of
 * the workspace. What the table says is what happens: a scope that is not enough, or a route that no token reaches, is refused
 * before anything else; and with the scope the route's own gate has nothing against the token.
 */
import type { ApiTokenMade, InvitesAnswer, Workspace } from '@glassdrum/contract';
import { type ApiScope, apiScopes, scopeFor } from '@glassdrum/raffle-rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessOfRoute } from '../../src/features/api-tokens/route-abilities.ts';
import { type Browser, browser, codeOf, newHost, type TestHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';

type Method = Parameters<Browser['call']>[0];

const TOKENS: readonly (readonly ApiScope[])[] = [['read'], ['entries'], ['draw'], [...apiScopes]];
const REFUSED_TOKEN = new Set(['token_not_allowed', 'token_scope_missing']);

forEachDatabase((makeApp) => {
  let app: TestApp;
  let owner: TestHost;
  let workspaceId: string;
  let secrets: string[];
  let routes: { method: string; url: string }[];

  beforeAll(async () => {
    app = await makeApp();
    owner = await newHost(app);
    workspaceId = (await owner.get<Workspace[]>('/api/workspaces')).body[0]?.id ?? '';
    secrets = [];
    for (const scopes of TOKENS) {
      const path = `/api/workspaces/${workspaceId}/tokens`;
      const { body } = await owner.post<ApiTokenMade>(path, { name: scopes.join(), scopes });
      secrets.push(body.secret);
    }
    routes = app.routes.filter(({ method, isOpen }) => method !== 'HEAD' && isOpen !== undefined);
  });

  /** A raffle of the token's workspace, with somebody invited; until a call has changed it. */
  let scene: { id: string; inviteeId: string } | null = null;

  async function addressOf(pattern: string): Promise<string> {
    if (scene === null) {
      const { id } = await owner.openRaffle({ allow_public_join: true });
      const added = await owner.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees: 'Ada' });
      scene = { id, inviteeId: added.body.invitees[0]?.invitee_id ?? '' };
    }
    return pattern
      .replace(':id', scene.id)
      .replace(':workspaceId', workspaceId)
      .replace(':inviteeId', scene.inviteeId)
      .replace(':number', '1')
      .replaceAll(/:\w+/g, 'A'.repeat(22));
  }

  let callers = 0;
  const callWith = (secret: string, method: string, url: string) => {
    callers += 1;
    const address = `10.3.${callers >> 8}.${callers & 255}`;
    const headers = { authorization: `Bearer ${secret}` };
    return browser(app, address, { headers, storesCookies: false }).call(method as Method, url);
  };

  test('R85 every route has its row, and no row is without a route', () => {
    const without = routes.filter(({ method, url }) => accessOfRoute(method, url) === null);
    expect(without.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });

  test('R85 accounts, workspaces, tokens and operators are closed to every token', () => {
    for (const { method, url } of routes) {
      if (!/^\/api\/(?:auth|admin|settings|workspaces|workspace-invitations)\b/.test(url)) continue;
      expect([url, accessOfRoute(method, url)]).toEqual([url, 'never']);
    }
  });

  describe('R85 each route with each token', () => {
    test('R85 what the table says is what is answered', async () => {
      const wrong: string[] = [];
      for (const { method, url } of routes) {
        const access = accessOfRoute(method, url);
        const needed = access === 'open' || access === 'never' || access === null ? null : scopeFor(access);
        for (const [index, scopes] of TOKENS.entries()) {
          const answer = await callWith(secrets[index] ?? '', method, await addressOf(url));
          if (method !== 'GET' && answer.status < 300) scene = null;
          const refused = REFUSED_TOKEN.has(codeOf(answer) ?? '');
          const isOpen = access === 'open' || needed === 'any';
          const may = isOpen || (needed !== null && needed !== 'none' && scopes.includes(needed));
          if (refused === may)
            wrong.push(`${method} ${url} with ${scopes.join()}: ${answer.text.slice(0, 120)}`);
          if (answer.status === 500) wrong.push(`${method} ${url}: 500`);
        }
      }
      expect(wrong).toEqual([]);
    }, 120_000);
  });

  test('R85 a HEAD call needs what its GET needs', async () => {
    const { id } = await owner.draft();
    const [read = '', entries = ''] = secrets;
    expect((await callWith(read, 'HEAD', `/api/raffles/${id}`)).status).toBe(200);
    expect((await callWith(entries, 'HEAD', `/api/raffles/${id}`)).status).toBe(403);
  });
});
