/** A join whose answer got lost is repeated with its Idempotency-Key and gets the same entry (C6, R40). */
import { createHash, randomUUID } from 'node:crypto';
import type { JoinAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { entryProblems } from '../test/check-entries.ts';
import { browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { invitePerson, openRaffle } from '../test/people.ts';

forEachDatabase((makeApp) => {
  test('C6: the same key gives the same entry and a session for it, also after a restart', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    const calls = [
      { url: '/api/join', body: { token }, key: randomUUID() },
      {
        url: '/api/join/public',
        body: { public_link: raffle.publicLink, display_name: 'Ben', email: 'ben@example.org' },
        key: randomUUID(),
      },
    ];
    const firsts: JoinAnswer[] = [];
    for (const { url, body, key } of calls) {
      const answer = await browser(app).call('POST', url, body, { 'idempotency-key': key });
      expect(answer.status).toBe(201);
      firsts.push(answer.body as JoinAnswer);
    }
    await app.close();

    const restarted = await makeApp({ storage: app.storage, clock: app.clock });
    for (const [index, { url, body, key }] of calls.entries()) {
      const lost = browser(restarted);
      const answer = await lost.call('POST', url, body, { 'idempotency-key': key });
      expect(answer.status).toBe(200);
      const { participant_token: secret, ...entry } = answer.body as JoinAnswer;
      const { participant_token: firstSecret, ...firstEntry } = firsts[index] as JoinAnswer;
      expect(entry).toEqual(firstEntry);
      expect(secret).not.toBe(firstSecret);
      const me = await lost.call('GET', `/api/raffles/${raffle.id}/me`);
      expect(me.body).toMatchObject({ entry_number: index + 1 });
    }
    expect(await entryProblems(restarted.parts.database, raffle.id)).toEqual([]);
  });

  test('C6: fifty concurrent copies of one call with a key give one entry', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser(app).call(
          'POST',
          '/api/join/public',
          { public_link: raffle.publicLink, display_name: 'Ada' },
          { 'idempotency-key': key },
        ),
      ),
    );
    const ids = answers.map((answer) => (answer.body as JoinAnswer).invitee_id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('C6: a key is refused for another call, in another raffle, and when it could be guessed', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const [one, two] = [await openRaffle(host), await openRaffle(host)];
    const key = randomUUID();
    const join = (publicLink: string, name: string, idempotencyKey: string) =>
      browser(app).call(
        'POST',
        '/api/join/public',
        { public_link: publicLink, display_name: name },
        { 'idempotency-key': idempotencyKey },
      );
    expect((await join(one.publicLink, 'Ada', key)).status).toBe(201);
    for (const other of [await join(one.publicLink, 'Eve', key), await join(two.publicLink, 'Ada', key)]) {
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch']);
    }
    expect((await join(two.publicLink, 'Eve', 'short')).status).toBe(400);
    expect(await entryProblems(app.parts.database, two.id)).toEqual([]);
  });

  test('C6: one key used for two raffles at the same moment joins one of them', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    for (let round = 0; round < 5; round += 1) {
      const raffles = [await openRaffle(host), await openRaffle(host)];
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        raffles.map(({ publicLink }) =>
          browser(app).call(
            'POST',
            '/api/join/public',
            { public_link: publicLink, display_name: 'Ada' },
            headers,
          ),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    }
  });

  test('C6: the stored call holds no name, address or key in a form that could be guessed back', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const key = randomUUID();
    await browser(app).call(
      'POST',
      '/api/join/public',
      { public_link: raffle.publicLink, display_name: 'Ada', email: 'ada@example.org' },
      { 'idempotency-key': key },
    );
    const rows = await app.parts.database.query.selectFrom('join_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
    // Somebody with the database cannot find the call by trying names: its hash is keyed.
    const call = JSON.stringify(['public', raffle.publicLink, 'Ada', 'ada@example.org']);
    expect(rows[0]?.request_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.request_hash).not.toBe(createHash('sha256').update(call).digest('hex'));
  });
});
