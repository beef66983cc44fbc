/**
 * R85: a raffle on other sites, over HTTP: the host's settings, the page that is shown in a frame, and what the page asks for.
 * Page and answer know nobody: no cookie is read or set. Which sites may frame the page says its own policy; no other page of
 * this installation may be framed but the stage's overlay.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedBody, embedKey, embedSettings, embedView, opaqueId } from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import { framedHeaders } from '../../../platform/http/security-headers.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { type EmbedCommandParts, removeEmbed, setEmbed } from './commands.ts';
import { embedOfKey, embedSettingsOf, embedUrl, embedViews } from './queries.ts';

export interface EmbedRouteParts extends EmbedCommandParts {
  hosts: HostGate;
  limits: RateLimits;
  address: PublicAddress;
  webFolder: string | undefined;
}

/** H6: wrong keys. */
const MISSES = { points: 300, windowSeconds: 60 };

const params = z.object({ id: opaqueId });
const keyParams = z.object({ key: embedKey });
const tags = ['embeds'];

export function embedRoutes(app: HttpServer, parts: EmbedRouteParts): void {
  const { database, keys, hosts, address } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/embed',
    authenticate: hosts.require,
    schema: {
      summary: 'Whether other sites may show the raffle, its address for them, and which sites',
      tags,
      params,
      response: { 200: embedSettings, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_embed'),
    handler: (request, _reply, { resource: raffle }) =>
      embedSettingsOf(parts, raffle.id, publicUrlFor(address, request)),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/embed',
    authenticate: hosts.require,
    schema: {
      summary:
        'Turn the embed on for these sites, or change them; with `renew` it gets another address, and the old one ends (M8)',
      tags,
      params,
      body: embedBody,
      response: { 200: embedSettings, ...refusals(400, 401, 403, 404, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_embed'),
    handler: async (request, _reply, { resource: raffle }) => {
      const from = callerHashes(keys, request, raffle.id);
      const { key, origins } = await setEmbed(parts, raffle, request.body, from);
      return { url: embedUrl(publicUrlFor(address, request), key), origins };
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/embed',
    authenticate: hosts.require,
    schema: {
      summary: 'Turn the embed off: its address is not found any more',
      tags,
      params,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_embed'),
    handler: async (request, _reply, { resource: raffle }) => {
      await removeEmbed(parts, raffle, callerHashes(keys, request, raffle.id));
      return OK;
    },
  });

  framedPage(app, parts);
}

/** What the framing sites get. The key is the permission to see it (I4). */
function framedPage(app: HttpServer, parts: EmbedRouteParts): void {
  const { database, limits, webFolder } = parts;
  const misses = limits.attempts('embed', MISSES);
  const viewOf = embedViews(parts);
  const file = webFolder === undefined ? null : join(webFolder, 'embed.html');
  const html = file === null || !existsSync(file) ? null : readFileSync(file, 'utf8');

  /** @throws RefusalError not_found (404) for a wrong or replaced key; too_many_requests (429) */
  const authenticate = async ({ ip }: FastifyRequest, { key }: { key: string }) => {
    const embed = await embedOfKey(database, key);
    if (embed !== null) return embed;
    await misses.consume(ip, 'embed');
    throw new RefusalError('not_found');
  };

  declareRoute(app, {
    method: 'GET',
    url: '/embed/:key',
    authenticate,
    schema: {
      summary: 'The page that the named sites show in a frame; `?theme=light` or `dark` fixes its colours',
      tags,
      params: keyParams,
      response: { 200: z.string().describe('text/html'), ...refusals(404, 429) },
    },
    authorize: async ({ raffleId }) => {
      if ((await viewOf(raffleId)) === null) throw new RefusalError('not_found');
    },
    handler: async (_request, reply, { caller: { origins } }) => {
      if (html === null) throw new RefusalError('not_found');
      const header = (name: string): string => String(reply.getHeader(name) ?? '');
      void reply
        .headers(framedHeaders(header, origins))
        .removeHeader('x-frame-options')
        // The sites may be others in a minute.
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      return reply.type('text/html; charset=utf-8').send(html);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/embed/:key',
    authenticate,
    schema: {
      summary: 'What an embed shows: status, counts, prizes, and results from the reveal on (R4)',
      tags,
      params: keyParams,
      response: { 200: embedView, ...refusals(404, 429) },
    },
    authorize: async ({ raffleId }) => {
      const view = await viewOf(raffleId);
      if (view === null) throw new RefusalError('not_found');
      return view;
    },
    handler: (_request, _reply, { resource: view }) => view,
  });
}
