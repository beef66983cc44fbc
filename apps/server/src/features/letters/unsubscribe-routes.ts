/**
 * Ending mail (R51). The link of a letter shows a page and changes nothing (I4); its buttons do. A mail program's own
 * button posts a form to the same link (RFC 8058), which ends the mail about that raffle.
 */
import { unsubscribeBody, unsubscribeState } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { findRaffle } from '../raffles/queries.ts';
import type { LetterParts } from './letter-parts.ts';
import { readStopToken, type Recipient, recipientOf, setStoppedMail, stoppedMail } from './stops.ts';

/** H6: guesses of tokens by one address. */
const MISSES = { points: 60, windowSeconds: 60 };
/** `List-Unsubscribe=One-Click` and nothing else. */
const FORM_BYTES = 2048;

export function unsubscribeRoutes(app: HttpServer, parts: LetterParts): void {
  const { database, keys, clock } = parts;
  const misses = createAttemptLimiter(MISSES);
  const params = z.object({ token: z.string().max(200) });
  const tags = ['invitations'];

  async function requireRecipient(token: string, address: string): Promise<Recipient> {
    const inviteeId = readStopToken(keys, token);
    const recipient = inviteeId === null ? null : await recipientOf(database.query, inviteeId);
    if (recipient !== null) return recipient;
    await misses.consume(address, 'unsubscribe');
    throw new CallError('unsubscribe_link_invalid');
  }

  async function present(recipient: Recipient): Promise<z.infer<typeof unsubscribeState>> {
    const raffle = await findRaffle(database, recipient.raffleId);
    if (raffle === null) throw new CallError('unsubscribe_link_invalid');
    return { raffle_title: raffle.title, stopped: await stoppedMail(database.query, keys, recipient) };
  }

  app.route({
    method: 'GET',
    url: '/api/unsubscribe/:token',
    schema: {
      summary: 'What the link of a letter would end',
      tags,
      params,
      response: { 200: unsubscribeState, ...refusals(404, 429) },
    },
    handler: async (request) => present(await requireRecipient(request.params.token, request.ip)),
  });

  app.route({
    method: 'POST',
    url: '/api/unsubscribe/:token',
    schema: {
      summary: 'End mail about the raffle, or all raffle mail to the address, or allow it again',
      tags,
      params,
      body: unsubscribeBody,
      response: { 200: unsubscribeState, ...refusals(400, 404, 429) },
    },
    handler: async (request) => {
      const recipient = await requireRecipient(request.params.token, request.ip);
      await setStoppedMail(parts, recipient, request.body.stopped, clock.now());
      return present(recipient);
    },
  });

  void app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.route({
      method: 'POST',
      url: '/unsubscribe/:token',
      schema: {
        summary: 'One click in a mail program ends the mail about the raffle (RFC 8058)',
        tags,
        params,
        response: { 200: z.object({}), ...refusals(404, 429) },
      },
      handler: async (request) => {
        const { token } = request.params as z.infer<typeof params>;
        const recipient = await requireRecipient(token, request.ip);
        if ((await stoppedMail(database.query, keys, recipient)) === 'no') {
          await setStoppedMail(parts, recipient, 'raffle', clock.now());
        }
        return {};
      },
    });
  });
}
