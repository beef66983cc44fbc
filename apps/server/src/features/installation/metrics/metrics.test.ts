/** R82: what /metrics tells Prometheus, who may read it, and that it tells nobody anything about people or results (R4). */
import { describe, expect, test } from 'vitest';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';

const TOKEN = 'a-token-of-at-least-16';
const env = { METRICS_TOKEN: TOKEN };

async function scrape(app: TestApp): Promise<string> {
  const answer = await person(app, { authorization: `Bearer ${TOKEN}` }).get('/metrics');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
  ]);
  return answer.text;
}

/** The value of one series; undefined where there is none. @param labels in the order of the exposition */
function valueOf(text: string, name: string, labels = ''): number | undefined {
  const series = labels === '' ? name : `${name}{${labels}}`;
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** Every label's value, by label. */
function labelValues(text: string): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const line of text.split('\n').filter((one) => !one.startsWith('#'))) {
    for (const [, label = '', value = ''] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value));
    }
  }
  return values;
}

forEachDatabase((makeApp) => {
  describe('who may read it', () => {
    test('R82: without the setting there is no such page, with whatever token', async () => {
      const app = await makeApp();
      for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${TOKEN}` }]) {
        expect((await person(app, headers).get('/metrics')).status).toBe(404);
      }
    });

    test('R82: only the whole token opens it', async () => {
      const app = await makeApp({ env });
      const wrong = [
        '',
        'Bearer',
        'Bearer x',
        `Bearer ${TOKEN}x`,
        `Bearer ${TOKEN.slice(1)}`,
        `Basic ${TOKEN}`,
      ];
      for (const authorization of wrong) {
        const answer = await person(app, { authorization }).get<{ error: { message: string } }>('/metrics');
        expect([authorization, answer.status]).toEqual([authorization, 401]);
        expect(answer.body.error.message).toContain('METRICS_TOKEN');
      }
      expect((await person(app).get('/metrics')).status).toBe(401);
      const host = await signUp(app);
      expect((await host.get('/metrics')).status).toBe(401);
      const answer = await person(app, { authorization: `bearer ${TOKEN}` }).get('/metrics');
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(app.logLines.join('')).not.toContain(TOKEN);
    });
  });

  test('R82: joins, calls, chat lines, sockets, statements and the queue are counted', async () => {
    const app = await makeApp({
      env: { ...env, PUBLIC_URL: 'https://raffles.example.org' },
      mailer: mailbox(),
    });
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, { max_entries: 3 });
    await person(app).post('/api/join/public', { public_link: link, display_name: 'Cecily Candlestick' });
    const before = await scrape(app);
    expect(valueOf(before, 'glassdrum_joins_total', 'way="public",outcome="joined"')).toBe(1);
    const one = await join(app, link, 'Wilhelmina Watermark');
    await join(app, link, 'Bartholomew Bellringer');
    const refused = await person(app).post('/api/join/public', { public_link: link, display_name: 'Late' });
    expect(refused.status).toBe(409);
    const invitees = 'Nina New,nina@example.org';
    const other = await openRaffle(host);
    expect((await host.post(`/api/raffles/${other.id}/invites`, { invitees })).status).toBeLessThan(300);
    expect((await host.post(`/api/raffles/${other.id}/invites/send`, {})).status).toBeLessThan(300);
    await one.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'Hello everybody' });
    const watcher = await watch(app, await app.listen(), id);
    await eventually(
      app,
      'the email',
      async () => {
        const text = await scrape(app);
        return valueOf(text, 'glassdrum_deliveries_total', 'channel="mail",outcome="sent"') === 1;
      },
      250,
    );

    const text = await scrape(app);
    expect(valueOf(text, 'glassdrum_joins_total', 'way="public",outcome="joined"')).toBe(3);
    expect(valueOf(text, 'glassdrum_joins_total', 'way="public",outcome="refused"')).toBe(1);
    const calls = 'method="POST",route="/api/join/public"';
    expect(valueOf(text, 'glassdrum_http_request_duration_seconds_count', `${calls},status="2xx"`)).toBe(3);
    expect(valueOf(text, 'glassdrum_http_request_duration_seconds_count', `${calls},status="4xx"`)).toBe(1);
    expect(valueOf(text, 'glassdrum_chat_lines_total')).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'glassdrum_sockets')).toBe(1);
    expect(valueOf(text, 'glassdrum_rooms')).toBe(1);
    expect(valueOf(text, 'glassdrum_leads')).toBe(1);
    expect(valueOf(text, 'glassdrum_bus_messages_total', 'topic="entries-changed"')).toBeGreaterThanOrEqual(
      1,
    );
    for (const kind of ['select', 'insert', 'update']) {
      const labels = `kind="${kind}"`;
      expect(valueOf(text, 'glassdrum_database_statement_duration_seconds_count', labels)).toBeGreaterThan(0);
    }
    expect(valueOf(text, 'glassdrum_database_size_bytes')).toBeGreaterThan(10_000);
    expect(valueOf(text, 'glassdrum_public_log_size')).toBeGreaterThan(0);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect([...(labelValues(text).get('source') ?? [])].toSorted()).toEqual([
      'draws',
      'log',
      'queue',
      'readiness',
      'storage',
      'witnesses',
    ]);
    for (const source of labelValues(text).get('source') ?? []) {
      expect([source, valueOf(text, 'glassdrum_source_up', `source="${source}"`)]).toEqual([source, 1]);
    }
    watcher.close();
    await eventually(app, 'no socket', async () => valueOf(await scrape(app), 'glassdrum_sockets') === 0);
  });

  test('R82: overdue work is counted with its age, and what failed for good', async () => {
    const app = await makeApp({ env });
    const { query } = app.parts.database;
    const row = { payload: '{}', attempts: 1, leased_by: null, last_error: null, finished_at: null } as const;
    const at = app.clock.now() - 90_000;
    await query
      .insertInto('jobs')
      .values([
        { ...row, kind: 'of_nobody', key: 'late', run_at: at, due_at: at, state: 'waiting' },
        { ...row, kind: 'of_nobody', key: 'failed', run_at: at, due_at: null, state: 'failed' },
      ])
      .execute();
    const text = await scrape(app);
    const lane = 'lane="jobs/of_nobody"';
    expect(valueOf(text, 'glassdrum_queue_waiting', lane)).toBe(1);
    expect(valueOf(text, 'glassdrum_queue_failed', lane)).toBe(1);
    expect(valueOf(text, 'glassdrum_queue_oldest_due_seconds', lane)).toBe(90);
    await query.deleteFrom('jobs').where('kind', '=', 'of_nobody').execute();
    expect(valueOf(await scrape(app), 'glassdrum_queue_waiting', lane)).toBeUndefined();
  });

  test('R82: when the database is away, figures that come from it are missing, and the others are there', async () => {
    const app = await makeApp({ env });
    expect(valueOf(await scrape(app), 'glassdrum_public_log_size')).toBeGreaterThanOrEqual(0);
    await app.parts.database.query.schema.alterTable('public_log_head').renameTo('elsewhere').execute();
    const text = await scrape(app);
    expect(valueOf(text, 'glassdrum_public_log_size')).toBeUndefined();
    expect(valueOf(text, 'glassdrum_source_up', 'source="log"')).toBe(0);
    expect(valueOf(text, 'glassdrum_source_up', 'source="queue"')).toBe(1);
    expect(valueOf(text, 'glassdrum_database_errors_total', 'reason="other"')).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'glassdrum_sockets')).toBe(0);
    await app.parts.database.query.schema.alterTable('elsewhere').renameTo('public_log_head').execute();
  });

  test('R4 R82: through a whole draw the figures name steps, and never a person, a raffle, a seed or a winner', async () => {
    const app = await makeApp({ env });
    const host = await signUp(app, 'Hortensia Hostess');
    const { id, public_link: link } = await openRaffle(host, { title: 'Unmistakable title' });
    const names = ['Wilhelmina Watermark', 'Bartholomew Bellringer', 'Clementine Clockmaker'];
    for (const name of names) await join(app, link, name);
    const watcher = await watch(app, await app.listen(), id);
    await host.post(`/api/raffles/${id}/draw`);
    const texts: string[] = [];
    await eventually(
      app,
      'the end of the draw',
      async () => {
        texts.push(await scrape(app));
        const running = valueOf(texts.at(-1) ?? '', 'glassdrum_draws_running');
        return texts.length > 3 && running === 0;
      },
      500,
    );
    expect(texts.some((text) => valueOf(text, 'glassdrum_draws_running') === 1)).toBe(true);
    const last = texts.at(-1) ?? '';
    for (const step of ['sealing', 'seed', 'audience', 'beacon', 'result', 'announcement', 'completion']) {
      const labels = (outcome: string): string => `step="${step}",outcome="${outcome}"`;
      const runs = ['done', 'not_needed'].map((outcome) =>
        valueOf(last, 'glassdrum_draw_steps_total', labels(outcome)),
      );
      expect([step, runs[0] ?? runs[1] ?? 0]).toEqual([step, 1]);
    }
    const draw = await app.parts.database.query.selectFrom('draws').selectAll().executeTakeFirstOrThrow();
    const secrets = [
      id,
      draw.id,
      link,
      'Hortensia',
      'Unmistakable',
      draw.seed_reveal ?? 'seed',
      draw.beacon_value ?? 'beacon',
    ];
    secrets.push(...names.flatMap((name) => name.split(' ')));
    for (const text of texts) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      for (const [label, values] of labelValues(text)) {
        if (label === 'le') continue;
        // Words and patterns of addresses: no ids, no hashes.
        const strange = [...values].filter((value) => /[0-9a-f]{8}|@|\d{4}/.test(value));
        expect([label, strange]).toEqual([label, []]);
        expect(values.size).toBeLessThan(200);
      }
    }
    watcher.close();
  });
});
