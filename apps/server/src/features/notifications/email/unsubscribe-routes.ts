/**
 * Unsubscribing (R51). The link in an email shows a page and changes nothing (I4); its buttons do. A mail client's own button
 * posts a form to the same link (RFC 8058), which ends the emails about that raffle.
 */
import { unsubscribeBody, unsubscribeState } from '@glassdrum/contract';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { findRaffle } from '../../raffles/queries.ts';
import { reportSender } from './allowance.ts';
import type { EmailParts } from './compose-email.ts';
import { readStopToken, type Recipient, recipientOf, setStops, stopsOf } from './stops.ts';

/** H6: guesses of tokens by one address. */
const MISSES = { points: 60, windowSeconds: 60 };
/** `List-Unsubscribe=One-Click` and nothing else. */
const FORM_BYTES = 2048;

export interface UnsubscribeParts extends EmailParts {
  limits: RateLimits;
  /** Called for the first report by each recipient, to notify the operator (R84). */
  onReport: (ids: { host: string; raffle: string }) => void;
}

export function unsubscribeRoutes(app: HttpServer, parts: UnsubscribeParts): void {
  const { database, keys, clock, limits, onReport } = parts;
  const misses = limits.attempts('unsubscribe', MISSES);
  const params = z.object({ token: z.string().max(200) });
  const tags = ['invitations'];

  async function requireRecipient(token: string, address: string): Promise<Recipient> {
    const inviteeId = readStopToken(keys, token);
    const recipient = inviteeId === null ? null : await recipientOf(database.query, inviteeId);
    if (recipient !== null) return recipient;
    await misses.consume(address, 'unsubscribe');
    throw new RefusalError('unsubscribe_link_invalid');
  }

  async function present(recipient: Recipient): Promise<z.infer<typeof unsubscribeState>> {
    const raffle = await findRaffle(database, recipient.raffleId);
    if (raffle === null) throw new RefusalError('unsubscribe_link_invalid');
    return { raffle_title: raffle.title, stopped: await stopsOf(database.query, keys, recipient) };
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/unsubscribe/:token',
    authenticate: anyone,
    schema: {
      summary: 'Which emails the link of an email would end',
      tags,
      params,
      response: { 200: unsubscribeState, ...refusals(404, 429) },
    },
    authorize: (_caller, { token }, request) => requireRecipient(token, request.ip),
    handler: (_request, _reply, { resource: recipient }) => present(recipient),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/unsubscribe/:token',
    authenticate: anyone,
    schema: {
      summary: 'End emails about the raffle, or all emails to the address, or allow them again',
      tags,
      params,
      body: unsubscribeBody,
      response: { 200: unsubscribeState, ...refusals(400, 404, 429) },
    },
    authorize: (_caller, { token }, request) => requireRecipient(token, request.ip),
    handler: async (request, _reply, { resource: recipient }) => {
      await setStops(parts, recipient, request.body.stopped, clock.now());
      return present(recipient);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/unsubscribe/:token/report',
    authenticate: anyone,
    schema: {
      summary: 'Report the sender to the operator, which also ends the emails about the raffle (R84)',
      tags,
      params,
      response: { 200: unsubscribeState, ...refusals(404, 429) },
    },
    authorize: (_caller, { token }, request) => requireRecipient(token, request.ip),
    handler: async (_request, _reply, { resource: recipient }) => {
      const raffle = await findRaffle(database, recipient.raffleId);
      if (raffle === null) throw new RefusalError('unsubscribe_link_invalid');
      const now = clock.now();
      const id = keys.pseudonymise(
        'sender-report',
        `${raffle.host_id}:${recipient.email ?? recipient.inviteeId}`,
      );
      const isNew = await reportSender(database, { id, hostId: raffle.host_id, now });
      if (isNew) onReport({ host: raffle.host_id, raffle: raffle.id });
      if ((await stopsOf(database.query, keys, recipient)) === 'no') {
        await setStops(parts, recipient, 'raffle', now);
      }
      return present(recipient);
    },
  });

  void app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    );
    declareRoute(scope.withTypeProvider<ZodTypeProvider>(), {
      method: 'POST',
      url: '/unsubscribe/:token',
      authenticate: anyone,
      schema: {
        summary: 'One click in a mail client ends the emails about the raffle (RFC 8058)',
        tags,
        params,
        response: { 200: z.object({}), ...refusals(404, 429) },
      },
      authorize: (_caller, { token }, request) => requireRecipient(token, request.ip),
      handler: async (_request, _reply, { resource: recipient }) => {
        if ((await stopsOf(database.query, keys, recipient)) === 'no') {
          await setStops(parts, recipient, 'raffle', clock.now());
        }
        return {};
      },
    });
  });
}
