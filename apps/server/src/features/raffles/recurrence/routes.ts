/** Recurring raffles over HTTP (R80). */
import { opaqueId, recurrenceAnswer, recurrenceBody, type RecurrenceAnswer } from '@glassdrum/contract';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { pauseRecurrence, resumeRecurrence, setRecurrence, stopRecurrence } from './commands.ts';
import { recurrenceOf } from './queries.ts';

interface RecurrenceRouteParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  hosts: HostGate;
  /** Whether this installation sends email. */
  mail: boolean;
}

const params = z.object({ id: opaqueId });
const tags = ['recurring raffles'];

/** Commands without a body. */
const SWITCHES = [
  {
    method: 'POST',
    url: '/api/raffles/:id/recurrence/pause',
    run: pauseRecurrence,
    summary: 'Make and open nothing until it is resumed; dates that pass meanwhile are left out',
  },
  {
    method: 'POST',
    url: '/api/raffles/:id/recurrence/resume',
    run: resumeRecurrence,
    summary: 'Go on with the next date that is still to come',
  },
  {
    method: 'DELETE',
    url: '/api/raffles/:id/recurrence',
    run: stopRecurrence,
    summary: 'Make no more raffles; those that were made stay',
  },
] as const;

export function recurrenceRoutes(app: HttpServer, parts: RecurrenceRouteParts): void {
  const { database, keys, hosts, mail } = parts;

  const answer = async (raffleId: string): Promise<RecurrenceAnswer> => ({
    recurrence: await recurrenceOf(database, raffleId),
    sends_mail: mail,
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/recurrence',
    authenticate: hosts.require,
    schema: {
      summary: 'How a raffle repeats, the next dates, and the raffles so far (R80)',
      tags,
      params,
      response: { 200: recurrenceAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_recurrence'),
    handler: (_request, _reply, { resource: raffle }) => answer(raffle.id),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/recurrence',
    authenticate: hosts.require,
    schema: {
      summary: 'Repeat a raffle every week, every month or on given dates, or change how it repeats',
      tags,
      params,
      body: recurrenceBody,
      response: { 200: recurrenceAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_recurrence'),
    handler: async (request, _reply, { resource: raffle }) => {
      await setRecurrence(parts, raffle, request.body, callerHashes(keys, request, raffle.id));
      return answer(raffle.id);
    },
  });

  for (const { method, url, run, summary } of SWITCHES) {
    declareRoute(app, {
      method,
      url,
      authenticate: hosts.require,
      schema: {
        summary,
        tags,
        params,
        response: { 200: recurrenceAnswer, ...refusals(401, 403, 404, 409, 422) },
      },
      authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_recurrence'),
      handler: async (request, _reply, { resource: raffle }) => {
        await run(parts, raffle, callerHashes(keys, request, raffle.id));
        return answer(raffle.id);
      },
    });
  }
}
