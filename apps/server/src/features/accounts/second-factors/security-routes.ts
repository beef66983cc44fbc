/** The signed-in host's account: password, passkeys, two-factor codes. */
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
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { type AccountParts, requirePasswords } from '../account-parts.ts';
import { type HostIdentity, requireConfirmedAddress } from '../host-gate.ts';
import type { PasskeyCommands } from './passkey-commands.ts';
import type { SecurityCommands } from './security-commands.ts';

interface AllCommands {
  commands: SecurityCommands;
  passkeys: PasskeyCommands;
}

export function securityRoutes(app: HttpServer, parts: AccountParts, all: AllCommands): void {
  passwordRoutes(app, parts, all.commands);
  twoFactorRoutes(app, parts, all.commands);
  passkeyRoutes(app, parts, all);
  suspendedRoutes(app, parts, all);
}

const passkeyParams = z.object({ passkeyId: z.string().max(1400) });

function passwordRoutes(app: HttpServer, parts: AccountParts, commands: SecurityCommands): void {
  const { hosts } = parts;
  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/account',
    authenticate: hosts.require,
    schema: {
      summary: "The account's passkeys and two-factor state",
      tags: ['accounts'],
      response: { 200: accountState, ...refusals(401) },
    },
    handler: (_request, _reply, { caller: host }) => commands.state(host),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/password',
    authenticate: hosts.require,
    schema: {
      summary: 'Change the password; ends all other sessions',
      tags: ['accounts'],
      body: passwordChangeBody,
      response: { 200: currentUser, ...refusals(400, 401, 403, 422, 429) },
    },
    authorize: () => requirePasswords(parts),
    handler: async (request, reply, { caller: host }) => {
      const { cookies, id, name, email } = await commands.changePassword(request, host, request.body);
      void reply.header('set-cookie', cookies);
      return { id, name, email };
    },
  });
}

function twoFactorRoutes(app: HttpServer, { hosts }: AccountParts, commands: SecurityCommands): void {
  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/two-factor',
    authenticate: hosts.require,
    schema: {
      summary: 'A secret for an authenticator app; codes are on once the first one is typed',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: twoFactorSetup, ...refusals(400, 401, 403, 409, 429) },
    },
    authorize: requireConfirmedAddress,
    handler: async (request, _reply, { caller: host }) =>
      commands.beginTwoFactor(request, host, request.body.password),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/two-factor/enable',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Switch two-factor codes on with the first code; answers the recovery codes, once',
      tags: ['accounts'],
      body: twoFactorCodeBody,
      response: { 200: recoveryCodes, ...refusals(400, 401, 403, 429) },
    },
    authorize: requireConfirmedAddress,
    handler: async (request, _reply, { caller: host }) =>
      commands.enableTwoFactor(request, host, request.body.code),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/two-factor/recovery-codes',
    authenticate: hosts.require,
    schema: {
      summary: 'New recovery codes in place of the old ones',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: recoveryCodes, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request, _reply, { caller: host }) =>
      commands.renewRecoveryCodes(request, host, request.body.password),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/two-factor/disable',
    authenticate: hosts.require,
    schema: {
      summary: 'Switch two-factor codes off',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: done, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await commands.disableTwoFactor(request, host, request.body.password);
      return OK;
    },
  });
}

function suspendedRoutes(
  app: HttpServer,
  { hosts }: AccountParts,
  { commands, passkeys }: AllCommands,
): void {
  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/two-factor/keep',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Keep the two-factor codes that a password reset put on hold, with one of them',
      tags: ['accounts'],
      body: twoFactorCodeBody,
      response: { 200: done, ...refusals(400, 401, 403, 429) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await commands.keepTwoFactor(request, host, request.body.code);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/passkeys/:passkeyId/keep',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Keep a passkey that a password reset put on hold',
      tags: ['accounts'],
      params: passkeyParams,
      response: { 200: done, ...refusals(401, 404) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await passkeys.keep(request, host, request.params.passkeyId);
      return OK;
    },
  });
}

function passkeyRoutes(app: HttpServer, parts: AccountParts, { commands, passkeys }: AllCommands): void {
  const { hosts } = parts;
  const mayAdd = (host: HostIdentity): void => {
    requirePasswords(parts);
    requireConfirmedAddress(host);
  };

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/passkeys/options',
    authenticate: hosts.require,
    schema: {
      summary: 'What the browser makes a passkey with; asks for the password',
      tags: ['accounts'],
      body: passwordProofBody,
      response: { 200: passkeyOptions, ...refusals(400, 401, 403, 409, 429) },
    },
    authorize: mayAdd,
    handler: async (request, _reply, { caller: host }) => {
      await commands.provePassword(request, host, request.body.password);
      return passkeys.registerOptions(request, host);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/passkeys',
    authenticate: hosts.require,
    schema: {
      summary: 'Add the passkey that the browser made',
      tags: ['accounts'],
      body: passkeyRegisterBody,
      response: { 201: done, ...refusals(400, 401, 403, 409) },
    },
    authorize: mayAdd,
    handler: async (request, reply, { caller: host }) => {
      await passkeys.register(request, host, request.body);
      return reply.code(201).send(OK);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/auth/passkeys/:passkeyId',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Remove a passkey',
      tags: ['accounts'],
      params: passkeyParams,
      response: { 200: done, ...refusals(401, 404) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await passkeys.remove(request, host, request.params.passkeyId);
      return OK;
    },
  });
}
