/** The signed-in host's account: password, sessions, passkeys, two-factor codes. */
import {
  accountState,
  currentUser,
  passkeyOptions,
  passkeyRegisterBody,
  passwordChangeBody,
  passwordProofBody,
  recoveryCodes,
  twoFactorCodeBody,
  twoFactorSetup,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { AccountParts } from './account-parts.ts';
import type { PasskeyCommands } from './passkey-commands.ts';
import { done, OK } from './present.ts';
import { type SecurityCommands, securityCommands } from './security-commands.ts';

export function securityRoutes(app: HttpServer, parts: AccountParts, passkeys: PasskeyCommands): void {
  const commands = securityCommands(parts);
  sessionRoutes(app, parts, commands);
  twoFactorRoutes(app, parts, commands);
  passkeyRoutes(app, parts, { commands, passkeys });
}

function sessionRoutes(app: HttpServer, { hosts, auth }: AccountParts, commands: SecurityCommands): void {
  app.route({
    method: 'GET',
    url: '/api/auth/account',
    schema: {
      summary: "The account's passkeys and two-factor state",
      tags: ['accounts'],
      response: { 200: accountState, ...refusals(401) },
    },
    handler: async (request) => commands.state(await hosts.require(request)),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/password',
    schema: {
      summary: 'Change the password; ends all other sessions',
      tags: ['accounts'],
      body: passwordChangeBody,
      response: { 200: currentUser, ...refusals(400, 401, 403, 422, 429) },
    },
    handler: async (request, reply) => {
      const host = await hosts.require(request);
      const { cookies, id, name, email } = await commands.changePassword(request, host, request.body);
      void reply.header('set-cookie', cookies);
      return { id, name, email };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/sessions/end',
    schema: {
      summary: 'Sign out everywhere, here too',
      tags: ['accounts'],
      response: { 200: done, ...refusals(401) },
    },
    handler: async (request, reply) => {
      await commands.endSessions(request, await hosts.require(request));
      const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
      void reply.header('set-cookie', headers.getSetCookie());
      return OK;
    },
  });
}

function twoFactorRoutes(app: HttpServer, { hosts }: AccountParts, commands: SecurityCommands): void {
  app.route({
    method: 'POST',
    url: '/api/auth/two-factor',
    schema: {
      summary: 'A secret for an authenticator app; codes are on once the first one is typed',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: twoFactorSetup, ...refusals(400, 401, 403, 409, 429) },
    },
    handler: async (request) =>
      commands.beginTwoFactor(request, await hosts.require(request), request.body.password),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/two-factor/enable',
    schema: {
      summary: 'Switch two-factor codes on with the first code; answers the recovery codes, once',
      tags: ['accounts'],
      body: twoFactorCodeBody,
      response: { 200: recoveryCodes, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request) =>
      commands.enableTwoFactor(request, await hosts.require(request), request.body.code),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/two-factor/recovery-codes',
    schema: {
      summary: 'New recovery codes in place of the old ones',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: recoveryCodes, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request) =>
      commands.renewRecoveryCodes(request, await hosts.require(request), request.body.password),
  });

  app.route({
    method: 'POST',
    url: '/api/auth/two-factor/disable',
    schema: {
      summary: 'Switch two-factor codes off',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: done, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request) => {
      await commands.disableTwoFactor(request, await hosts.require(request), request.body.password);
      return OK;
    },
  });
}

function passkeyRoutes(
  app: HttpServer,
  { hosts }: AccountParts,
  { commands, passkeys }: { commands: SecurityCommands; passkeys: PasskeyCommands },
): void {
  app.route({
    method: 'POST',
    url: '/api/auth/passkeys/options',
    schema: {
      summary: 'What the browser makes a passkey with; asks for the password',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: passkeyOptions, ...refusals(400, 401, 403, 409, 429) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      await commands.provePassword(request, host, request.body.password);
      return passkeys.registerOptions(request, host);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/passkeys',
    schema: {
      summary: 'Add the passkey that the browser made',
      tags: ['accounts'],
      body: passkeyRegisterBody,
      response: { 201: done, ...refusals(400, 401, 403, 409) },
    },
    handler: async (request, reply) => {
      await passkeys.register(request, await hosts.require(request), request.body);
      return reply.code(201).send(OK);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/auth/passkeys/:passkeyId',
    schema: {
      summary: 'Remove a passkey',
      tags: ['accounts'],
      params: z.object({ passkeyId: z.string().max(1400) }),
      response: { 200: done, ...refusals(401, 404) },
    },
    handler: async (request) => {
      await passkeys.remove(request, await hosts.require(request), request.params.passkeyId);
      return OK;
    },
  });
}
