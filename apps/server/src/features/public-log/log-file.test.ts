/** The log as a file (draw protocol §8): whole, checkable offline, and without anything about people. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogAnswer } from '@glassdrum/contract';
import { checkLogFile, type LogFile } from '@glassdrum/fair-draw';
import { afterAll, expect, it } from 'vitest';
import { drawnRaffle } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, openRaffle, person, signUp } from '../../../test/support/people.ts';

const FAIR_DRAW = fileURLToPath(
  new URL('../../../../../packages/fair-draw/cli/fair-draw.mjs', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-log-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function whole(app: TestApp): Promise<void> {
  const { query } = app.parts.database;
  await eventually(
    app,
    'a checkpoint of all records',
    async () => {
      const { size } = await query.selectFrom('public_log_head').select('size').executeTakeFirstOrThrow();
      return (await person(app).get<LogAnswer>('/api/log')).body.size === size;
    },
    500,
  );
}

const fileOf = async (app: TestApp, query = ''): Promise<{ text: string; file: LogFile }> => {
  const { text, status } = await person(app).get(`/api/log/file${query}`);
  expect(status).toBe(200);
  return { text, file: JSON.parse(text) as LogFile };
};

const outcome = (text: string): Record<string, string> =>
  Object.fromEntries(checkLogFile(Buffer.from(text)).steps.map(({ name, status }) => [name, status]));

forEachDatabase((makeApp, kind) => {
  it('contains every record and the proofs of finished draws, verified by the command-line tool', async () => {
    const app = await makeApp();
    expect((await fileOf(app)).file).toEqual({ format: 'draw-log-file/2', records: [], proofs: [] });
    const host = await signUp(app, 'Hanna Secretive');
    const drawn = await drawnRaffle(app, host, 4, { title: 'Hidden title', rules_text: 'Hidden rules' });
    await openRaffle(host, { title: 'Only open' });
    await whole(app);
    const { text, file } = await fileOf(app, '?proofs=1');
    const rows = await app.parts.database.query
      .selectFrom('public_log')
      .select('text')
      .orderBy('log_index')
      .execute();
    expect(file.records).toEqual(rows.map((row) => row.text));
    expect(file.proofs.map((proof) => proof.draw_id)).toEqual([drawn.results.draw_id]);
    expect([...new Set(Object.values(outcome(text)))]).toEqual(['PASS']);
    // Nothing of it names a person, or leads to the raffle's page.
    for (const secret of ['Guest', 'Hanna', 'Hidden', 'Only open', drawn.id, drawn.link]) {
      expect(text).not.toContain(secret);
    }
    const { text: short, file: alone } = await fileOf(app);
    expect(alone.proofs).toEqual([]);
    expect(outcome(short)).toMatchObject({ records: 'PASS', results: 'SKIP' });

    if (kind !== 'sqlite') return;
    const path = join(folder, 'log.json');
    writeFileSync(path, text);
    const checked = spawnSync(process.execPath, [FAIR_DRAW, 'log', path], { encoding: 'utf8' });
    expect([checked.status, checked.stdout.trim().split('\n').at(-1)]).toEqual([0, 'VERIFIED']);
    const other = structuredClone(file);
    other.records.splice(1, 1);
    writeFileSync(path, JSON.stringify(other));
    expect(spawnSync(process.execPath, [FAIR_DRAW, 'log', path]).status).toBe(1);
  }, 120_000);

  it('H6: is rate-limited', async () => {
    const app = await makeApp();
    const answers = [];
    for (let call = 0; call < 12; call += 1) answers.push((await person(app).get('/api/log/file')).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});
