/** Registering and signing in and out. Answers hold no session secret; the cookie alone does (I2). */
import {
  currentUser,
  loginBody,
  passkeyLoginBody,
  passkeyOptions,
  registerBody,
  resetBody,
  resetRequestBody,
  secondStep,
  secondStepBody,
} from '@glassdrum/contract';
import type { FastifyReply } from 'fastify';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { AccountParts, SignedIn } from './account-parts.ts';
import { accountCommands } from './commands.ts';
import { passkeyCommands } from './passkey-commands.ts';
import { done, OK } from './present.ts';
import { type ResetCommands, resetCommands } from './reset-commands.ts';
import { securityRoutes } from './security-routes.ts';

/** `settled` resolves when every mail that was asked for has been sent or has failed. */
export function accountRoutes(app: HttpServer, parts: AccountParts): Pick<ResetCommands, 'settled'> {
  const passkeys = passkeyCommands(parts);
  const resets = resetCommands(parts);
  entryRoutes(app, parts);
  passkeyLoginRoutes(app, passkeys);
  resetRoutes(app, resets);
  securityRoutes(app, parts, passkeys);
  return resets;
}

function entryRoutes(app: HttpServer, parts: AccountParts): void {
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
      summary: 'Sign in; 202 when the account asks for a two-factor code as well',
      tags: ['accounts'],
      body: loginBody,
      response: { 200: currentUser, 202: secondStep, ...refusals(400, 401, 429) },
    },
    handler: async (request, reply) => {
      const answer = await commands.login(request, request.body);
      return 'second_step' in answer ? reply.code(202).send(answer) : present(answer, reply);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/login/code',
    schema: {
      summary: 'The second step of signing in: a code of the app, or a recovery code',
      tags: ['accounts'],
      body: secondStepBody,
      response: { 200: currentUser, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request, reply) => present(await commands.finishLogin(request, request.body), reply),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/logout',
    schema: { summary: 'Sign out; also without a session', tags: ['accounts'], response: { 200: done } },
    handler: async (request, reply) => {
      void reply.header('set-cookie', await commands.logout(request));
      return OK;
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

function passkeyLoginRoutes(app: HttpServer, commands: ReturnType<typeof passkeyCommands>): void {
  app.route({
    method: 'POST',
    url: '/api/auth/login/passkey/options',
    schema: {
      summary: 'What the browser asks its passkeys for',
      tags: ['accounts'],
      response: { 200: passkeyOptions, ...refusals(429) },
    },
    handler: (request) => commands.loginOptions(request),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/login/passkey',
    schema: {
      summary: 'Sign in with a passkey',
      tags: ['accounts'],
      body: passkeyLoginBody,
      response: { 200: currentUser, ...refusals(400, 403, 429) },
    },
    handler: async (request, reply) => present(await commands.login(request, request.body), reply),
  });
}

function resetRoutes(app: HttpServer, commands: ResetCommands): void {
  app.route({
    method: 'POST',
    url: '/api/auth/reset/request',
    schema: {
      summary:
        'Ask for a mail with a reset link; the answer is the same whether or not there is such an account',
      tags: ['accounts'],
      body: resetRequestBody,
      response: { 202: done, ...refusals(400, 429) },
    },
    handler: async (request, reply) => {
      await commands.request(request, request.body.email);
      return reply.code(202).send(OK);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/reset',
    schema: {
      summary: "Choose a new password with a reset link's token; ends all sessions of the account",
      tags: ['accounts'],
      body: resetBody,
      response: { 200: done, ...refusals(400, 404, 422, 429) },
    },
    handler: async (request) => {
      await commands.reset(request, request.body);
      return OK;
    },
  });
}

function present(user: SignedIn, reply: FastifyReply): { id: string; name: string; email: string } {
  void reply.header('set-cookie', user.cookies);
  return { id: user.id, name: user.name, email: user.email };
}
