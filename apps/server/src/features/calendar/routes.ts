/** A raffle's calendar file, for everybody who may see the raffle; there is one as soon as it has a deadline. */
import { opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import type { HttpServer } from '../../http/server.ts';
import { findRaffle } from '../raffles/queries.ts';
import { raffleCalendar } from './queries.ts';

interface CalendarRouteParts {
  database: Database;
  address: PublicAddress;
}

export function calendarRoutes(app: HttpServer, { database, address }: CalendarRouteParts): void {
  app.route({
    method: 'GET',
    url: '/api/raffles/:id/calendar.ics',
    schema: {
      summary: 'The draw as a calendar entry; 404 without a deadline',
      tags: ['raffles'],
      params: z.object({ id: opaqueId }),
      response: { 200: z.string().meta({ description: 'text/calendar' }), ...refusals(404) },
    },
    handler: async (request, reply) => {
      const raffle = await findRaffle(database, request.params.id);
      const text = raffle === null ? null : raffleCalendar(raffle, publicUrlFor(address, request));
      if (text === null) throw new CallError('not_found');
      void reply.header('content-disposition', 'attachment; filename="draw.ics"');
      return reply.type('text/calendar; charset=utf-8').send(text);
    },
  });
}
