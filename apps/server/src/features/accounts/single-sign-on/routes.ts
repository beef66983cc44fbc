/** Signing in through the OpenID provider, and with a one-time link of the command line (R83). */
import {
  currentUser,
  providerFinish,
  providerFinishBody,
  providerSecondStep,
  providerStart,
  providerStartBody,
  secondStep,
  signInLinkBody,
  signInWays,
} from '@glassdrum/contract';
import { refusals } from '../../../platform/http/api-docs.ts';
import { anyone, declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { AccountParts } from '../account-parts.ts';
import { QUARTER_HOUR_SECONDS } from '../guesses.ts';
import { browserIdOf, browserOfFlow } from './flows.ts';
import type { ProviderCommands } from './provider-commands.ts';
import type { SignInLinks } from './sign-in-links.ts';

const tags = ['accounts'];

interface AllCommands {
  commands: ProviderCommands;
  links: SignInLinks;
}

export function singleSignOnRoutes(app: HttpServer, parts: AccountParts, all: AllCommands): void {
  providerRoutes(app, parts, all.commands);
  linkRoutes(app, parts, all.links);
}

function providerRoutes(app: HttpServer, parts: AccountParts, commands: ProviderCommands): void {
  const { hosts, limits, address, provider, passwords } = parts;
  const secure = address.publicUrl.startsWith('https:');
  const flows = limits.attempts('provider', { points: 200, windowSeconds: QUARTER_HOUR_SECONDS });

  declareRoute(app, {
    method: 'GET',
    url: '/api/auth/ways',
    authenticate: anyone,
    schema: {
      summary: 'How people sign in here: passwords, and the OpenID provider if there is one (R83)',
      tags,
      response: { 200: signInWays },
    },
    handler: async () => ({ passwords, provider: provider?.settings.name ?? null }),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/provider/start',
    limit: (request) => flows.consume(request.ip, 'start'),
    authenticate: anyone,
    schema: {
      summary: 'Begin a sign-in through the OpenID provider; answers where the browser goes',
      tags,
      body: providerStartBody,
      response: { 200: providerStart, ...refusals(400, 401, 404, 429, 503) },
    },
    handler: async (request, reply) => {
      const { id, cookie } = browserOfFlow(request.headers.cookie, secure);
      const { ip, headers, body } = request;
      const answer = await commands.start({ ip, headers, browserId: id }, body);
      void reply.setCookie(cookie.name, cookie.value, cookie.options);
      return answer;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/provider/finish',
    limit: (request) => flows.consume(request.ip, 'finish'),
    authenticate: anyone,
    schema: {
      summary:
        'Finish it with what the provider sent back; 202 when the account asks for a two-factor code too',
      tags,
      body: providerFinishBody,
      response: {
        200: providerFinish,
        202: providerSecondStep,
        ...refusals(400, 401, 403, 404, 409, 429, 503),
      },
    },
    handler: async (request, reply) => {
      const { ip, headers, body } = request;
      const browserId = browserIdOf(headers.cookie, secure);
      const { cookies, ...answer } = await commands.finish({ ip, headers, browserId }, body.answer);
      if (cookies.length > 0) void reply.header('set-cookie', cookies);
      return 'second_step' in answer ? reply.code(202).send(answer) : answer;
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/auth/provider',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'No longer sign in through the OpenID provider, where the account has another way',
      tags,
      response: { 200: done, ...refusals(401, 404, 409) },
    },
    handler: async (request, _reply, { caller: host }) => {
      await commands.remove(request, host);
      return OK;
    },
  });
}

function linkRoutes(app: HttpServer, { limits }: AccountParts, links: SignInLinks): void {
  const tries = limits.attempts('sign-in-link', { points: 30, windowSeconds: QUARTER_HOUR_SECONDS });

  declareRoute(app, {
    method: 'POST',
    url: '/api/auth/login/link',
    limit: (request) => tries.consume(request.ip, 'link'),
    authenticate: anyone,
    schema: {
      summary: 'Sign in with the token of a one-time link that the operator made on the command line',
      tags,
      body: signInLinkBody,
      response: { 200: currentUser, 202: secondStep, ...refusals(400, 403, 404, 429) },
    },
    handler: async (request, reply) => {
      const answer = await links.redeem(request, request.body.token);
      if ('second_step' in answer) return reply.code(202).send(answer);
      void reply.header('set-cookie', answer.cookies);
      return { id: answer.id, name: answer.name, email: answer.email };
    },
  });
}
