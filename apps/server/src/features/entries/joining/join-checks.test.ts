/** Checks before joining: one per device, aliases, the hall code, the host's own limit (H11), the passphrase (H6, I5). */
import type { HallCodeAnswer, HostRaffle, JoinAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { type Browser, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import {
  checkedRaffle,
  invitePerson,
  joinPublic,
  openRaffle,
  setJoinChecks,
  tryJoin,
} from '../test/people.ts';
import { entryProblems } from '../test/check-entries.ts';

const PASSPHRASE = 'correct horse';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });

  const mark = (n: number): string => n.toString(16).padStart(64, '0');

  test('H11: personal invitations skip every check', async () => {
    const raffle = await checkedRaffle(host, { approval: true, one_per_device: true, hall_code: true });
    const { token } = await invitePerson(app, raffle.id, { name: 'Ida Invited' });
    const answer = await browser(app).call('POST', '/api/join', { token });
    expect([answer.status, (answer.body as JoinAnswer).entry_number]).toEqual([201, 1]);
  });

  test('H11: one per device counts entries, also withdrawn ones, and people who wait', async () => {
    const raffle = await checkedRaffle(host, { one_per_device: true });
    expect(codeOf(await tryJoin(browser(app), raffle, 'No mark'))).toBe('device_mark_required');
    const ada = browser(app);
    expect((await tryJoin(ada, raffle, 'Ada', { device_mark: mark(1) })).status).toBe(201);
    // The same browser without its cookies.
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { device_mark: mark(1) }))).toBe(
      'device_already_joined',
    );
    await ada.call('POST', `/api/raffles/${raffle.id}/leave`);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { device_mark: mark(1) }))).toBe(
      'device_already_joined',
    );
    await setJoinChecks(host, raffle, { approval: true });
    expect((await tryJoin(browser(app), raffle, 'Ben', { device_mark: mark(2) })).status).toBe(202);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { device_mark: mark(2) }))).toBe(
      'device_already_joined',
    );
    const both = await Promise.all(
      [1, 2].map((n) => tryJoin(browser(app), raffle, `Twin ${n}`, { device_mark: mark(3) })),
    );
    expect(new Set(both.map((one) => one.status))).toEqual(new Set([202, 409]));
  });

  test('H11: aliases of one address count as one person', async () => {
    const raffle = await openRaffle(host);
    const invited = await invitePerson(app, raffle.id, { name: 'Kid', email: 'ada+kid@gmail.com' });
    expect((await tryJoin(browser(app), raffle, 'Ada', { email: 'A.da@gmail.com' })).status).toBe(201);
    for (const email of ['ada+2@gmail.com', 'ada@googlemail.com', 'a.d.a@gmail.com']) {
      expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { email }))).toBe('email_already_joined');
    }
    expect((await tryJoin(browser(app), raffle, 'Bo', { email: 'b.o+1@example.org' })).status).toBe(201);
    expect((await tryJoin(browser(app), raffle, 'Bob', { email: 'bo@example.org' })).status).toBe(201);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { email: 'b.o@example.org' }))).toBe(
      'email_already_joined',
    );
    // The host named this person, so the exact address alone counts.
    const { token } = invited;
    expect((await browser(app).call('POST', '/api/join', { token })).status).toBe(201);
    await setJoinChecks(host, raffle, { approval: true });
    expect((await tryJoin(browser(app), raffle, 'Cy', { email: 'cy+1@example.org' })).status).toBe(202);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { email: 'cy@example.org' }))).toBe(
      'email_already_joined',
    );
  });

  test('H11: the hall code changes, and is shown only to the host and on the stage', async () => {
    const raffle = await checkedRaffle(host, { hall_code: true });
    const url = `/api/raffles/${raffle.id}/hall-code`;
    const shown = async () => (await host.call<HallCodeAnswer>('GET', url)).body;
    const first = await shown();
    expect(first.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Ada'))).toBe('hall_code_required');
    expect(codeOf(await tryJoin(browser(app), raffle, 'Ada', { hall_code: 'AAAAAA' }))).toBe(
      'hall_code_wrong',
    );
    const typed = `${first.code?.slice(0, 3).toLowerCase()} - ${first.code?.slice(3)}`;
    const ada = browser(app);
    expect((await tryJoin(ada, raffle, 'Ada', { hall_code: typed })).status).toBe(201);
    // Her entry comes back without a code.
    expect((await tryJoin(ada, raffle, 'Ada')).status).toBe(200);

    expect((await browser(app).call('GET', url)).status).toBe(401);
    expect((await ada.call('GET', url)).status).toBe(401);
    expect((await (await newHost(app)).call('GET', url)).status).toBe(404);
    const link = await host.call('POST', `/api/raffles/${raffle.id}/stage-link`);
    const key = new URL((link.body as { url: string }).url).searchParams.get('key') ?? '';
    expect((await browser(app).call('GET', `${url}?key=${key}`)).body).toEqual(first);
    expect((await browser(app).call('GET', `${url}?key=${key}x`)).status).toBe(404);

    await app.clock.advance((first.changes_at ?? 0) - app.clock.now());
    const second = await shown();
    expect(second.code).not.toBe(first.code);
    // Someone may have been typing the code before.
    expect((await tryJoin(browser(app), raffle, 'Ben', { hall_code: first.code })).status).toBe(201);
    await app.clock.advance((second.changes_at ?? 0) - app.clock.now());
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { hall_code: first.code }))).toBe(
      'hall_code_wrong',
    );
    const third = await shown();
    const renewed = (await host.call<HallCodeAnswer>('POST', url)).body;
    expect(renewed.code).not.toBe(third.code);
    expect(codeOf(await tryJoin(browser(app), raffle, 'Eve', { hall_code: third.code }))).toBe(
      'hall_code_wrong',
    );
    // Also two renewals in one moment.
    const newest = (await host.call<HallCodeAnswer>('POST', url)).body;
    expect(newest.code).not.toBe(renewed.code);
    expect((await tryJoin(browser(app), raffle, 'Cleo', { hall_code: newest.code })).status).toBe(201);
    await host.call('POST', `/api/raffles/${raffle.id}/close`);
    expect(await shown()).toEqual({ code: null, changes_at: null });
  });

  test('H11, H12: hall codes cannot be guessed', async () => {
    const raffle = await checkedRaffle(host, { hall_code: true });
    const eve = browser(app, '192.0.2.77');
    const codes: (string | null)[] = [];
    for (let n = 0; n < 25; n += 1)
      codes.push(codeOf(await tryJoin(eve, raffle, 'Eve', { hall_code: `WRNG${n}` })));
    expect(codes.filter((code) => code === 'hall_code_wrong').length).toBeLessThanOrEqual(21);
    expect(codes.at(-1)).toBe('too_many_requests');
    const { code } = (await host.call<HallCodeAnswer>('GET', `/api/raffles/${raffle.id}/hall-code`)).body;
    expect((await tryJoin(browser(app, '192.0.2.77'), raffle, 'Neighbour', { hall_code: code })).status).toBe(
      201,
    );
    // Right ones are no guesses, also of a device that was wrong once.
    const ada = browser(app, '192.0.2.78');
    await tryJoin(ada, raffle, 'Ada', { hall_code: 'WRNG' });
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n += 1)
      statuses.add((await tryJoin(ada, raffle, 'Ada', { hall_code: code })).status);
    expect(statuses).toEqual(new Set([201, 200]));
  });

  test("H11: a host's join limit applies within the operator's", async () => {
    const strict = await makeApp({ env: { JOIN_LIMIT: '10,60' } });
    const owner = await newHost(strict);
    const raffle = await openRaffle(owner);
    const limit = (burst: number) =>
      owner.call('PATCH', `/api/raffles/${raffle.id}/joining`, { join_limit: { burst, per_minute: 30 } });
    const crowd = async (size: number, address: string) => {
      const answers = await Promise.all(
        Array.from({ length: size }, (_, n) => tryJoin(browser(strict, address), raffle, `Guest ${n}`)),
      );
      return answers.filter(({ status }) => status === 201).length;
    };
    expect(((await limit(3)).body as HostRaffle).join_limit).toEqual({ burst: 3, per_minute: 30 });
    expect(await crowd(6, '192.0.2.1')).toBe(3);
    await limit(5000);
    expect(await crowd(20, '192.0.2.2')).toBe(10);
    await owner.call('PATCH', `/api/raffles/${raffle.id}/joining`, { join_limit: null });
    expect(await crowd(20, '192.0.2.3')).toBe(10);
    for (const wrong of [{ burst: 0, per_minute: 1 }, { burst: 1.5, per_minute: 1 }, { burst: 1 }]) {
      const answer = await owner.call('PATCH', `/api/raffles/${raffle.id}/joining`, { join_limit: wrong });
      expect(answer.status).toBe(400);
    }
  });

  test('H11: checks can be changed in drafts and until the draw starts, and are copied with a raffle', async () => {
    const made = await host.call('POST', '/api/raffles', { title: 'Draft' });
    const draft = { id: (made.body as HostRaffle).id, publicLink: '' };
    expect((await setJoinChecks(host, draft, { approval: true, hall_code: true })).status).toBe(200);
    const copy = (await host.call<HostRaffle>('POST', `/api/raffles/${draft.id}/duplicate`)).body;
    expect(copy.join_checks).toMatchObject({ approval: true, hall_code: true, one_per_device: false });
    const raffle = await openRaffle(host);
    await joinPublic(browser(app), raffle, 'Ada');
    await host.call('POST', `/api/raffles/${raffle.id}/draw`);
    expect(codeOf(await setJoinChecks(host, raffle, { approval: true }))).toBe('draw_started');
  });

  test('H11, I5: networks and devices are stored only as hashes that differ between raffles', async () => {
    const raffles = [
      await checkedRaffle(host, { one_per_device: true }),
      await checkedRaffle(host, { one_per_device: true }),
    ];
    for (const raffle of raffles) {
      expect(
        (await tryJoin(browser(app, '192.0.2.200'), raffle, 'Ada', { device_mark: mark(77) })).status,
      ).toBe(201);
    }
    const rows = await app.parts.database.query
      .selectFrom('participations')
      .selectAll()
      .where(
        'raffle_id',
        'in',
        raffles.map(({ id }) => id),
      )
      .execute();
    expect(JSON.stringify(rows)).not.toContain('192.0.2.200');
    expect(JSON.stringify(rows)).not.toContain(mark(77));
    expect(new Set(rows.map((row) => row.network_hash)).size).toBe(2);
    expect(new Set(rows.map((row) => row.device_hash)).size).toBe(2);
    for (const row of rows) expect(row.network_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('I5: a raffle with a passphrase says that it needs one, accepts the right one, and never shows it', async () => {
    const raffle = await openRaffle(host, { passphrase: PASSPHRASE });
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    const page = await browser(app).call('GET', `/api/join/${raffle.publicLink}`);
    expect(page.body).toMatchObject({ raffle: { requires_passphrase: true } });
    const ada = browser(app);
    const tries = [
      await ada.call('POST', '/api/join', { token }),
      await ada.call('POST', '/api/join', { token, passphrase: '' }),
      await ada.call('POST', '/api/join', { token, passphrase: 'Correct horse' }),
    ];
    expect(tries.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [403, 'passphrase_required'],
      [403, 'passphrase_required'],
      [403, 'passphrase_wrong'],
    ]);
    const right = await ada.call('POST', '/api/join', { token, passphrase: PASSPHRASE });
    expect(right.status).toBe(201);
    for (const answer of [page, right]) {
      expect(answer.text).not.toContain(PASSPHRASE);
      expect(answer.text).not.toContain('$argon2');
    }
    expect(app.logLines.join('\n')).not.toContain(PASSPHRASE);
  });

  test('H6, H12: of 40 concurrent wrong attempts of a device twenty are checked, the rest are refused, and other devices are not', async () => {
    const raffle = await openRaffle(host, { passphrase: PASSPHRASE });
    const mallory = browser(app, '203.0.113.9');
    const attempt = (passphrase: string, headers = {}) =>
      mallory.call(
        'POST',
        '/api/join/public',
        { public_link: raffle.publicLink, display_name: 'Mallory', passphrase },
        headers,
      );
    // The answer gives the device its id.
    expect((await attempt('first guess')).status).toBe(403);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => attempt(`guess ${n}`)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(20);
    expect(refused).toHaveLength(20);
    for (const answer of refused) {
      expect(codeOf(answer)).toBe('too_many_requests');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // A guesser learns nothing more, not even by the right word or another name for the same address.
    expect((await attempt(PASSPHRASE)).status).toBe(429);
    expect((await attempt('x', { 'x-forwarded-for': '192.0.2.200' })).status).toBe(429);

    await joinPublic(browser(app, '203.0.113.9'), raffle, 'Ada', { passphrase: PASSPHRASE });
    await joinPublic(browser(app, '203.0.113.10'), raffle, 'Ben', { passphrase: PASSPHRASE });
    expect((await attempt(PASSPHRASE)).status).toBe(429);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('H6: a full hall behind one address is not locked out by its own right answers', async () => {
    const raffle = await openRaffle(host, { passphrase: PASSPHRASE });
    const entries = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        joinPublic(browser(app, '203.0.113.1'), raffle, `Guest ${n}`, { passphrase: PASSPHRASE }),
      ),
    );
    expect(new Set(entries.map((entry) => entry.entry_number)).size).toBe(100);
  });

  test('H6: guessed links are limited by address; existing ones still work', async () => {
    const raffle = await openRaffle(host);
    const guesser = browser(app, '203.0.113.20');
    const codes = await Promise.all(
      Array.from({ length: 310 }, async (_, n) => {
        const link = `guess${n}`.padEnd(22, 'x');
        return (await guesser.call('GET', n % 2 === 0 ? `/api/invite/${link}` : `/api/join/${link}`)).status;
      }),
    );
    expect(codes.filter((code) => code === 404)).toHaveLength(300);
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
    expect((await guesser.call('GET', `/api/join/${raffle.publicLink}`)).status).toBe(200);
    expect((await browser(app, '203.0.113.21').call('GET', '/api/invite/unknownunknown22')).status).toBe(404);
  });
});
