/** Registering and signing in and out. Answers hold no session secret; the cookie alone does (I2). */
import {
  currentUser,
  hostSession,
  loginBody,
  confirmBody,
  passkeyLoginBody,
  passkeyOptions,
  registerBody,
  resetBody,
  resetRequestBody,
  secondStep,
  secondStepBody,
  signUpRules,
} from '@glassdrum/contract';
import type { FastifyReply } from 'fastify';
import { refusals } from '../../platform/http/api-docs.ts';
import { anyone, declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { type AccountParts, requirePasswords, type SignedIn } from './account-parts.ts';
import { afterAnswer, type AfterAnswer } from './after-answer.ts';
import { accountCommands } from './commands.ts';
import { confirmCommands, type ConfirmCommands } from './confirm-commands.ts';
import { HOUR_SECONDS, QUARTER_HOUR_SECONDS } from './guesses.ts';
import { createChangeEmails } from './change-emails.ts';
import { type PasskeyCommands, passkeyCommands } from './second-factors/passkey-commands.ts';
import { type ResetCommands, resetCommands } from './passwords/reset-commands.ts';
import { securityCommands } from './second-factors/security-commands.ts';
import { securityRoutes } from './second-factors/security-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { newAccounts } from './single-sign-on/new-accounts.ts';
import { providerCommands } from './single-sign-on/provider-commands.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { signInLinks } from './single-sign-on/sign-in-links.ts';

/** `settled` resolves when every mail that was asked for has been sent or has failed. */
export function accountRoutes(app: HttpServer, parts: AccountParts): Pick<AfterAnswer, 'settled'> {
  const later = afterAnswer(parts.report);
  const changeEmails = createChangeEmails(parts, later);
  const passkeys = passkeyCommands(parts, changeEmails);
  const confirmations = confirmCommands(parts, later);
  entryRoutes(app, parts, confirmations);
  passkeyLoginRoutes(app, parts, passkeys);
  resetRoutes(app, parts, resetCommands(parts, { later, changeEmails }));
  confirmRoutes(app, parts, confirmations);
  securityRoutes(app, parts, { passkeys, commands: securityCommands(parts, changeEmails) });
  sessionRoutes(app, parts);
  const accounts = newAccounts(parts, confirmations);
  singleSignOnRoutes(app, parts, {
    commands: providerCommands(parts, { accounts, changeEmails }),
    links: signInLinks(parts),
  });
  return later;
}

function entryRoutes(app: HttpServer, parts: AccountParts, confirmations: ConfirmCommands): void {
  const { hosts, limits } = parts;
  const commands = accountCommands(parts, confirmations);
  const registrations = limits.attempts('register', { points: 100, windowSeconds: HOUR_SECONDS });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/register',
    limit: (request) => registrations.consume(request.ip, 'register'),
    authenticate: anyone,
    schema: {
      summary: 'Open a host account and sign in',
      tags: ['accounts'],
      body: registerBody,
      response: { 201: currentUser, ...refusals(400, 403, 404, 409, 422, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request, reply) => {
      const user = await commands.register(request, request.body);
      return reply.code(201).send(present(user, reply));
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/sign-up',
    authenticate: anyone,
    schema: {
      summary: 'Who may open a host account here (R82)',
      tags: ['accounts'],
      response: { 200: signUpRules },
    },
    handler: () => parts.signUps.rules(),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/login',
    authenticate: anyone,
    schema: {
      summary: 'Sign in; 202 when the account asks for a two-factor code as well',
      tags: ['accounts'],
      body: loginBody,
      response: { 200: currentUser, 202: secondStep, ...refusals(400, 401, 403, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request, reply) => {
      const answer = await commands.login(request, request.body);
      return 'second_step' in answer ? reply.code(202).send(answer) : present(answer, reply);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/login/code',
    authenticate: anyone,
    schema: {
      summary: 'The second step of signing in: a code of the app, or a recovery code',
      tags: ['accounts'],
      body: secondStepBody,
      response: { 200: currentUser, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request, reply) => present(await commands.finishLogin(request, request.body), reply),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/logout',
    authenticate: anyone,
    schema: { summary: 'Sign out; also without a session', tags: ['accounts'], response: { 200: done } },
    handler: async (request, reply) => {
      void reply.header('set-cookie', await commands.logout(request));
      return OK;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/me',
    authenticate: hosts.require,
    schema: {
      summary: 'The signed-in host',
      tags: ['accounts'],
      response: { 200: currentUser, ...refusals(401) },
    },
    handler: async (_request, _reply, { caller: { hostId: id, name, email } }) => ({ id, name, email }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/session',
    authenticate: anyone,
    schema: {
      summary: 'The signed-in host, or null: for pages that anybody may open',
      tags: ['accounts'],
      response: { 200: hostSession },
    },
    handler: async (request) => {
      const host = await hosts.find(request.headers);
      return { user: host === null ? null : { id: host.hostId, name: host.name, email: host.email } };
    },
  });
}

function passkeyLoginRoutes(app: HttpServer, parts: AccountParts, commands: PasskeyCommands): void {
  const { limits } = parts;
  const logins = limits.attempts('passkey', { points: 100, windowSeconds: QUARTER_HOUR_SECONDS });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/login/passkey/options',
    limit: (request) => logins.consume(request.ip, 'options'),
    authenticate: anyone,
    schema: {
      summary: 'What the browser asks its passkeys for',
      tags: ['accounts'],
      response: { 200: passkeyOptions, ...refusals(403, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: (request) => commands.loginOptions(request),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/login/passkey',
    limit: (request) => logins.consume(request.ip, 'login'),
    authenticate: anyone,
    schema: {
      summary: 'Sign in with a passkey',
      tags: ['accounts'],
      body: passkeyLoginBody,
      response: { 200: currentUser, ...refusals(400, 403, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request, reply) => present(await commands.login(request, request.body), reply),
  });
}

function resetRoutes(app: HttpServer, parts: AccountParts, commands: ResetCommands): void {
  const { limits } = parts;
  const requests = limits.attempts('reset-requests', { points: 30, windowSeconds: QUARTER_HOUR_SECONDS });
  const resets = limits.attempts('reset', { points: 30, windowSeconds: QUARTER_HOUR_SECONDS });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/reset/request',
    limit: (request) => requests.consume(request.ip, 'any'),
    authenticate: anyone,
    schema: {
      summary:
        'Ask for a mail with a reset link; the answer is the same whether or not there is such an account',
      tags: ['accounts'],
      body: resetRequestBody,
      response: { 202: done, ...refusals(400, 403, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request, reply) => {
      await commands.request(request, request.body.email);
      return reply.code(202).send(OK);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/reset',
    limit: (request) => resets.consume(request.ip, 'reset'),
    authenticate: anyone,
    schema: {
      summary:
        "Choose a new password with a reset link's token; ends all sessions of the account, and puts passkeys and two-factor codes on hold",
      tags: ['accounts'],
      body: resetBody,
      response: { 200: done, ...refusals(400, 403, 404, 422, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request) => {
      await commands.reset(request, request.body);
      return OK;
    },
  });
}

function confirmRoutes(app: HttpServer, { hosts, limits }: AccountParts, commands: ConfirmCommands): void {
  const confirmations = limits.attempts('confirm', { points: 30, windowSeconds: QUARTER_HOUR_SECONDS });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/confirm',
    limit: (request) => confirmations.consume(request.ip, 'confirm'),
    authenticate: anyone,
    schema: {
      summary: "Confirm an account's email address with the token of the link that was sent to it (C14)",
      tags: ['accounts'],
      body: confirmBody,
      response: { 200: done, ...refusals(400, 404, 429) },
    },
    handler: async (request) => {
      await commands.confirm(request, request.body.token);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/confirm/send',
    authenticate: hosts.require,
    schema: {
      summary: 'Have the link that confirms the address sent again',
      tags: ['accounts'],
      response: { 202: done, ...refusals(401, 429) },
    },
    handler: async (_request, reply, { caller: host }) => {
      await commands.sendAgain(host);
      return reply.code(202).send(OK);
    },
  });
}

function present(user: SignedIn, reply: FastifyReply): { id: string; name: string; email: string } {
  void reply.header('set-cookie', user.cookies);
  return { id: user.id, name: user.name, email: user.email };
}
