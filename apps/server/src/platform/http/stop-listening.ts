/**
 * The first step of ending: new connections are refused at once, so that a proxy takes another node, while everybody who is
 * connected is still answered. Each answer ends its connection; closing idle ones now would cut calls that are on their way.
 */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const stopping = new WeakSet<object>();

/** Must be called before any route is registered. */
export function endConnectionsWhenStopping(app: Pick<FastifyInstance, 'addHook' | 'server'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.has(app.server)) void reply.header('connection', 'close');
    done();
  });
}

export function stopListening(server: Server): void {
  stopping.add(server);
  // Without what HTTP adds to it: closing idle connections.
  if (server.listening) NetServer.prototype.close.call(server);
}

/** How long calls under way may still take. */
const CALLS_END_WITHIN_MS = 3_000;

/** Resolves when no call is under way any more. */
export async function finishCalls(app: Pick<FastifyInstance, 'close' | 'server'>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CALLS_END_WITHIN_MS);
  await app.close();
  clearTimeout(cut);
}
