/**
 * Three nodes on PostgreSQL behind each of the proxies that the documentation configures, with TLS: what a browser relies on, whose
 * address counts, uploads, sockets, and that nobody is bound to a node.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:tls';
import type { ErrorBody, HostRaffle, JoinAnswer } from '@glassdrum/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startNode } from '../../apps/server/test/support/nodes.ts';
import { makeStorage, postgresServer } from '../../apps/server/test/support/storage.ts';
import { watchThrough } from '../support/proxied-watcher.ts';
import { isInstalled, SITE, startTlsProxy, type TlsProxy } from '../support/proxies.ts';
import { tlsCaller, wayTo } from '../support/tls-caller.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const MACHINE_TIME = { since: 0, aheadMs: 0, speed: 1 };
/** Joins that one address may make at once here; the next has to wait. */
const JOINS_AT_ONCE = 3;
const GUEST = '127.0.0.2';
const OTHER_GUEST = '127.0.0.3';
const FORGED = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' };
/** More than nginx takes unless it is told to. */
const UPLOAD_PIXELS = 1000;
const WATCHERS = 9;
const LONGEST_ABSENCE_MS = 10_000;

/** What the part without TLS answers. */
function plainly(
  { plainPort }: TlsProxy,
  method: string,
  path: string,
): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: plainPort, method, path, headers: { host: SITE } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    });
    sent.end();
  });
}

/** The version of TLS that is agreed on, or the error's code. */
function handshake(proxy: TlsProxy, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(
      {
        ...wayTo(proxy),
        host: SITE,
        port: proxy.port,
        servername: SITE,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => {
        resolve(socket.getProtocol() ?? 'none');
        socket.end();
      },
    );
    socket.on('error', () => resolve('refused'));
  });
}

async function threeNodes(kind: 'nginx' | 'caddy') {
  const storage = await makeStorage('postgres');
  afterAll(storage.drop);
  const env = {
    PUBLIC_URL: `https://${SITE}`,
    TRUST_PROXY: 'loopback',
    JOIN_LIMIT: `${JOINS_AT_ONCE},1`,
    BEACON_URLS: 'http://127.0.0.1:9',
  };
  const start = () => startNode(storage, env, MACHINE_TIME);
  // The first one makes keys and tables.
  const first = await start();
  const nodes = [first, ...(await Promise.all([start(), start()]))] as const;
  const proxy = await startTlsProxy(
    kind,
    nodes.map(({ url }) => url),
  );
  const host = tlsCaller(proxy);
  const account = await host.call('POST', '/api/auth/register', HOST);
  expect(account.status).toBe(201);
  const { id } = (
    await host.call<HostRaffle>('POST', '/api/raffles', { title: 'Behind a proxy', allow_public_join: true })
  ).body;
  const link = (await host.call<HostRaffle>('POST', `/api/raffles/${id}/open`)).body.public_link;
  const join = (from: string, name: string, headers: Record<string, string> = {}) =>
    tlsCaller(proxy, from).call<JoinAnswer & ErrorBody>(
      'POST',
      '/api/join/public',
      { public_link: link, display_name: name },
      headers,
    );
  return { nodes, proxy, host, account, id, join };
}

