/**
 * Ending behind a proxy. First the node calls itself unhealthy and goes on serving, until the proxy sends nothing any more: a call
 * that meets a closed port could be lost with its body. Then new connections are refused at once, so that a proxy takes another node, while everybody who is
 * connected is still answered. Each answer ends its connection; closing idle ones now would cut calls that are on their way.
 */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const stopping = new WeakSet<object>();

/** Must be called before any route is registered. */
export function endConnectionsWhenStopping(app: Pick<FastifyInstance, 'addHook' | 'server'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.has(app.server)) void reply.header('connection', 'close');
    done();
  });
}

const leaving = new WeakSet<object>();
/** The documented proxies check the health of nodes each second, and wait for an answer as long. */
const NOTICED_WITHIN_MS = 2_000;

/** Resolves when proxies have had the time to notice that `/api/health` answers 503. */
export async function letProxiesNotice(server: Server): Promise<void> {
  leaving.add(server);
  await pause(NOTICED_WITHIN_MS);
}

/** Whether this node is about to end, and wants no more calls. */
export function isLeaving(server: Server): boolean {
  return leaving.has(server);
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
