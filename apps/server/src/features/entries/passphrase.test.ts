/** Passphrases: asked for, checked, never shown, hard to guess (H6, I5). */
import { expect, test } from 'vitest';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { entryProblems } from './test/check-entries.ts';
import { browser, invitePerson, joinPublic, openRaffle, refusalOf, registerHost } from './test/people.ts';

const PASSPHRASE = 'correct horse';

forEachDatabase((makeApp) => {
  test('I5: a raffle with a passphrase says that it asks for one, takes the right one, and never shows it', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await registerHost(app), { passphrase: PASSPHRASE });
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    const page = await browser(app).call('GET', `/api/join/${raffle.publicLink}`);
    expect(page.json()).toMatchObject({ raffle: { requires_passphrase: true } });
    const ada = browser(app);
    const tries = [
      await ada.call('POST', '/api/join', { body: { token } }),
      await ada.call('POST', '/api/join', { body: { token, passphrase: '' } }),
      await ada.call('POST', '/api/join', { body: { token, passphrase: 'Correct horse' } }),
    ];
    expect(tries.map((answer) => [answer.statusCode, refusalOf(answer)])).toEqual([
      [403, 'passphrase_required'],
      [403, 'passphrase_required'],
      [403, 'passphrase_wrong'],
    ]);
    const right = await ada.call('POST', '/api/join', { body: { token, passphrase: PASSPHRASE } });
    expect(right.statusCode).toBe(201);
    for (const answer of [page, right]) {
      expect(answer.body).not.toContain(PASSPHRASE);
      expect(answer.body).not.toContain('$argon2');
    }
    expect(app.logLines.join('\n')).not.toContain(PASSPHRASE);
  });

  test('H6: of 100 parallel wrong tries twenty are evaluated, the rest are told to wait, and other addresses are not', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await registerHost(app), { passphrase: PASSPHRASE });
    const attempt = (address: string, passphrase: string, headers = {}) =>
      browser(app, address).call('POST', '/api/join/public', {
        body: { public_link: raffle.publicLink, display_name: 'Mallory', passphrase },
        headers,
      });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => attempt('203.0.113.9', `guess ${n}`)),
    );
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(answers.filter((answer) => answer.statusCode === 403)).toHaveLength(20);
    expect(refused).toHaveLength(80);
    for (const answer of refused) {
      expect(refusalOf(answer)).toBe('too_many_requests');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // A guesser learns nothing more, not even by the right word or another name for the same address.
    expect((await attempt('203.0.113.9', PASSPHRASE)).statusCode).toBe(429);
    expect((await attempt('203.0.113.9', 'x', { 'x-forwarded-for': '192.0.2.200' })).statusCode).toBe(429);

    await joinPublic(browser(app, '203.0.113.10'), raffle, 'Ada', { passphrase: PASSPHRASE });
    expect((await attempt('203.0.113.9', PASSPHRASE)).statusCode).toBe(429);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('H6: a hall behind one address is not counted out by its own right answers', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await registerHost(app), { passphrase: PASSPHRASE });
    const entries = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        joinPublic(browser(app, '203.0.113.1'), raffle, `Guest ${n}`, { passphrase: PASSPHRASE }),
      ),
    );
    expect(new Set(entries.map((entry) => entry.entry_number)).size).toBe(100);
  });

  test('H6: links tried at random are counted by address; those that exist are served on', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await registerHost(app));
    const guesser = browser(app, '203.0.113.20');
    const codes = await Promise.all(
      Array.from({ length: 310 }, async (_, n) => {
        const link = `guess${n}`.padEnd(22, 'x');
        return (await guesser.call('GET', n % 2 === 0 ? `/api/invite/${link}` : `/api/join/${link}`))
          .statusCode;
      }),
    );
    expect(codes.filter((code) => code === 404)).toHaveLength(300);
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
    expect((await guesser.call('GET', `/api/join/${raffle.publicLink}`)).statusCode).toBe(200);
    expect((await browser(app, '203.0.113.21').call('GET', '/api/invite/unknownunknown22')).statusCode).toBe(
      404,
    );
  });
});
