/** An installation that an earlier version left starts with everything there, and what was under way is finished. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrentUser, DrawPlan, LogRecordsAnswer, PublicRaffle, SecondStep } from '@glassdrum/contract';
import { type DrawProof, formatWitnessKey, verifyProof } from '@glassdrum/fair-draw';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { totpCode, totpStep } from '../../src/features/accounts/second-factors/totp.ts';
import { manualClock } from '../../src/platform/clock/manual-clock.ts';
import { browser } from '../support/browser.ts';
import { brokenPromises } from '../support/checker.ts';
import { glassdrum } from '../support/command.ts';
import { type Mailbox, mailbox } from '../support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, person } from '../support/people.ts';
import { earlierInstallation, earlierStorage, expectAllThere, expectSameCounts, signIn } from './fixture.ts';

/** The earlier version had one witness, which cannot be reached any more. */
const WITNESSES = `${formatWitnessKey('one.example.org', 'ab'.repeat(32))}=http://127.0.0.1:9/witness`;
const HALF_HOUR_MS = 30 * 60_000;

forEachDatabase((makeApp, kind) => {
  const earlier = earlierInstallation();
  const { raffles } = earlier;

  /** @param mailTaken until it resolves the mail server takes no message */
  async function start(mailTaken = Promise.resolve()): Promise<{ app: TestApp; box: Mailbox }> {
    const storage = await earlierStorage(kind, 'fixture');
    afterAll(storage.drop);
    const box = mailbox();
    const app = await makeApp({
      storage,
      clock: manualClock(earlier.now),
      env: { PUBLIC_URL: earlier.publicUrl, JOIN_LIMIT: 'off', WITNESSES },
      mailer: { ...box, send: (message) => mailTaken.then(() => box.send(message)) },
    });
    return { app, box };
  }

  /** With two-factor codes that were switched on in the earlier version. */
  async function signInWithCode(app: TestApp): Promise<void> {
    const { email, password, secret } = earlier.protectedHost;
    const visitor = browser(app);
    await app.clock.advance(60_000);
    const first = await visitor.call('POST', '/api/auth/login', { email, password });
    expect(first.status).toBe(202);
    const second = await visitor.call('POST', '/api/auth/login/code', {
      login_token: (first.body as SecondStep).login_token,
      code: totpCode(secret, totpStep(app.clock.now())),
    });
    expect([second.status, (second.body as CurrentUser).email]).toEqual([200, email]);
  }

  const isDrawn = async (app: TestApp, id: string): Promise<boolean> =>
    (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body.status === 'drawn';

  test('everything that was stored is there: accounts, raffles, entries, results, proofs, chat, images', async () => {
    const { app } = await start(new Promise((resolve) => onTestFinished(() => resolve())));
    await expectSameCounts(app, earlier);
    const host = await signIn(app, earlier);
    await expectAllThere(app, host, earlier);

    for (const id of [raffles.drawn, raffles.erased]) {
      const proof = (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
      expect(verifyProof(proof, { chains: [app.testChain.chain] }).verdict).toBe('VERIFIED');
    }
    const drawn = (await host.get<PublicRaffle>(`/api/raffles/${raffles.drawn}`)).body;
    const image = await person(app).get(drawn.image_url ?? '');
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp']);
    const participant = person(app, earlier.participant.headers);
    expect((await participant.get(`/api/raffles/${earlier.participant.raffleId}/me`)).status).toBe(200);
    await signInWithCode(app);
  });

  test('the draw under way and the draw that is due are finished, waiting emails are sent once, and the log continues', async () => {
    const { app, box } = await start();
    const planOf = async (id: string): Promise<DrawPlan> =>
      (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;
    const before = await planOf(raffles.running);
    await eventually(app, 'the end of the draw under way', () => isDrawn(app, raffles.running), 500);
    const after = await planOf(raffles.running);
    expect([after.draw_id, after.freeze_hash, after.t0]).toEqual([
      before.draw_id,
      before.freeze_hash,
      before.t0,
    ]);
    await app.clock.advance(HALF_HOUR_MS);
    await eventually(app, 'the end of the draw at its deadline', () => isDrawn(app, raffles.due), 500);
    expect(
      await brokenPromises(app.parts.database, {
        chain: app.testChain.chain,
        drawn: [raffles.drawn, raffles.erased, raffles.running, raffles.due],
      }),
    ).toEqual([]);

    const outbox = app.parts.database.query.selectFrom('outbox');
    await eventually(
      app,
      'an outbox in which nothing waits',
      async () => (await outbox.select('id').where('state', '=', 'waiting').execute()).length === 0,
      1000,
    );
    expect(box.messages.map(({ to }) => to).toSorted()).toEqual([
      'later@example.org',
      'nils@example.org',
      'nora@example.org',
    ]);

    const oldRecords = earlier.answers.find(({ path }) => path === '/api/log/records')
      ?.body as LogRecordsAnswer;
    const { records } = (await person(app).get<LogRecordsAnswer>('/api/log/records')).body;
    expect(records.slice(0, earlier.log.size)).toEqual(oldRecords.records);
    expect(records.length).toBeGreaterThan(earlier.log.size);
    const folder = mkdtempSync(join(tmpdir(), 'glassdrum-upgrade-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const note = join(folder, 'checkpoint.note');
    writeFileSync(note, earlier.log.checkpoint);
    const verified = await glassdrum(null, 'verify-log', await app.listen(), '--remember', note);
    expect(verified.stdout).toContain('PASS  remembered\nVERIFIED\n');
    expect(verified.code).toBe(0);
  });
});
