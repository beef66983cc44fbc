/** The host's account: register, sign in and out, who am I. Answers hold no session secret; the cookie alone does (I2). */
import { currentUser, loginBody, registerBody } from '@glassdrum/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import { type AccountParts, type SignedIn, accountCommands } from './commands.ts';

export function accountRoutes(app: HttpServer, parts: AccountParts): void {
  const { hosts } = parts;
  const commands = accountCommands(parts);

  app.route({
    method: 'POST',
    url: '/api/auth/register',
    schema: {
      summary: 'Open a host account and sign in',
      tags: ['accounts'],
      body: registerBody,
      response: { 201: currentUser, ...refusals(400, 409, 422, 429) },
    },
    handler: async (request, reply) => {
      const user = await commands.register(request, request.body);
      return reply.code(201).send(present(user, reply));
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/login',
    schema: {
      summary: 'Sign in',
      tags: ['accounts'],
      body: loginBody,
      response: { 200: currentUser, ...refusals(400, 401, 429) },
    },
    handler: async (request, reply) => present(await commands.login(request, request.body), reply),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/logout',
    schema: {
      summary: 'Sign out; also without a session',
      tags: ['accounts'],
      response: { 200: z.object({ ok: z.literal(true) }) },
    },
    handler: async (request, reply) => {
      void reply.header('set-cookie', await commands.logout(request));
      return { ok: true as const };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/auth/me',
    schema: {
      summary: 'The signed-in host',
      tags: ['accounts'],
      response: { 200: currentUser, ...refusals(401) },
    },
    handler: async (request) => {
      const { hostId: id, name, email } = await hosts.require(request);
      return { id, name, email };
    },
  });
}

function present(user: SignedIn, reply: FastifyReply): { id: string; name: string; email: string } {
  void reply.header('set-cookie', user.cookies);
  return { id: user.id, name: user.name, email: user.email };
}
