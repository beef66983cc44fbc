import { openHash, openRecord, planHash, rulesHash, seedCommitHash } from '@glassdrum/fair-draw';
import type { AuditEntry, HostRaffle } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import type { BusMessage } from '../../platform/bus/bus.ts';
import { seedPurpose } from '../../platform/keys/purposes.ts';
import { openingOf } from '../draws/openings.ts';

const HOUR = 3600 * 1000;

forEachDatabase((makeApp) => {
  describe('R10 drafts', () => {
    test('R10 a new raffle is a draft with the standard settings', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await host.draft({ title: '  Summer raffle ' });
      expect(raffle).toEqual({
        id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        role: 'owner',
        workspace_id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        two_start: false,
        start_request: null,
        title: 'Summer raffle',
        description: '',
        image_url: null,
        status: 'draft',
        requires_passphrase: false,
        max_winners: 3,
        named_prizes: false,
        pause: null,
        presence: null,
        bucket_totals: null,
        prizes_revision: 0,
        draws: { total: 1, held: 0, left: 1 },
        equal_chances: true,
        max_tickets: 1,
        max_entries: null,
        deadline_at: null,
        auto_draw: false,
        draw_waits_since: null,
        beacon_policy: 'wait',
        rules_text: '',
        name_publications: ['full'],
        has_rules: false,
        cancelled: null,
        is_forgotten: false,
        adds_chance: false,
        witness_quorum: 0,
        room_numbers: 16,
        no_win_months: null,
        recurring: null,
        contributing: null,
        promised_deadline_at: null,
        closed_at: null,
        voting_enabled: true,
        chosen_animation: 'classic',
        seed_commit_hash: null,
        entry_count: 0,
        ticket_total: 0,
        draw_started: false,
        allow_public_join: false,
        public_link: null,
        public_url: null,
        join_code: null,
        join_code_url: null,
        cleaned_at: null,
        join_checks: { approval: false, confirm_email: false, one_per_device: false, hall_code: false },
        join_limit: null,
        waiting_count: 0,
        open_hash: null,
        invitees_count: 0,
        joined_count: 0,
        participant_count: 0,
        sources: { self: 0, host: 0, paper: 0 },
        unsold_count: 0,
        participation_rate: 0,
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      });
      expect((await host.call('GET', '/api/raffles')).body).toEqual([raffle]);
    });

    test('R10 the list shows own raffles only, newest first', async () => {
      const app = await makeApp();
      const [host, other] = [await newHost(app), await newHost(app)];
      const first = await host.draft({ title: 'First' });
      await other.draft({ title: "Somebody else's" });
      await app.clock.advance(1000);
      const second = await host.draft({ title: 'Second' });
      const list = (await host.call('GET', '/api/raffles')).body as HostRaffle[];
      expect(list.map((raffle) => raffle.id)).toEqual([second.id, first.id]);
    });

    test('R10 an edit changes what was sent and nothing else', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await host.draft({ passphrase: 'open sesame', deadline_at: app.clock.now() + HOUR });
      await app.clock.advance(1000);
      const edited = await host.call('PATCH', `/api/raffles/${raffle.id}`, {
        title: 'Autumn raffle',
        max_winners: 5,
        voting_enabled: 0,
      });
      expect(edited.status).toBe(200);
      expect(edited.body).toEqual({
        ...raffle,
        title: 'Autumn raffle',
        max_winners: 5,
        prizes_revision: 1,
        voting_enabled: false,
        updated_at: app.clock.now(),
      });
      const cleared = await host.call('PATCH', `/api/raffles/${raffle.id}`, {
        passphrase: null,
        deadline_at: null,
      });
      expect(cleared.body).toMatchObject({ requires_passphrase: false, deadline_at: null });
    });

    test.each([
      [{ title: '   ' }, 'title', 'Please give the raffle a title.'],
      [{ title: 'x'.repeat(201) }, 'title', 'A title has at most 200 characters.'],
      [{ description: 'x'.repeat(1001) }, 'description', 'A description has at most 1000 characters.'],
      [{ max_winners: 0 }, 'max_winners', 'At least one winner is needed.'],
      [{ max_winners: 101 }, 'max_winners', 'At most 100 winners are possible.'],
      [{ max_tickets: 1.5 }, 'max_tickets', 'Tickets must be a whole number.'],
    ])('R10 refuses %j at creation and edit', async (body, field, sentence) => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      for (const answer of [
        await host.call('POST', '/api/raffles', { title: 'Fine', ...body }),
        await host.call('PATCH', `/api/raffles/${id}`, body),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ error: { fields: { [field]: sentence } } });
      }
    });

    test('R10 only a draft can be edited, opened or deleted', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      for (const answer of [
        await host.call('PATCH', `/api/raffles/${id}`, { title: 'Other' }),
        await host.call('POST', `/api/raffles/${id}/open`),
        await host.call('DELETE', `/api/raffles/${id}`),
      ]) {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'raffle_not_draft']);
      }
      expect((await host.call('GET', `/api/raffles/${id}`)).body).toMatchObject({ title: 'Summer raffle' });
    });

    test('R10 a deleted draft is gone with its invitees', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft();
      await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Ada,ada@example.org' });
      expect((await host.call('DELETE', `/api/raffles/${id}`)).body).toEqual({ ok: true });
      expect((await host.call('GET', `/api/raffles/${id}`)).status).toBe(404);
      expect(await app.parts.database.query.selectFrom('invitees').selectAll().execute()).toEqual([]);
    });

    test('R10 a draft does not exist for anybody else', async () => {
      const app = await makeApp();
      const [host, other] = [await newHost(app), await newHost(app)];
      const { id } = await host.draft();
      expect((await other.call('GET', `/api/raffles/${id}`)).status).toBe(404);
      const unknown = await browser(app).call('GET', `/api/raffles/${'A'.repeat(22)}`);
      const draft = await browser(app).call('GET', `/api/raffles/${id}`);
      expect([draft.status, draft.text]).toEqual([unknown.status, unknown.text]);
    });
  });

  describe('R10 opening', () => {
    test('R10 commits to a sealed seed and writes the signed open record', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await host.openRaffle();
      const { query } = app.parts.database;
      const row = await query.selectFrom('raffles').selectAll().executeTakeFirstOrThrow();
      const drawId = row.draw_id ?? '';
      const opening = await openingOf(query, row);
      const seed = app.parts.keys.unseal(seedPurpose(drawId), opening?.seed_sealed ?? '');
      expect(seed).toMatch(/^[0-9a-f]{64}$/);
      expect(raffle.seed_commit_hash).toBe(seedCommitHash(seed));
      const { pseudonym } = await query.selectFrom('users').select('pseudonym').executeTakeFirstOrThrow();
      const fields = {
        drawId,
        hostId: pseudonym,
        hostSeq: 1,
        previous: null,
        seriesId: row.series_id ?? '',
        stage: 1,
        seedCommitHash: seedCommitHash(seed),
        planHash: planHash(drawId, {
          policy: 'once',
          earlierWinners: 'in',
          pools: 1,
          prizes: [{ quantity: 3, alternates: 3, pool: 1, claimWindow: null, name: null }],
        }),
        rulesHash: rulesHash({
          title: raffle.title,
          ticketLimit: 1,
          deadline: null,
          beaconPolicy: 'wait',
          text: '',
        }),
        openedAt: app.clock.now() / 1000,
      };
      expect(row.draw_id).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(row.draw_id).not.toBe(raffle.id);
      expect(raffle.open_hash).toBe(openHash(fields));
      const record = await query.selectFrom('public_log').selectAll().executeTakeFirstOrThrow();
      expect(record).toMatchObject({
        draw_id: row.draw_id,
        kind: 'open',
        text: openRecord(fields),
        hash: raffle.open_hash,
        signature: app.parts.keys.sign(openRecord(fields)),
      });
    });

    test("R10 a host's draws are numbered without gaps and name the one before", async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const drafts = await Promise.all(Array.from({ length: 6 }, () => host.draft()));
      const late = await host.draft({ deadline_at: app.clock.now() + 1000 });
      await app.clock.advance(1000);
      const calls = [...drafts, late, ...drafts].map(({ id }) =>
        host.call('POST', `/api/raffles/${id}/open`),
      );
      const answers = await Promise.all(calls);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(6);
      const rows = await app.parts.database.query
        .selectFrom('draw_openings')
        .selectAll()
        .orderBy('host_seq')
        .execute();
      expect(rows.map((row) => row.host_seq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(rows.map((row) => row.previous_open_hash)).toEqual([
        null,
        ...rows.slice(0, -1).map((row) => row.open_hash),
      ]);
      expect(new Set(rows.map((row) => row.seed_commit_hash)).size).toBe(6);
      const records = await app.parts.database.query
        .selectFrom('public_log')
        .select(['log_index', 'text'])
        .orderBy('log_index')
        .execute();
      expect(records.map((record) => record.log_index)).toEqual([0, 1, 2, 3, 4, 5]);
      // Lines of an open record: its kind, draw_id, host_id, host_seq, previous, … (draw protocol §3).
      expect(records.map(({ text }) => text.split('\n').slice(3, 5))).toEqual(
        rows.map((row) => [String(row.host_seq), row.previous_open_hash ?? '-']),
      );
    });

    test('R10 opening notifies the nodes', async () => {
      const app = await makeApp();
      const messages: BusMessage[] = [];
      app.parts.bus.subscribe(['raffle-changed'], (message) => void messages.push(message));
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      await expect.poll(() => messages).toContainEqual({ topic: 'raffle-changed', raffleId: id });
    });
  });

  describe('R16 deadlines in the past', () => {
    test('R16 are refused at creation, edit and opening, with the field', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const now = app.clock.now();
      const { id } = await host.draft({ deadline_at: now + 1 });
      const refused = [
        await host.call('POST', '/api/raffles', { title: 'Late', deadline_at: now }),
        await host.call('PATCH', `/api/raffles/${id}`, { deadline_at: now - HOUR }),
      ];
      await app.clock.advance(1);
      refused.push(await host.call('POST', `/api/raffles/${id}/open`));
      for (const answer of refused) {
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          error: { code: 'deadline_in_past', fields: { deadline_at: expect.stringContaining('past') } },
        });
      }
      const { status } = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
      expect(status).toBe('draft');
    });
  });

  describe('R12 closing', () => {
    const statusOf = async (app: TestApp, id: string): Promise<string> =>
      ((await browser(app).call('GET', `/api/raffles/${id}`)).body as HostRaffle).status;

    test('R12 the host closes and reopens', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.openRaffle();
      expect(codeOf(await host.call('POST', `/api/raffles/${id}/reopen`))).toBe('raffle_not_closed');
      expect((await host.call('POST', `/api/raffles/${id}/close`)).body).toMatchObject({ status: 'closed' });
      expect(codeOf(await host.call('POST', `/api/raffles/${id}/close`))).toBe('raffle_closed');
      expect(await statusOf(app, id)).toBe('closed');
      expect((await host.call('POST', `/api/raffles/${id}/reopen`)).body).toMatchObject({ status: 'open' });
      expect(await statusOf(app, id)).toBe('open');
    });

    test('R12 from its deadline on a raffle is closed, stored by the next command as of then', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const deadline = app.clock.now() + HOUR;
      const { id } = await host.openRaffle({ deadline_at: deadline });
      await app.clock.advance(HOUR - 1);
      expect(await statusOf(app, id)).toBe('open');
      await app.clock.advance(1);
      expect(await statusOf(app, id)).toBe('closed');
      expect((await host.call('GET', '/api/raffles')).body).toMatchObject([{ id, status: 'closed' }]);
      expect(codeOf(await host.call('POST', `/api/raffles/${id}/reopen`))).toBe('deadline_passed');
      await app.clock.advance(HOUR);
      expect((await host.call('POST', `/api/raffles/${id}/public-link`)).status).toBe(200);
      const row = await app.parts.database.query.selectFrom('raffles').selectAll().executeTakeFirstOrThrow();
      expect([row.status, row.closed_at_s]).toEqual(['closed', deadline / 1000]);
      const log = (await host.call('GET', `/api/raffles/${id}/audit`)).body as AuditEntry[];
      expect(log.filter((entry) => entry.action === 'raffle_closed')).toMatchObject([{ actor: 'system' }]);
    });
  });

  describe('public link', () => {
    test('is made once, and joining by it is switched on and off', async () => {
      const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const host = await newHost(app);
      const { id } = await host.draft();
      const first = await host.call('POST', `/api/raffles/${id}/public-link`);
      const { publicLink, fullUrl } = first.body as { publicLink: string; fullUrl: string };
      expect(publicLink).toMatch(/^[A-Za-z0-9_-]{32}$/);
      expect(fullUrl).toBe(`https://raffles.example.org/join/${publicLink}`);
      const made = (await host.call('GET', `/api/raffles/${id}`)).body;
      await app.clock.advance(1000);
      expect((await host.call('POST', `/api/raffles/${id}/public-link`)).body).toEqual(first.body);
      expect((await host.call('GET', `/api/raffles/${id}`)).body).toEqual(made);
      const switched = async (allow: unknown) =>
        (await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow })).body as HostRaffle;
      const on = { allow_public_join: true, public_link: publicLink, public_url: fullUrl };
      expect(await switched(1)).toMatchObject(on);
      expect(await switched(true)).toMatchObject(on);
      const off = await switched(0);
      expect(off).toMatchObject({
        allow_public_join: false,
        public_link: expect.not.stringMatching(publicLink),
      });
      expect(await switched(false)).toMatchObject({ public_link: off.public_link });
    });

    test('is there at once for a raffle that is made public', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await host.draft({ allow_public_join: true });
      expect(raffle).toMatchObject({
        allow_public_join: true,
        public_link: expect.stringMatching(/^.{32}$/),
      });
      expect(raffle.public_url).toBe(`http://localhost:80/join/${raffle.public_link}`);
    });
  });

  test('R11 the audit log shows the host who did what, in order, and no secrets', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const { id } = await host.draft({ passphrase: 'open sesame' });
    const steps = [
      ['PATCH', '', { title: 'Autumn', passphrase: 'new secret word' }],
      ['POST', '/open', undefined],
      ['PATCH', '/public-join', { allow: true }],
      ['POST', '/close', undefined],
      ['POST', '/reopen', undefined],
    ] as const;
    for (const [method, path, body] of steps) {
      await app.clock.advance(1000);
      const answer = await host.call(method, `/api/raffles/${id}${path}`, body);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const answer = await host.call('GET', `/api/raffles/${id}/audit`);
    const log = answer.body as AuditEntry[];
    expect(log.map((entry) => entry.action)).toEqual([
      'raffle_reopened',
      'raffle_closed',
      'public_join_switched',
      'raffle_opened',
      'raffle_edited',
      'raffle_created',
    ]);
    expect(log.map((entry) => entry.actor)).toEqual(Array.from({ length: 6 }, () => 'host'));
    expect(log.at(-2)?.details).toEqual({ fields: 'passphrase,title' });
    expect(answer.text).not.toContain('secret word');
  });
});
