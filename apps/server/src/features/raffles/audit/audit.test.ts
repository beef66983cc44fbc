/**
 * The audit log: hashes of addresses can't be computed again once the raffle or account was erased (M10), and people are stored
 * as numbers or ids and shown with their current names (R11, I5).
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditPage, InvitesAnswer, JoinAnswer, ParticipantsAnswer } from '@glassdrum/contract';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, signUp } from '../../../../test/support/people.ts';
import { makeStorage } from '../../../../test/support/storage.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { openPostgres } from '../../../platform/database/postgres.ts';
import { openSqlite } from '../../../platform/database/sqlite.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { browser, newHost } from '../../../../test/support/browser.ts';

const DAY_MS = 24 * 3600 * 1000;

forEachDatabase((makeApp) => {
  const hashesOf = async (app: TestApp, raffleId: string): Promise<(string | null)[]> => {
    const rows = await app.parts.database.query
      .selectFrom('audit_log')
      .select('ip_hash')
      .where('raffle_id', '=', raffleId)
      .where('action', '=', 'entry_joined')
      .execute();
    return [...new Set(rows.map((row) => row.ip_hash))].filter((hash) => hash !== null);
  };
  /** What somebody with the installation's secret, a dump of the database and the address can compute. */
  const computable = async (app: TestApp, about: string): Promise<string[]> => {
    const { ipHash } = callerHashes(app.parts.keys, { ip: '127.0.0.1', headers: {} }, about);
    const { rows } = await sql<{ audit_key: string | null }>`
      select audit_key from raffles union all select audit_key from users`.execute(app.parts.database.query);
    const keys = rows.flatMap(({ audit_key: key }) => key ?? []);
    return [
      ipHash ?? '',
      ...keys.map((key) =>
        createHmac('sha256', Buffer.from(key, 'hex'))
          .update(ipHash ?? '')
          .digest('hex'),
      ),
    ];
  };

  test('M10: a raffle’s fingerprints are one caller’s in it, another’s elsewhere, and nobody’s after erasure', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffles = [await openRaffle(host), await openRaffle(host)];
    for (const raffle of raffles) await join(app, raffle.public_link, 'Ada Lovelace');
    const [first = '', second = ''] = raffles.map(({ id }) => id);
    const before = await hashesOf(app, first);
    expect(before).toHaveLength(1);
    expect(await hashesOf(app, second)).not.toEqual(before);
    expect(await computable(app, first)).toContain(before[0]);

    await drawToTheEnd(app, host, first);
    await app.clock.jump(31 * DAY_MS);
    await eventually(app, 'the raffle is cleaned up', async () => (await hashesOf(app, first)).length === 0);
    expect(await computable(app, first)).not.toContain(before[0]);
  });

  test('M10: an account’s fingerprints end with it', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const row = await app.parts.database.query
      .selectFrom('audit_log')
      .select(['ip_hash', 'host_id'])
      .where('action', '=', 'account_registered')
      .executeTakeFirstOrThrow();
    const about = row.host_id ?? '';
    expect(await computable(app, about)).toContain(row.ip_hash);
    expect((await host.remove('/api/settings/delete-all')).status).toBe(200);
    expect(await computable(app, about)).not.toContain(row.ip_hash);
  });

  test('M10: after an upgrade the log still tells people apart, with its own keys', async () => {
    const { storage } = await makeApp();
    const old = await makeStorage(storage.kind);
    try {
      const open =
        old.databaseUrl === undefined
          ? openSqlite(old.dataDir)
          : openPostgres(old.databaseUrl, () => undefined, 'work');
      await migrate(open.query, '0020-join-checks');
      await sql`
        insert into users (id, name, email, email_verified, created_at, updated_at, pseudonym, host_seq)
        values ('host', 'Hanna', 'hanna@example.org', 1, 1, 1, 'pseudonym', 0)`.execute(open.query);
      for (const raffle of ['summer', 'winter']) {
        await sql`
          insert into raffles (id, host_id, title, description, status, max_winners, max_tickets, chosen_animation,
            created_at, updated_at)
          values (${raffle}, 'host', ${raffle}, '', 'draft', 1, 1, 'neon', 1, 1)`.execute(open.query);
      }
      const rows = Array.from({ length: 2500 }, (_, ts) => ({
        ts,
        raffle_id: [null, 'summer', 'winter'][ts % 3] ?? null,
      }));
      for (const { ts, raffle_id: raffleId } of rows) {
        await sql`
          insert into audit_log (id, raffle_id, host_id, actor, action, ts, ip_hash, ua_hash)
          values (${`row-${ts}`}, ${raffleId}, 'host', 'host', 'done', ${ts}, ${`ip-${ts % 2}`}, 'ua')`.execute(
          open.query,
        );
      }
      await open.close();
      const database = await openDatabase(old);
      const { rows: keys } = await sql<{ id: string; audit_key: string }>`
        select id, audit_key from raffles union all select id, audit_key from users`.execute(database.query);
      expect(new Set(keys.map(({ audit_key: key }) => key)).size).toBe(3);
      const stored = await database.query
        .selectFrom('audit_log')
        .select(['ts', 'ip_hash', 'ua_hash'])
        .orderBy('ts')
        .execute();
      const keyed = (about: string, hash: string) => {
        const { audit_key: key = '' } = keys.find(({ id }) => id === about) ?? {};
        return createHmac('sha256', Buffer.from(key, 'hex')).update(hash).digest('hex');
      };
      expect(stored).toEqual(
        rows.map(({ ts, raffle_id: raffleId }) => ({
          ts,
          ip_hash: keyed(raffleId ?? 'host', `ip-${ts % 2}`),
          ua_hash: keyed(raffleId ?? 'host', 'ua'),
        })),
      );
      await database.close();
    } finally {
      await old.drop();
    }
  });

  test('C: the activity log says who and what, and forgets a name that was erased', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const { id, public_link: link } = await host.openRaffle({ allow_public_join: true, max_tickets: 5 });
    const { invitees } = (await host.call('POST', `/api/raffles/${id}/invites`, { invitees: 'Cem\nDana' }))
      .body as InvitesAnswer;
    const ada = await browser(app).call('POST', '/api/join/public', {
      public_link: link,
      display_name: 'Ada',
    });
    const { invitee_id: adaId } = ada.body as JoinAnswer;
    await browser(app).call('POST', '/api/join', { token: invitees[0]?.token });
    await host.call('PATCH', `/api/raffles/${id}/participants/${adaId}/tickets`, { tickets: 4 });
    await host.call('POST', `/api/raffles/${id}/invites/${invitees[1]?.invitee_id}/revoke`);

    const people = async (): Promise<unknown[]> => {
      const { entries } = (await host.call('GET', `/api/audit?raffle_id=${id}`)).body as AuditPage;
      return ['entry_joined', 'tickets_changed', 'invite_revoked', 'raffle_opened'].flatMap((action) =>
        entries.filter((entry) => entry.action === action).map(({ person }) => [action, person]),
      );
    };
    const [first, second, ...others] = await people();
    expect([first, second]).toEqual(
      expect.arrayContaining([
        ['entry_joined', { display_name: 'Ada', entry_number: 1 }],
        ['entry_joined', { display_name: 'Cem', entry_number: 2 }],
      ]),
    );
    expect(others).toEqual([
      ['tickets_changed', { display_name: 'Ada', entry_number: 1 }],
      ['invite_revoked', { display_name: 'Dana', entry_number: null }],
      ['raffle_opened', null],
    ]);
    expect((await host.call('GET', `/api/audit/export?raffle_id=${id}`)).text).toMatch(
      /tickets_changed.*,Ada,1,,,Greta Gastgeber\r\n/,
    );
    const stored = await app.parts.database.query.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/Ada|Cem|Dana/);
    const rows = (await host.call('GET', `/api/raffles/${id}/participants`)).body as ParticipantsAnswer;
    expect(rows.participants).toHaveLength(2);

    await app.parts.database.query
      .updateTable('participations')
      .set({ display_name: null })
      .where('raffle_id', '=', id)
      .execute();
    expect((await people())[2]).toEqual(['tickets_changed', { display_name: null, entry_number: 1 }]);
  });

  test('R69: the activity log names the draw, and says why one was skipped, without storing the words', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openEvening({ app, host }, [{ name: 'Wine' }, { name: 'Cake', draw: 2 }], {
      draws: [{ name: 'Dinner' }, { name: 'Dessert' }],
    });
    await join(app, raffle.link, 'Ada');
    await join(app, raffle.link, 'Bo');
    const { draw_id: drawId, winners } = await drawNext({ app, host, id: raffle.id });
    const passed = { draw_id: drawId, prize: 1, entry_number: winners[0]?.entry_number, reason: 'absent' };
    expect((await host.post(`/api/raffles/${raffle.id}/pass-over`, passed)).status).toBe(200);
    const reason = 'The cake fell down';
    await host.post(`/api/raffles/${raffle.id}/draws/2/skip`, { reason });
    const { entries } = (await host.get<AuditPage>(`/api/audit?raffle_id=${raffle.id}`)).body;
    const drawIn = (action: string) => entries.find((entry) => entry.action === action)?.draw;
    expect(drawIn('draw_skipped')).toEqual({ number: 2, name: 'Dessert', skip_reason: reason });
    for (const action of ['draw_started', 'winner_passed_over']) {
      expect([action, drawIn(action)]).toEqual([action, { number: 1, name: 'Dinner', skip_reason: null }]);
    }
    expect(drawIn('raffle_opened')).toBeNull();
    const file = (await host.get(`/api/audit/export?raffle_id=${raffle.id}`)).text;
    expect(file).toMatch(/draw_skipped.*,Dessert,The cake fell down,Hanna Host\r\n/);
    const stored = await app.parts.database.query.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('cake');

    // The only draw of a raffle is not named.
    const single = await openRaffle(host);
    await join(app, single.public_link, 'Ada');
    await drawToTheEnd(app, host, single.id);
    const all = (await host.get<AuditPage>(`/api/audit?raffle_id=${single.id}`)).body.entries;
    expect(all.map((entry) => entry.draw)).toEqual(all.map(() => null));
  });
});