describe.each(['nginx', 'caddy'] as const)('behind %s with TLS', (kind) => {
  const runs = postgresServer !== undefined && isInstalled(kind);
  const title = (text: string): string => (runs ? text : `${kind} or PostgreSQL is not installed: ${text}`);

  test.runIf(runs)(
    title('M3 M11: only TLS 1.2 and 1.3, pages lead to it, calls without it fail, and cookies need it'),
    async () => {
      const { proxy, account, host } = await threeNodes(kind);
      expect(await handshake(proxy, 'TLSv1.3')).toBe('TLSv1.3');
      expect(await handshake(proxy, 'TLSv1.2')).toBe('TLSv1.2');
      expect(await handshake(proxy, 'TLSv1.1')).toBe('refused');
      expect(await plainly(proxy, 'GET', '/r/some-page?x=1')).toEqual([
        308,
        `https://${SITE}/r/some-page?x=1`,
      ]);
      for (const path of ['/api/auth/login', '/api/health', '/ws']) {
        expect(await plainly(proxy, 'POST', path)).toEqual([403, undefined]);
      }
      expect(account.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      const cookies = account.headers['set-cookie'] ?? [];
      expect(cookies.length).toBeGreaterThan(0);
      for (const line of cookies) {
        expect(line).toMatch(/^__Host-glassdrum/);
        expect(line.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']));
      }
      // The proxy adds none of its own.
      expect((await host.call('GET', '/api/auth/me')).headers['set-cookie']).toBeUndefined();
    },
  );

  test.runIf(runs)(
    title('H6 H11: limits are those of the real address on all nodes together, whatever a client claims'),
    async () => {
      const { join } = await threeNodes(kind);
      const statuses: number[] = [];
      for (let n = 0; n <= JOINS_AT_ONCE; n += 1) statuses.push((await join(GUEST, `Guest ${n}`)).status);
      expect(statuses).toEqual([...Array.from({ length: JOINS_AT_ONCE }, () => 201), 429]);
      for (const [name, value] of Object.entries(FORGED)) {
        expect([name, (await join(GUEST, 'Elsewhere', { [name]: value })).status]).toEqual([name, 429]);
      }
      expect((await join(OTHER_GUEST, 'Neighbour')).status).toBe(201);
    },
  );

  test.runIf(runs)(title('H2: an image of some megabytes comes in and is shown'), async () => {
    const { id, join, proxy } = await threeNodes(kind);
    const { participant_token: secret } = (await join(GUEST, 'Ada Lovelace')).body;
    const ada = tlsCaller(proxy, GUEST);
    const own = { authorization: `Bearer ${secret}` };
    const size = UPLOAD_PIXELS;
    const raw = { width: size, height: size, channels: 3 } as const;
    const image = await sharp(randomBytes(size * size * 3), { raw })
      .png()
      .toBuffer();
    expect(image.length).toBeGreaterThan(2 ** 20);
    const place = await ada.call<{ uploadURL: string }>(
      'POST',
      '/api/objects/upload',
      { raffle_id: id },
      own,
    );
    const { pathname, origin } = new URL(place.body.uploadURL);
    expect(origin).toBe(`https://${SITE}`);
    const put = await ada.call('PUT', pathname, image, { 'content-type': 'image/png' });
    expect(put.status).toBe(200);
    const { uploadURL: imageURL } = place.body;
    const claimed = await ada.call<{ objectPath: string }>('POST', '/api/chat-images', { imageURL }, own);
    const line = { raffle_id: id, message: 'Look', image_url: claimed.body.objectPath };
    expect((await ada.call('POST', `/api/raffles/${id}/chat`, line, own)).status).toBeLessThan(300);
    const shown = await ada.call('GET', claimed.body.objectPath, undefined, own);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(shown.bytes).metadata()).format).toBe('webp');
  });

  test.runIf(runs)(
    title(
      'D4: nobody is bound to a node: sessions hold on all, and watchers of one that ends go on elsewhere',
    ),
    async () => {
      const { id, host, nodes, proxy } = await threeNodes(kind);
      const watchers = Array.from({ length: WATCHERS }, () =>
        watchThrough(`https://${SITE}:${proxy.port}`, id, wayTo(proxy)),
      );
      const allLive = (): Promise<void> =>
        vi.waitFor(() => expect(watchers.every((one) => one.isLive())).toBe(true), {
          timeout: LONGEST_ABSENCE_MS,
          interval: 20,
        });
      await allLive();
      const whoAmI = () => host.call<{ email: string }>('GET', '/api/auth/me');
      const ask = async (): Promise<void> => {
        for (let n = 0; n < 6; n += 1) expect((await whoAmI()).body.email).toBe(HOST.email);
      };
      await ask();
      const [stays, ends, dies] = nodes;
      for (const [node, signal] of [
        [ends, 'SIGTERM'],
        [dies, 'SIGKILL'],
      ] as const) {
        const before = watchers.reduce((sum, one) => sum + one.connections(), 0);
        node.signal(signal);
        await node.ended;
        await ask();
        const text = `After ${signal}`;
        const line = { raffle_id: id, message: text };
        const say = async (): Promise<void> =>
          expect((await host.call('POST', `/api/raffles/${id}/chat`, line)).status).toBe(201);
        // A node that ends in good order costs no call; of one that dies the proxy learns by calls that fail.
        await (signal === 'SIGTERM' ? say() : vi.waitFor(say, { timeout: 20_000, interval: 200 }));
        await vi.waitFor(
          () =>
            expect(watchers.filter((one) => one.readAt(text) === null).map((one) => one.story())).toEqual([]),
          { timeout: LONGEST_ABSENCE_MS, interval: 20 },
        );
        expect(watchers.reduce((sum, one) => sum + one.connections(), 0)).toBeGreaterThan(before);
        await allLive();
      }
      stays.signal('SIGTERM');
      expect(await stays.ended).toBe(0);
    },
  );
});
