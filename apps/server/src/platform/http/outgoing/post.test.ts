/** Calls of machines that others name (R52, R85): where they lead, and what the other side can't do. */
import { createServer, type Server, type Socket } from 'node:net';
import type { lookup } from 'node:dns';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startReceiver } from '../../../../test/support/webhook-receiver.ts';
import { destinationRule, type DestinationRule } from './destinations.ts';
import { type Network, parsePrivateNetwork } from './networks.ts';
import { post } from './post.ts';

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo) await step();
});

const networks = (text: string): Network[] => [parsePrivateNetwork(text)].filter((one) => one !== undefined);
const LOOPBACK = destinationRule({ ports: [443], networks: networks('127.0.0.0/8') });
const PUBLIC = destinationRule({ ports: [443, 8443] });

const call = (destinations: DestinationRule, timeoutMs = 2_000) => ({
  headers: { 'content-type': 'text/plain' },
  body: 'hello',
  destinations,
  timeoutMs,
});

async function receiver(options?: Parameters<typeof startReceiver>[0]) {
  const started = await startReceiver(options);
  undo.push(started.close);
  return started;
}

/** A server that does with each connection what `onConnection` says. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  undo.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/`;
}

/** A resolver that gives one answer after the other. */
function resolver(...answers: string[][]): { resolve: typeof lookup; asked: string[] } {
  const asked: string[] = [];
  const resolve = ((name: string, _options: object, done: (...result: unknown[]) => void) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, asked };
}

describe('R85 where a call may lead, as far as the address tells', () => {
  test.each([
    ['https://example.org/hook', null],
    ['https://example.org:8443/hook', null],
    ['https://8.8.8.8/hook', null],
    ['http://example.org/hook', 'scheme'],
    ['ftp://example.org/hook', 'scheme'],
    ['https://example.org:22/', 'port'],
    ['https://example.org:6379/', 'port'],
    ['https://8.8.8.8:25/', 'port'],
    ['https://ada:secret@example.org/', 'credentials'],
    ['https://localhost/', 'private'],
    ['https://printer.local/', 'private'],
    ['https://metadata.google.internal/', 'private'],
    ['https://metadata.google.internal./', 'private'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f000001/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://127.1/', 'private'],
    ['https://①②⑦.0.0.1/', 'private'],
    ['https://169.254.169.254/latest/meta-data/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:127.0.0.1]/', 'private'],
    ['https://[::ffff:7f00:1]/', 'private'],
    ['https://[fd00::1]/', 'private'],
    ['https://[64:ff9b::7f00:1]/', 'private'],
  ])('R85 %s', (address, problem) => {
    expect(PUBLIC.problemOf(new URL(address))).toBe(problem);
  });

  test.each([
    ['http://127.0.0.1:3000/', null],
    ['https://127.0.0.1/', null],
    ['http://inner.example:8080/', null],
    ['http://127.0.0.1:22/', 'port'],
    ['http://inner.example:25/', 'port'],
    ['http://8.8.8.8/', 'scheme'],
    ['https://10.0.0.1/', 'private'],
  ])('R85 with 127.0.0.0/8 allowed: %s', (address, problem) => {
    expect(LOOPBACK.problemOf(new URL(address))).toBe(problem);
  });
});

describe('R85 where a call leads', () => {
  test('R85 a name that stands for a machine inside is refused when the connection is made', async () => {
    const inside = await receiver();
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], []]) {
      const { resolve } = resolver(addresses);
      const rule = destinationRule({ ports: [443], resolve });
      await expect(post('https://rebind.example/', call(rule))).rejects.toMatchObject({ code: 'EPRIVATE' });
    }
    expect(inside.calls).toEqual([]);
  });

  test('R85 the address that was checked is the one that is connected to, whatever the name stands for a moment later', async () => {
    const allowed = await receiver({ host: '127.0.0.2' });
    const other = await receiver({ host: '127.0.0.3', port: allowed.port });
    const { resolve, asked } = resolver(['127.0.0.2'], ['127.0.0.3']);
    const rule = destinationRule({ ports: [443], networks: networks('127.0.0.2'), resolve });
    const address = `http://rebind.example:${allowed.port}/`;
    expect(await post(address, call(rule))).toMatchObject({ status: 204 });
    expect(asked).toEqual(['rebind.example']);
    await expect(post(address, call(rule))).rejects.toMatchObject({ code: 'EPRIVATE' });
    expect([allowed.calls.length, other.calls.length]).toEqual([1, 0]);
    expect(allowed.calls[0]?.headers.host).toBe(`rebind.example:${allowed.port}`);
  });

  test('R85 only HTTPS leads to public machines, also where a private network is allowed', async () => {
    const { resolve } = resolver(['8.8.8.8']);
    const rule = destinationRule({ ports: [443], networks: networks('127.0.0.0/8'), resolve });
    await expect(post('http://public.example/', call(rule))).rejects.toMatchObject({ code: 'EPRIVATE' });
    await expect(post('https://public.example:8080/', call(rule))).rejects.toMatchObject({
      code: 'EPRIVATE',
    });
  });

  test('R85 a redirection is an answer like others, and is not followed', async () => {
    const target = await receiver();
    const redirecting = await receiver();
    for (const status of [301, 302, 303, 307, 308]) {
      redirecting.answer = (response) => void response.writeHead(status, { location: target.url }).end();
      expect(await post(redirecting.url, call(LOOPBACK))).toEqual({ status, retryAfter: null });
    }
    expect(target.calls).toEqual([]);
  });

  test('R85 proxies that the environment names are not used', async () => {
    const proxy = await receiver();
    const direct = await receiver();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    await post(direct.url, call(LOOPBACK));
    vi.unstubAllEnvs();
    expect([direct.calls.length, proxy.calls.length]).toEqual([1, 0]);
  });
});

describe('R85 what the other side can do', () => {
  test('R85 the status and Retry-After arrive', async () => {
    const busy = await receiver();
    busy.answer = (response) => void response.writeHead(429, { 'retry-after': '120' }).end('later');
    expect(await post(busy.url, call(LOOPBACK))).toEqual({ status: 429, retryAfter: '120' });
    expect(busy.calls[0]?.body).toBe('hello');
  });

  test('R85 silence ends after the time that was given', async () => {
    const hanging = await rawServer(() => undefined);
    await expect(post(hanging, call(LOOPBACK, 200))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const endless = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-Slow: yes\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(post(endless, call(LOOPBACK, 300))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('R85 of a body that never ends little is read, and the status counts', async () => {
    let written = 0;
    let ended = false;
    const huge = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n');
        const more = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) written += 65_536;
        };
        socket.on('drain', more);
        socket.on('close', () => (ended = true));
        more();
      });
    });
    expect(await post(huge, call(LOOPBACK, 5_000))).toEqual({ status: 200, retryAfter: null });
    await vi.waitUntil(() => ended, { timeout: 5_000 });
    expect(written).toBeLessThan(50_000_000);
    const trickle = await rawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'));
    });
    expect(await post(trickle, call(LOOPBACK, 300))).toEqual({ status: 200, retryAfter: null });
  });

  test('R85 a connection that is closed without an answer, or answered with anything but HTTP, fails', async () => {
    const closing = await rawServer((socket) => socket.destroy());
    await expect(post(closing, call(LOOPBACK))).rejects.toMatchObject({ code: 'ECONNRESET' });
    const talking = await rawServer((socket) => void socket.end('220 mail.example ESMTP\r\n'));
    await expect(post(talking, call(LOOPBACK))).rejects.toThrow('Parse Error');
  });
});
