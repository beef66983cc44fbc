/** The signed-in host's sessions: the list, ending them, and whether the sign-in is fresh (C14). */
import { accountSessions, freshSignIn } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { AccountParts } from '../account-parts.ts';
import { freshUntil } from '../host-gate.ts';
import { sessionCommands } from './sessions.ts';

const tags = ['accounts'];

export function sessionRoutes(app: HttpServer, parts: AccountParts): void {
  const { hosts, auth } = parts;
  const commands = sessionCommands(parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/fresh',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Whether the host signed in within the last 10 minutes, as sensitive calls ask for',
      tags,
      response: { 200: freshSignIn, ...refusals(401) },
    },
    handler: async (_request, _reply, { caller: host }) => ({ until: freshUntil(host) }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/sessions',
    authenticate: hosts.require,
    schema: {
      summary: "The host's sessions, the one used last first",
      tags,
      response: { 200: accountSessions, ...refusals(401) },
    },
    handler: async (_request, _reply, { caller: host }) => ({ sessions: await commands.list(host) }),
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/auth/sessions/:sessionId',
    authenticate: hosts.require,
    schema: {
      summary: "End one of the host's sessions",
      tags,
      params: z.object({ sessionId: z.string().max(64) }),
      response: { 200: done, ...refusals(401, 404) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await commands.end(request, host, request.params.sessionId);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/sessions/end-others',
    authenticate: hosts.require,
    schema: {
      summary: "End all of the host's sessions but this one",
      tags,
      response: { 200: done, ...refusals(401) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await commands.endOthers(request, host);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/sessions/end',
    authenticate: hosts.require,
    schema: {
      summary: 'Sign out everywhere, here too',
      tags,
      response: { 200: done, ...refusals(401) },
    },
    handler: async (request, reply, { caller: host }) => {
      await commands.endAll(request, host);
      const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
      void reply.header('set-cookie', headers.getSetCookie());
      return OK;
    },
  });
}
