/** `glassdrum verify-log` as its user sees it: lines, exit codes, and what the kept checkpoint notices (draw protocol §8). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogAnswer } from '@glassdrum/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { drawnRaffle } from '../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../test/support/make-app.ts';
import { eventually, person, signUp } from '../../test/support/people.ts';
import { verifyLog } from './verify-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'glassdrum-verify-log-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

async function run(app: TestApp, ...args: string[]): Promise<{ lines: string[]; code: unknown }> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  process.exitCode = 0;
  await verifyLog(args, app.clock.now());
  const code = process.exitCode;
  process.exitCode = 0;
  return { lines, code };
}

const ALL_PASS = [
  'records',
  'once',
  'order',
  'hosts',
  'series',
  'plans',
  'changes',
  'results',
  'claims',
  'advances',
  'holders',
  'signatures',
  'tree',
  'checkpoint',
].map((name) => `PASS  ${name}`);

forEachDatabase((makeApp, kind) => {
  it('checks a log by address or folder, keeps its checkpoint, and names what was changed since', async () => {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    await drawnRaffle(app, host, 2);
    await eventually(
      app,
      'the whole log',
      async () => (await person(app).get<LogAnswer>('/api/log')).body.size === 5,
      500,
    );
    const file = join(folder, `${kind}.note`);
    const first = await run(app, address, '--remember', file);
    expect(first).toEqual({
      lines: [...ALL_PASS, 'SKIP  remembered  no earlier checkpoint is kept', 'VERIFIED'],
      code: 0,
    });
    const again = await run(app, address, '--remember', file, '--key', app.parts.keys.publicKey);
    expect(again).toEqual({ lines: [...ALL_PASS, 'PASS  remembered', 'VERIFIED'], code: 0 });
    const otherKey = await run(app, address, '--key', 'a'.repeat(64));
    expect(otherKey.code).toBe(1);
    expect(
      otherKey.lines.filter((line) => line.startsWith('FAIL  ')).map((line) => line.split('  ')[1]),
    ).toEqual(['signatures', 'checkpoint']);
    if (kind === 'sqlite') {
      expect((await run(app, app.storage.dataDir)).lines.at(-1)).toBe('VERIFIED');
    }

    const { query } = app.parts.database;
    const unguard =
      kind === 'sqlite'
        ? 'drop trigger public_log_no_update'
        : 'alter table public_log disable trigger all; grant update on public_log to current_user';
    for (const statement of unguard.split('; ')) await sql.raw(statement).execute(query);
    await query
      .updateTable('public_log')
      .set({ text: 'draw.result.v2\nforged\n' })
      .where('kind', '=', 'result')
      .execute();
    const before = readFileSync(file, 'utf8');
    const changed = await run(app, address, '--remember', file);
    expect(changed.code).toBe(1);
    expect(changed.lines).toContain('FAIL  records  record 4 does not have the form of a record');
    expect(changed.lines).toContain(
      'FAIL  remembered  the first 5 records are not those of the kept checkpoint',
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('says in one sentence why nothing was checked', async () => {
    const app = await makeApp();
    writeFileSync(join(folder, 'empty'), '');
    const wrong = await run(app, '--wrong');
    expect(wrong.code).toBe(64);
    expect(wrong.lines).toEqual([
      expect.stringContaining("Unknown option '--wrong'"),
      expect.stringMatching(/^Usage: /),
    ]);
    for (const args of [
      ['one', 'two'],
      ['--key', 'short'],
      [join(folder, 'nowhere')],
      ['http://127.0.0.1:9'],
    ]) {
      const { lines, code } = await run(app, ...args);
      expect(code).toBe(64);
      expect(lines).toHaveLength(1);
    }
  });
});
