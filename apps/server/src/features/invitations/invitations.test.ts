import type { ErrorBody, HostRaffle, Invitation, InvitesAnswer } from '@glassdrum/contract';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';

forEachDatabase((makeApp) => {
  describe('adding invitees', () => {
    test('I4 everybody gets a personal link of 192 random bits, stored as hash and sealed copy', async () => {
      const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const host = await newHost(app);
      const { id } = await host.draft();
      const answer = await host.call('POST', `/api/raffles/${id}/invites`, {
        invitees: 'Ada,ada@example.org\n\nBob\n',
      });
      expect(answer.status).toBe(200);
      const { added, invitees, skipped } = answer.body as InvitesAnswer;
      expect([added, skipped]).toEqual([2, []]);
      expect(invitees).toMatchObject([
        { display_name: 'Ada', email: 'ada@example.org', state: 'invited', redeemed_at: null },
        { display_name: 'Bob', email: null, state: 'invited', redeemed_at: null },
      ]);
      for (const { token, url } of invitees) {
        expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
        expect(url).toBe(`https://raffles.example.org/r/${token}`);
      }
      const rows = await app.parts.database.query.selectFrom('invites').selectAll().execute();
      const hashes = invitees.map(({ token }) =>
        createHash('sha256')
          .update(token ?? '')
          .digest('hex'),
      );
      expect(rows.map((row) => row.token_hash).toSorted()).toEqual(hashes.toSorted());
      for (const { token } of invitees) expect(JSON.stringify(rows)).not.toContain(token);
      expect((await host.call('GET', `/api/raffles/${id}/invites`)).body).toEqual(invitees);
      const raffle = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(raffle.invitees_count).toBe(2);
    });

    test('B16: a note of at most 500 characters is for the host alone: listed, exported, and erased with the rest', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id, public_link: link } = await host.openRaffle({ allow_public_join: true });
      const url = `/api/raffles/${id}/invites`;
      const note = 'table 4, at the window';
      const answer = await host.call('POST', url, {
        invitees: `Ada,ada@example.org,"${note}"\nBob,,${'ü'.repeat(500)}\nCem`,
      });
      const { invitees } = answer.body as InvitesAnswer;
      expect(invitees.map(({ notes }) => notes)).toEqual([note, 'ü'.repeat(500), null]);
      expect((await host.call('GET', url)).body).toEqual(invitees);
      const tooLong = await host.call('POST', url, { invitees: `Dan,,${'x'.repeat(501)}` });
      expect([tooLong.status, (tooLong.body as ErrorBody).error.lines?.[0]?.message]).toEqual([
        422,
        'A note has at most 500 characters. Please shorten it.',
      ]);

      const csv = await host.call('GET', `${url}/export?format=csv`);
      expect(csv.text).toContain(`"${note}"`);
      expect((await host.call('GET', '/api/settings/export')).text).toContain(note);
      const guest = browser(app);
      const token = invitees[0]?.token;
      expect((await guest.call('POST', '/api/join', { token })).status).toBe(201);
      for (const path of [`/api/invite/${token}`, `/api/join/${link}`, `/api/raffles/${id}/own-entry`]) {
        expect((await guest.call('GET', path)).text).not.toContain(note);
      }
      await host.call('DELETE', '/api/settings/delete-all');
      const left = await app.parts.database.query.selectFrom('invitees').select('notes').execute();
      expect(left.filter(({ notes }) => notes !== null)).toEqual([]);
    });

    test('all problems are reported by line, and nothing is written', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada,ada@example.org' });
      const text = 'Bob,bob@example.org\nSystem\nAda again,ADA@example.org\n\nBob two,Bob@Example.org\nCem,x';
      const answer = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: text });
      expect([answer.status, codeOf(answer)]).toEqual([422, 'invitees_have_problems']);
      expect((answer.body as ErrorBody).error.lines).toEqual([
        { line: 2, text: 'System', message: expect.stringContaining('could be mistaken') },
        {
          line: 3,
          text: 'Ada again,ADA@example.org',
          message: 'This email address is already on the list.',
        },
        { line: 5, text: 'Bob two,Bob@Example.org', message: 'This email address is already on line 1.' },
        { line: 6, text: 'Cem,x', message: 'Please enter a valid email address.' },
      ]);
      expect((await host.call('GET', `/api/raffles/${id}/invites`)).body).toHaveLength(1);

      const skipping = await host.call('POST', `/api/raffles/${id}/invites`, {
        invitees: text,
        skip_bad_lines: true,
      });
      expect(skipping.body).toMatchObject({
        added: 1,
        invitees: [{ display_name: 'Bob' }],
        skipped: [{ line: 2 }, { line: 3 }, { line: 5 }, { line: 6 }],
      });
      const raffle = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(raffle.invitees_count).toBe(2);
    });

    test('the same list sent twice at once is added once', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const invitees = Array.from({ length: 50 }, (_, index) => `P${index},p${index}@example.org`).join('\n');
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => host.call('POST', `/api/raffles/${id}/invites`, { invitees })),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
      expect((await host.call('GET', `/api/raffles/${id}/invites`)).body).toHaveLength(50);
    });

    test('10,000 lines are accepted at once; one more is refused', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const lines = Array.from(
        { length: 10_000 },
        (_, index) => `Person number ${index},p${index}@example.org`,
      );
      const answer = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: lines.join('\n') });
      expect(answer.status).toBe(200);
      expect((answer.body as InvitesAnswer).added).toBe(10_000);
      expect((await host.call('GET', `/api/raffles/${id}/invites`)).body).toHaveLength(10_000);
      const more = await host.call('POST', `/api/raffles/${id}/invites`, {
        invitees: [...lines, 'One more'].join('\n'),
      });
      expect(more.status).toBe(400);
      expect(more.body).toMatchObject({ error: { fields: { invitees: expect.stringContaining('10000') } } });
    });

    test('H7 a list may be large, but not larger than its limit, and only a host may send it', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const url = `/api/raffles/${id}/invites`;
      const long = { invitees: `${'x'.repeat(100_000)}\nAda`, skip_bad_lines: 1 };
      expect((await host.call('POST', url, long)).body).toMatchObject({ added: 1, skipped: [{ line: 1 }] });
      const tooLong = { invitees: 'x'.repeat(6 * 1024 * 1024) };
      expect((await host.call('POST', url, tooLong)).status).toBe(413);
      expect((await browser(app).call('POST', url, tooLong)).status).toBe(401);
    });

    test("the list stays in the host's order, also after one of it was revoked", async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const url = `/api/raffles/${id}/invites`;
      const first = await host.call('POST', url, { invitees: 'Zoe\nAda\nMia' });
      const [zoe] = (first.body as InvitesAnswer).invitees;
      await host.call('POST', `${url}/${zoe?.invitee_id}/revoke`);
      await host.call('POST', url, { invitees: 'Ben\nAnn' });
      const places = await app.parts.database.query
        .selectFrom('invitees')
        .select(['display_name', 'list_number'])
        .orderBy('list_number')
        .execute();
      expect(places.map((row) => row.list_number)).toEqual([1, 2, 3, 4, 5]);
      const list = (await host.call('GET', url)).body as Invitation[];
      expect(list.map((row) => row.display_name)).toEqual(['Zoe', 'Ada', 'Mia', 'Ben', 'Ann']);
    });

    test('an empty list is refused', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      const answer = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: ' \n\n' });
      expect(answer.status).toBe(400);
    });

    test('C11 nobody is added to a raffle whose draw has started', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada' });
      const [ada] = (added.body as InvitesAnswer).invitees;
      await app.parts.database.query.updateTable('raffles').set({ draw_started: 1 }).execute();
      for (const [path, body] of [
        ['', { invitees: 'Bob' }],
        [`/${ada?.invitee_id}/revoke`, undefined],
        [`/${ada?.invitee_id}/reissue`, undefined],
      ] as const) {
        const answer = await host.call('POST', `/api/raffles/${id}/invites${path}`, body);
        expect([answer.status, codeOf(answer)]).toEqual([409, 'draw_started']);
      }
    });
  });

  describe('R11 personal links', () => {
    test('R11 a revoked link ends, a reissued one replaces it', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const added = await host.call('POST', `/api/raffles/${id}/invites`, {
        invitees: 'Ada,ada@example.org',
      });
      const [first] = (added.body as InvitesAnswer).invitees;
      const url = `/api/raffles/${id}/invites/${first?.invitee_id}`;
      const opens = async (token: string | null | undefined): Promise<number> =>
        (await browser(app).call('GET', `/api/invite/${token}`)).status;
      expect(await opens(first?.token)).toBe(200);

      const revoked = (await host.call('POST', `${url}/revoke`)).body;
      expect(revoked).toMatchObject({ state: 'revoked', url: null, token: null });
      expect((await host.call('POST', `${url}/revoke`)).body).toEqual(revoked);
      expect(await opens(first?.token)).toBe(404);
      const counted = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(counted.invitees_count).toBe(0);

      const second = (await host.call('POST', `${url}/reissue`)).body as Invitation;
      const third = (await host.call('POST', `${url}/reissue`)).body as Invitation;
      expect(new Set([first?.token, second.token, third.token]).size).toBe(3);
      expect([await opens(first?.token), await opens(second.token), await opens(third.token)]).toEqual([
        404, 404, 200,
      ]);
      const recounted = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(recounted.invitees_count).toBe(1);
    });

    test('R11 the link of somebody who joined is not revoked; reissued it still opens their entry', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      const added = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada' });
      const [ada] = (added.body as InvitesAnswer).invitees;
      expect((await browser(app).call('POST', '/api/join', { token: ada?.token })).status).toBe(201);
      const step = (name: string) =>
        host.call('POST', `/api/raffles/${id}/invites/${ada?.invitee_id}/${name}`);
      const revoked = await step('revoke');
      expect([revoked.status, codeOf(revoked)]).toEqual([409, 'already_joined']);
      const { token } = (await step('reissue')).body as Invitation;
      expect(token).not.toBe(ada?.token);
      const list = (await host.call('GET', `/api/raffles/${id}/invites`)).body as Invitation[];
      expect(list).toMatchObject([{ state: 'joined', token, redeemed_at: app.clock.now() }]);
      const raffle = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(raffle).toMatchObject({ invitees_count: 1, joined_count: 1, participation_rate: 100 });
    });

    test('C7 an invitee of another raffle is not found', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const [one, two] = [await host.openRaffle(), await host.openRaffle()];
      const added = await host.call('POST', `/api/raffles/${one.id}/invites`, { invitees: 'Ada' });
      const [ada] = (added.body as InvitesAnswer).invitees;
      const answer = await host.call('POST', `/api/raffles/${two.id}/invites/${ada?.invitee_id}/revoke`);
      expect(answer.status).toBe(404);
    });
  });
});
