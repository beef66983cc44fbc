/** Counts and times every call by its route's pattern, as its address may hold a token. */
import type { HttpServer } from '../http/server.ts';
import type { Metrics } from './metrics.ts';

/** Must be called before any route is registered. */
export function recordCallTimes(app: HttpServer, { calls }: Pick<Metrics, 'calls'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    calls.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
