/** A push service of the test's own machine, and devices that decrypt what it carries. */
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import ece from 'http_ece';
import type { DestinationRule } from '../../src/platform/http/outgoing/destinations.ts';

/** Also the test's own machine. */
export const ANY_DESTINATION: DestinationRule = { problemOf: () => null, lookupFor: () => undefined };

export interface TestDevice {
  /** As a browser hands it over. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What arrived, decrypted. */
  notices(): {
    payload: { title: string; body: string; url: string; tag: string };
    ttl: number;
    authorization: string;
  }[];
}

export interface TestPushService {
  /** The status of the next answers. */
  status: number;
  calls: number;
  device(): TestDevice;
  close(): Promise<void>;
}

export async function startPushService(): Promise<TestPushService> {
  const arrived = new Map<string, { body: Buffer; ttl: number; authorization: string }[]>();
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      service.calls += 1;
      if (service.status < 300) {
        const { ttl, authorization = '' } = request.headers;
        const list = arrived.get(request.url ?? '') ?? [];
        list.push({ body: Buffer.concat(chunks), ttl: Number(ttl), authorization });
        arrived.set(request.url ?? '', list);
      }
      answer.writeHead(service.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const service: TestPushService = {
    status: 201,
    calls: 0,
    device() {
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const privateKey = createECDH('prime256v1');
      const p256dh = privateKey.generateKeys('base64url');
      const authSecret = randomBytes(16).toString('base64url');
      return {
        subscription: { endpoint: `http://127.0.0.1:${port}${path}`, keys: { p256dh, auth: authSecret } },
        notices: () =>
          (arrived.get(path) ?? []).map(({ body, ...rest }) => ({
            ...rest,
            payload: JSON.parse(
              ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString('utf8'),
            ) as { title: string; body: string; url: string; tag: string },
          })),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}
