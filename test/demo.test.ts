/** `npm run demo` as its users get it, in a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventedPeople } from '../apps/server/src/demo/people.ts';

const repository = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'demo-test-'));

const demo = spawn(process.execPath, ['--import', 'tsx', join(repository, 'apps/server/src/demo/main.ts')], {
  cwd: repository,
  // A database or relays in the environment are not the demonstration's.
  env: {
    ...process.env,
    PORT: '0',
    TMPDIR: temporary,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    BEACON_URLS: 'http://127.0.0.1:9',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const said = new Map<string, string>();
let base = '';
let drawn = '';

beforeAll(async () => {
  for await (const line of createInterface({ input: demo.stdout })) {
    const words = /^(?:A demonstration is ready at| {2}email| {2}password) +(.+)$/.exec(line);
    if (words?.[1] !== undefined) said.set(line.trim().split(' ')[0] ?? '', words[1]);
    if (line.startsWith('Its beacon')) break;
  }
  base = new URL(said.get('A') ?? '').origin;
}, 110_000);

afterAll(() => {
  demo.kill('SIGKILL');
  rmSync(temporary, { recursive: true, force: true });
});

test('there are two hundred different people', () => {
  expect(new Set(inventedPeople(200)).size).toBe(200);
});

test('the printed account finds a raffle ready to be drawn and one that was drawn', async () => {
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: said.get('email'), password: said.get('password') }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const list = await fetch(`${base}/api/raffles`, { headers: { cookie: cookie.join('; ') } });
  const raffles = (await list.json()) as { id: string; status: string; entry_count: number }[];
  expect(raffles.map(({ status, entry_count: count }) => [status, count])).toEqual([
    ['open', 200],
    ['drawn', 60],
  ]);
  drawn = raffles[1]?.id ?? '';
  const results = await fetch(`${base}/api/raffles/${drawn}/results`);
  expect(await results.json()).toMatchObject({ winners: { length: 3 }, assurance: 'operator' });
});

test('R86: two witnesses of its own confirmed when that list was frozen, and wait for the next', async () => {
  const installation = (await (await fetch(`${base}/api/installation`)).json()) as { witnesses: string[] };
  expect(installation.witnesses.map((key) => key.split('+')[0])).toEqual([
    'north.witness.example',
    'south.witness.example',
  ]);
  const results = (await (await fetch(`${base}/api/raffles/${drawn}/results`)).json()) as {
    sealing: { cosigned: string[]; known: number };
  };
  expect(results.sealing).toMatchObject({ known: 2 });
  expect(results.sealing.cosigned.toSorted()).toEqual(['north.witness.example', 'south.witness.example']);
});

test('it says that its beacon is a test beacon', async () => {
  const installation = await fetch(`${base}/api/installation`);
  expect(await installation.json()).toMatchObject({ test_chain: true });
});

test('it leaves nothing behind', async () => {
  expect(readdirSync(temporary).filter((name) => name.startsWith('glassdrum-demo-'))).toHaveLength(1);
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  demo.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readdirSync(temporary).filter((name) => name.startsWith('glassdrum-demo-'))).toEqual([]);
});
