/** A raffle's calendar file, for everybody who may see the raffle; there is one as soon as a draw has a time. */
import { opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { findRaffle } from '../../raffles/queries.ts';
import { raffleCalendar } from './queries.ts';

interface CalendarRouteParts {
  database: Database;
  address: PublicAddress;
}

export function calendarRoutes(app: HttpServer, { database, address }: CalendarRouteParts): void {
  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/calendar.ics',
    authenticate: anyone,
    schema: {
      summary: 'The draws as calendar entries, one each (R69); 404 while none has a time',
      tags: ['raffles'],
      params: z.object({ id: opaqueId }),
      response: { 200: z.string().meta({ description: 'text/calendar' }), ...refusals(404) },
    },
    authorize: async (_caller, { id }, request) => {
      const raffle = await findRaffle(database, id);
      const text =
        raffle === null
          ? null
          : await raffleCalendar(database.query, raffle, { base: publicUrlFor(address, request) });
      if (text === null) throw new RefusalError('not_found');
      return text;
    },
    handler: async (_request, reply, { resource: text }) => {
      void reply.header('content-disposition', 'attachment; filename="draw.ics"');
      return reply.type('text/calendar; charset=utf-8').send(text);
    },
  });
}
