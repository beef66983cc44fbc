/** Retention, clean-up, deletion and export (R53–R55), and that nothing personal is left afterwards (H8). */
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  type AuditPage,
  type CleanupAnswer,
  type ErrorBody,
  hostExport,
  type HostRaffle,
  type ParticipantsAnswer,
  type PublicRaffle,
  type ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { drawnRaffle, drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { type ManualClock, manualClock } from '../../platform/clock/manual-clock.ts';
import { ERASED_TABLES } from './erase.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Trx } from '../../platform/database/database.ts';
import { eventually, join, type Person, person, signInAgain, signUp } from '../../../test/support/people.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Half past: the hourly clean-up does not come between. */
const halfPast = (): ManualClock => manualClock(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2);

/** Every value of every table as text. */
async function everything(app: TestApp): Promise<string> {
  const { query } = app.parts.database;
  const tables = await query.introspection.getTables();
  const rows = [];
  for (const { name } of tables) rows.push(await sql`select * from ${sql.table(name)}`.execute(query));
  expect(rows.length).toBeGreaterThan(15);
  return JSON.stringify(rows.map((result) => result.rows));
}

/** The bytes of every file of the data folder but the keys. */
function filesOf(app: TestApp): string {
  const { dataDir } = app.storage;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('keys'))
    .map((entry) => readFileSync(joinPath(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** What would tie a commitment to a name. */
async function saltsOf(app: TestApp, raffleId: string): Promise<string[]> {
  const rows = await app.parts.database.query
    .selectFrom('participations')
    .select('salt')
    .where('raffle_id', '=', raffleId)
    .execute();
  const salts = rows.map((row) => row.salt).filter((salt) => salt !== null);
  expect(salts.length).toBeGreaterThan(1);
  return salts;
}

function objectsOf(app: TestApp): string[] {
  try {
    return readdirSync(joinPath(app.storage.dataDir, 'objects'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

async function newImage(): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

forEachDatabase((makeApp) => {
  const NAMES = ['Zephyrine Quill', 'Quasimodo Birdwhistle', 'Invited Nobodyelse'];
  const EMAIL = 'zephyrine@quill.example';
  const CHAT = 'Nobody will read this sentence later';

  /** A drawn raffle with an image, a personal link used, one not used, and somebody from the public link. */
  async function personalRaffle(app: TestApp, host: Person): Promise<{ id: string; link: string }> {
    const draft = await host.post<HostRaffle>('/api/raffles', {
      title: 'Rhododendron party',
      allow_public_join: true,
      image_url: await newImage(),
      max_winners: 1,
    });
    const { id, public_link: link } = draft.body;
    const added = await host.post<{ invitees: { token: string }[] }>(`/api/raffles/${id}/invites`, {
      invitees: `${NAMES[0]},${EMAIL}\n${NAMES[2]}`,
    });
    await host.post(`/api/raffles/${id}/open`);
    await person(app).post('/api/join', { token: added.body.invitees[0]?.token });
    await chatWithImage(app, await join(app, link ?? '', NAMES[1] ?? ''), id);
    await drawToTheEnd(app, host, id);
    return { id, link: link ?? '' };
  }

  async function chatWithImage(app: TestApp, guest: Person, raffleId: string): Promise<void> {
    const place = await guest.post<{ uploadURL: string }>('/api/objects/upload', { raffle_id: raffleId });
    const [, base64 = ''] = (await newImage()).split(',');
    const put = await app.http.inject({
      method: 'PUT',
      url: new URL(place.body.uploadURL).pathname,
      headers: { 'content-type': 'image/png' },
      payload: Buffer.from(base64, 'base64'),
    });
    expect(put.statusCode).toBe(200);
    const line = { raffle_id: raffleId, message: CHAT };
    expect((await guest.post(`/api/raffles/${raffleId}/chat`, line)).status).toBe(201);
    expect(objectsOf(app)).toHaveLength(2);
  }

  async function proofOf(app: TestApp, id: string): Promise<DrawProof> {
    return (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
  }

  it('R53 the period is 1 to 30 days, 30 at first', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    expect((await host.get('/api/settings')).body).toEqual({ retention_days: 30, cleanup_due: 0 });
    for (const days of [0, 31, 1.5, '7']) {
      expect((await host.put('/api/settings/retention', { retention_days: days })).status).toBe(400);
    }
    expect((await host.put('/api/settings/retention', { retention_days: 7 })).status).toBe(200);
    expect((await host.get('/api/settings')).body).toEqual({ retention_days: 7, cleanup_due: 0 });
  });

  it('H8 R53 after the clean-up no personal data is left, and the proof is still valid', async () => {
    const app = await makeApp({ clock: halfPast() });
    const host = await signUp(app);
    await host.put('/api/settings/retention', { retention_days: 2 });
    const { id, link } = await personalRaffle(app, host);
    const open = await host.post<HostRaffle>('/api/raffles', {
      title: 'Still open',
      allow_public_join: true,
    });
    await host.post(`/api/raffles/${open.body.id}/open`);
    await join(app, open.body.public_link ?? '', 'Remaining Person');
    const image = (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.image_url ?? '';
    expect((await person(app).get(image)).status).toBe(200);
    const planted = [...NAMES, EMAIL, CHAT, ...(await saltsOf(app, id))];
    const before = await everything(app);
    for (const text of planted) expect(before).toContain(text);

    await app.clock.jump(2 * DAY_MS - 60_000);
    const early = await signInAgain(app);
    expect((await early.post<CleanupAnswer>('/api/settings/cleanup')).body).toEqual({
      cleaned: 0,
      message: 'Nothing to clean up: no completed raffle is older than 2 days.',
    });
    await app.clock.advance(120_000);
    expect((await early.get('/api/settings')).body).toEqual({ retention_days: 2, cleanup_due: 1 });
    expect((await early.post<CleanupAnswer>('/api/settings/cleanup')).body).toEqual({
      cleaned: 1,
      message: 'Personal data of 1 completed raffle older than 2 days was erased. Results and proofs stay.',
    });
    const after = `${await everything(app)}\n${filesOf(app)}`;
    expect(planted.filter((text) => after.includes(text))).toEqual([]);
    expect(after).toContain('Remaining Person');
    expect(objectsOf(app)).toEqual([]);
    expect((await person(app).get(image)).status).toBe(404);
    expect((await person(app).get(`/api/join/${link}`)).status).toBe(404);

    const check = verifyProof(await proofOf(app, id), {
      chains: [app.testChain.chain],
      logKey: app.parts.keys.publicKey,
    });
    expect(check.steps.filter((step) => step.status === 'FAIL')).toEqual([]);
    const skipped = check.steps.filter((step) => step.status === 'SKIP').map((step) => step.name);
    expect(skipped).toEqual(['names', 'witnesses', 'audience', 'standing', 'series']);
    const { body: results } = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
    expect(results.winners.map((row) => row.display_name)).toEqual([null]);
    expect((await person(app).get(`/api/raffles/${id}/records`)).status).toBe(200);
    expect(
      (await person(app).get<{ entries: unknown[] }>(`/api/raffles/${id}/draw/entries`)).body.entries,
    ).toHaveLength(2);
    const { body: raffle } = await early.get<HostRaffle>(`/api/raffles/${id}`);
    expect(raffle).toMatchObject({ status: 'drawn', image_url: null, public_link: null, join_code: null });
    expect(raffle.cleaned_at).toBe(app.clock.now());
    const { body: list } = await early.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`);
    expect(list.participants.map((row) => [row.display_name, row.email])).toEqual([
      ['', null],
      ['', null],
    ]);
    expect((await early.post<CleanupAnswer>('/api/settings/cleanup')).body.cleaned).toBe(0);
  });

  it('H8 every table of a raffle is erased, or listed as one that stays', async () => {
    const { query } = (await makeApp()).parts.database;
    const tables = await query.introspection.getTables();
    const ofRaffles = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'raffle_id'))
      .map(({ name }) => name);
    const remaining = [
      'audit_log',
      'claim_forms',
      'draw_openings',
      'draws',
      'entry_changes',
      'invitees',
      'participations',
      'planned_draws',
      'prizes',
      'recurrence_periods',
      'webhook_events',
    ];
    expect(ofRaffles.toSorted()).toEqual([...ERASED_TABLES, ...remaining].toSorted());
  });

  const cleaned = (app: TestApp, host: Person, id: string): Promise<number> =>
    eventually(
      app,
      'the clean-up',
      async () => (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.cleaned_at,
    );

  it("R53 cleans up automatically, once an hour for all nodes, by each host's period, drawn raffles only", async () => {
    const app = await makeApp({ clock: halfPast() });
    const [strict, lax] = [await signUp(app), await signUp(app)];
    await strict.put('/api/settings/retention', { retention_days: 1 });
    const { id } = await personalRaffle(app, strict);
    const { id: untouched } = await drawnRaffle(app, lax, 1);
    const { id: open } = (await strict.post<HostRaffle>('/api/raffles', { title: 'Open for long' })).body;
    await strict.post(`/api/raffles/${open}/open`);
    const at = async (raffleId: string): Promise<number | null> =>
      (
        await app.parts.database.query
          .selectFrom('raffles')
          .select('cleaned_at')
          .where('id', '=', raffleId)
          .executeTakeFirstOrThrow()
      ).cleaned_at;
    // An hour's job enqueues the next hour's when it ends, after the last raffle's images.
    const hourIsOver = (): Promise<{ key: string }> =>
      eventually(app, 'the next hour is asked for', () =>
        app.parts.database.query
          .selectFrom('jobs')
          .select('key')
          .where('kind', '=', 'retention')
          .where('key', '=', String(Math.floor(app.clock.now() / HOUR_MS) + 1))
          .executeTakeFirst(),
      );
    await app.clock.advance(DAY_MS - HOUR_MS);
    await hourIsOver();
    expect(await at(id)).toBeNull();
    // One at a time: a job that still runs when the next hour begins leaves out that hour's.
    for (let hours = 0; hours < 2; hours += 1) {
      await app.clock.advance(HOUR_MS);
      await hourIsOver();
    }
    expect(await at(id)).not.toBeNull();
    expect([await at(untouched), await at(open)]).toEqual([null, null]);
    expect(objectsOf(app)).toEqual([]);
    const left = await everything(app);
    for (const text of [...NAMES, EMAIL, CHAT]) expect(left).not.toContain(text);
    const hours = await app.parts.database.query
      .selectFrom('jobs')
      .select(['key', 'state'])
      .where('kind', '=', 'retention')
      .orderBy('run_at')
      .execute();
    expect(hours.map(({ state }) => state).filter((state) => state !== 'done')).toEqual(['waiting']);
    expect(Number(hours.at(-1)?.key)).toBe(Math.floor(app.clock.now() / HOUR_MS) + 1);
  });

  it('R11 I5 the activity log shows what the host did, in pages and as a file, without addresses', async () => {
    const app = await makeApp();
    const [host, other] = [await signUp(app), await signUp(app)];
    const { id } = await drawnRaffle(app, host, 2, { title: '=Party' });
    await other.post('/api/raffles', { title: 'Of another host' });
    const { body: all } = await host.get<AuditPage>('/api/audit');
    const actions = all.entries.map((entry) => entry.action);
    expect(actions).toEqual(expect.arrayContaining(['draw_started', 'raffle_opened', 'raffle_created']));
    expect(all.entries.map((entry) => entry.ts)).toEqual(
      all.entries.map((entry) => entry.ts).toSorted((a, b) => b - a),
    );
    const opened = all.entries.find((entry) => entry.action === 'raffle_opened');
    expect(opened).toMatchObject({
      raffle_title: '=Party',
      actor: 'host',
      place: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    expect(JSON.stringify(all)).not.toMatch(/127\.0\.0\.1|Of another host/);

    const { body: one } = await host.get<AuditPage>(`/api/audit?raffle_id=${id}`);
    expect(one.entries.every((entry) => entry.raffle_id === id)).toBe(true);
    expect((await other.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body.entries).toEqual([]);
    const file = await host.get(`/api/audit/export?raffle_id=${id}`);
    expect(file.headers['content-disposition']).toContain('glassdrum-activity.csv');
    expect(file.text).toContain("'=Party");
    expect(file.text.trim().split('\r\n')).toHaveLength(one.entries.length + 1);

    await app.parts.database.transaction(async (trx) => {
      for (let i = 0; i < 120; i += 1) {
        await writeAudit(trx, {
          raffleId: id,
          hostId: await hostOf(trx, id),
          actor: 'host',
          action: 'tickets_changed',
          ts: 1000,
          from: { ipHash: null, uaHash: null, byId: null, tokenId: null },
        });
      }
    });
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { body: page }: { body: AuditPage } = await host.get<AuditPage>(
        `/api/audit?raffle_id=${id}&after=${next}`,
      );
      seen.push(...page.entries.map((entry) => entry.id));
      next = page.next;
    }
    expect(seen).toHaveLength(one.entries.length + 120);
    expect(new Set(seen).size).toBe(seen.length);
  });

  async function hostOf(trx: Trx, id: string): Promise<string> {
    return (await trx.selectFrom('raffles').select('host_id').where('id', '=', id).executeTakeFirstOrThrow())
      .host_id;
  }

  it('R14 R53 a winner can still be passed over when the names are gone', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, results } = await drawnRaffle(app, host, 5, { max_winners: 1 });
    await app.clock.jump(31 * DAY_MS);
    const again = await signInAgain(app);
    await cleaned(app, again, id);
    const answer = await again.post<ResultsAnswer>(`/api/raffles/${id}/pass-over`, {
      entry_number: results.winners[0]?.entry_number,
      reason: 'absent',
    });
    expect(answer.body.passed_over[0]?.moved_up).toEqual({
      entry_number: results.alternates[0]?.entry_number,
      display_name: null,
    });
  });

  it('H8 R54 delete-all leaves no personal data, and the proof is still valid', async () => {
    const app = await makeApp();
    const host = await signUp(app, 'Wilhelmina Gastgeberin');
    const email = (await host.get<{ email: string }>('/api/auth/me')).body.email;
    const { id } = await personalRaffle(app, host);
    const draft = await host.post<HostRaffle>('/api/raffles', {
      title: 'Secret birthday',
      image_url: await newImage(),
    });
    await host.post(`/api/raffles/${draft.body.id}/invites`, { invitees: 'Aunt Petronella' });
    const other = await signUp(app, 'Other Host');
    await other.post('/api/raffles', { title: 'Untouched' });

    const salts = await saltsOf(app, id);
    expect((await host.remove('/api/settings/delete-all')).body).toEqual({ ok: true });
    expect((await host.get('/api/auth/me')).status).toBe(401);
    const after = `${await everything(app)}\n${filesOf(app)}`;
    const words = ['Wilhelmina', 'Secret birthday', 'Petronella', 'Rhododendron'];
    const planted = [...NAMES, EMAIL, CHAT, email, ...words, ...salts];
    expect(planted.filter((text) => after.includes(text))).toEqual([]);
    expect(after).toContain('Untouched');
    expect(objectsOf(app)).toEqual([]);
    expect((await person(app).get(`/api/raffles/${draft.body.id}`)).status).toBe(404);
    const { body: raffle } = await person(app).get<PublicRaffle>(`/api/raffles/${id}`);
    expect([raffle.title, raffle.status]).toEqual(['Deleted raffle', 'drawn']);
    expect((await person(app).get(`/api/raffles/${id}/results`)).status).toBe(200);
    const check = verifyProof(await proofOf(app, id), { chains: [app.testChain.chain] });
    expect(check.steps.filter((step) => step.status === 'FAIL')).toEqual([]);
    const login = await person(app).post('/api/auth/login', { email, password: 'correct horse battery' });
    expect(login.status).toBe(401);
  });

  it("R54 refuses while one of the host's draws is running, and changes nothing", async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, link } = await drawnRaffle(app, host, 1);
    expect(link).not.toBe('');
    const running = await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`);
    await host.post(`/api/raffles/${running.body.id}/open`);
    await join(app, running.body.public_link ?? '', 'Early Bird');
    await host.post(`/api/raffles/${running.body.id}/draw`);
    const refused = await host.remove<ErrorBody>('/api/settings/delete-all');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'draw_running']);
    expect((await host.get<unknown[]>('/api/raffles')).body).toHaveLength(2);
    await drawToTheEnd(app, host, running.body.id);
    expect((await host.remove('/api/settings/delete-all')).status).toBe(200);
  });

  it('R54 a deletion concurrent with a draw ends in one or the other, never in a draw without its raffle', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Race', allow_public_join: true });
    const { id, public_link: link } = draft.body;
    await host.post(`/api/raffles/${id}/open`);
    await join(app, link ?? '', 'Early Bird');
    const [draw, deletion] = await Promise.all([
      host.post(`/api/raffles/${id}/draw`),
      host.remove('/api/settings/delete-all'),
    ]);
    const rows = await app.parts.database.query.selectFrom('draws').select('id').execute();
    expect(rows).toHaveLength(deletion.status === 200 ? 0 : 1);
    const log = await app.parts.database.query.selectFrom('public_log').select('kind').execute();
    const kinds = log.map(({ kind }) => kind);
    expect(kinds).toEqual(deletion.status === 200 ? ['open', 'void'] : ['open', 'close', 'freeze']);
    expect([deletion.status, draw.status]).not.toEqual([200, 200]);
  });

  it('R55 M1 the export contains all data of the host in JSON and CSV, nothing of others, and no secrets', async () => {
    const app = await makeApp();
    const host = await signUp(app, '=cmd|host');
    const { id } = await personalRaffle(app, host);
    await host.post('/api/raffles', { title: '+1 draft', passphrase: 'open sesame' });
    await drawnRaffle(app, await signUp(app), 2, { title: 'Of another host' });
    const json = await host.get('/api/settings/export');
    expect(json.headers['content-disposition']).toBe('attachment; filename="glassdrum-export.json"');
    const all = hostExport.parse(JSON.parse(json.text));
    expect(all.raffles.map((raffle) => raffle.title)).toEqual(['+1 draft', 'Rhododendron party']);
    const drawn = all.raffles.find((raffle) => raffle.id === id);
    expect(drawn?.invitees.map((one) => [one.display_name, one.email, one.state])).toEqual([
      [NAMES[0], EMAIL, 'joined'],
      [NAMES[2], null, 'invited'],
    ]);
    expect(drawn?.participants.map((one) => one.display_name)).toEqual([NAMES[0], NAMES[1]]);
    expect(drawn?.draw?.winners).toHaveLength(1);
    expect(all.audit.map((one) => one.action)).toContain('raffle_opened');
    for (const secret of ['Of another host', 'argon2', 'open sesame', 'salt', 'ip_hash']) {
      expect(json.text).not.toContain(secret);
    }

    const zip = await app.http.inject({ url: '/api/settings/export?format=csv', headers: host.headers });
    const files = unzipSync(zip.rawPayload);
    expect(Object.keys(files)).toEqual([
      'account.csv',
      'workspaces.csv',
      'raffles.csv',
      'prizes.csv',
      'invitations.csv',
      'entries.csv',
      'check-ins.csv',
      'winners.csv',
      'claims.csv',
      'claim-answers.csv',
      'passed-over.csv',
      'templates.csv',
      'api-tokens.csv',
      'recurrences.csv',
      'webhooks.csv',
      'audit.csv',
    ]);
    const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
    expect(text('account.csv')).toContain(`\r\n'=cmd|host,`);
    expect(text('raffles.csv')).toContain(`,'+1 draft,`);
    expect(text('entries.csv')).toContain(`${id},1,${NAMES[0]},${EMAIL},`);
    expect(text('invitations.csv').split('\r\n')).toHaveLength(4);
  });
});
