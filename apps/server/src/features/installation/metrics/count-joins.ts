/** Counts attempts to join by how their calls ended (R82). */
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';

/** By method and route pattern. */
const WAYS: Readonly<Record<string, 'invite' | 'public'>> = {
  'POST /api/join': 'invite',
  'POST /api/join/public': 'public',
};

/** Must be called before any route is registered. */
export function countJoins(app: HttpServer, { joins }: Pick<Metrics, 'joins'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const way = WAYS[`${request.method} ${request.routeOptions.url ?? ''}`];
    if (way !== undefined) joins.inc({ way, outcome: outcomeOf(reply.statusCode) });
    done();
  });
}

function outcomeOf(status: number): string {
  switch (status) {
    case 200:
      return 'had_joined';
    case 201:
      return 'joined';
    case 202:
      return 'waits';
    default:
      return status < 500 ? 'refused' : 'failed';
  }
}
