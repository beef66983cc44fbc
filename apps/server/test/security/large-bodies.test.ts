/** H9: no call makes the server parse, hold or compute more than it can bear; others are asked to come again. */
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../support/browser.ts';
import { forEachDatabase } from '../support/make-app.ts';

const MIB = 1024 * 1024;

forEachDatabase((makeApp, kind) => {
  test('H9: large JSON of objects is refused before it is parsed; a long text is not', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const { id } = await host.draft();
    const objects = `[${'{},'.repeat(5 * MIB)}{}]`;
    const calls: [number, string, string][] = [
      [413, '/api/raffles', objects],
      [413, '/api/raffles', `{"title":"x","other":${objects}}`],
      [413, '/api/raffles', `{"title":"x","image_url":${objects}}`],
      [413, `/api/raffles/${id}/invites`, `{"invitees":${objects.slice(0, MIB)}`],
      [413, '/api/raffles', '['.repeat(60_000)],
      [413, '/api/auth/register', `[${'1,'.repeat(10_000)}1]`],
      [413, '/api/raffles', JSON.stringify({ title: 'x', description: 'y'.repeat(100_000) })],
      [400, '/api/raffles', `{"image_url":"${'A'.repeat(MIB)}`],
    ];
    for (const [status, url, body] of calls) {
      const answer = await host.call('POST', url, body);
      expect([url, body.slice(0, 20), answer.status]).toEqual([url, body.slice(0, 20), status]);
      expect(codeOf(answer)).toBe(status === 413 ? 'payload_too_large' : 'invalid_json');
    }
    const people = Array.from({ length: 5_000 }, (_, n) => `"Person, ${n}",person-${n}@example.org`);
    const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: people.join('\n') });
    expect([added.status, (added.body as { added: number }).added]).toEqual([200, 5_000]);
    const list = await host.call('GET', `/api/raffles/${id}/invites`);
    const names = (list.body as { display_name: string }[]).map(({ display_name: name }) => name);
    expect(names).toEqual(Array.from({ length: 5_000 }, (_, n) => `Person, ${n}`));
  });

  test('H9: of many large bodies on their way two of an address and six in all are taken', async () => {
    const app = await makeApp({ env: { TRUST_PROXY: 'loopback' } });
    const address = new URL(await app.listen());
    const host = await newHost(app);
    const cookie = Array.from(host.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    /** A call that sends all but its end; resolves with its status. */
    const send = (from: string) => {
      const body = JSON.stringify({ title: 'x', image_url: `data:image/png;base64,${'A'.repeat(MIB)}` });
      const call = httpRequest({
        port: address.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/raffles',
        headers: {
          cookie,
          'content-type': 'application/json',
          'content-length': body.length,
          'x-forwarded-for': from,
        },
      });
      const answered = new Promise<number>((resolve, reject) => {
        call.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
      });
      call.write(body.slice(0, -1));
      const one = { answered, status: null as number | null, end: () => call.end(body.slice(-1)) };
      void answered.then((status) => (one.status = status));
      return one;
    };
    /** Some are refused while the others are on their way; those are looked at when they are complete. */
    const race = async (addresses: readonly string[], taken: number): Promise<void> => {
      const calls = addresses.map(send);
      const refused = (): typeof calls => calls.filter(({ status }) => status !== null);
      while (refused().length < calls.length - taken) {
        await Promise.race(calls.filter(({ status }) => status === null).map(({ answered }) => answered));
      }
      expect(refused().map(({ status }) => status)).toEqual(calls.slice(taken).map(() => 503));
      expect((await browser(app).call('GET', '/api/health')).status).toBe(200);
      const others = calls.filter(({ status }) => status === null);
      for (const { end } of others) end();
      // The bytes are no image.
      expect(await Promise.all(others.map(({ answered }) => answered))).toEqual(others.map(() => 415));
    };
    await race(['192.0.2.1', '192.0.2.1', '192.0.2.1'], 2);
    await race(
      Array.from({ length: 9 }, (_, n) => `192.0.2.${n + 1}`),
      6,
    );
    await race(['192.0.2.1'], 1);
  });

  test.runIf(kind === 'sqlite')(
    'H9: of 25 spreadsheets asked for at once ten are made, the rest come again',
    async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const answers = await Promise.all(
        Array.from({ length: 25 }, () =>
          host.call('GET', `/api/raffles/${id}/participants/export?format=xlsx`),
        ),
      );
      const refused = answers.filter(({ status }) => status === 503);
      expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([10, 15]);
      for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    },
  );
});
