/**
 * A node of a large hall that is nothing but a loop: a ready frame written to each connection, without any library. What Node,
 * the kernel, a proxy and the watchers themselves cost on this machine.
 *
 *   hall-bare.ts
 *
 * Tells its parent `{port}`; on `{say: name}` it says a frame of that name to everybody, and on `{facts: true}` what it has used.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textFrame } from '../apps/server/src/platform/live/frame.ts';
import { acceptBare } from './bare-sockets.ts';
import type { NodeFacts } from './hall-node.ts';

/** What a step of a draw has at least. */
const FILLING = 'x'.repeat(150);

const server = createServer((_request, response) => response.end('{}'));
const streams = acceptBare(server);
process.on('message', (order: { say: string } | { facts: true }) => {
  if ('say' in order) {
    const frame = textFrame(JSON.stringify({ type: order.say, data: FILLING }));
    for (const stream of streams) stream.write(frame);
    process.send?.({ said: true });
  } else {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const facts: NodeFacts = { memory: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
    process.send?.(facts);
  }
});
process.on('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
