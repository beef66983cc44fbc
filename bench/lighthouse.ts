/**
 * First sight: what Lighthouse says of the built product on a phone of the middle class on slow 4G (its own simulation,
 * its mobile preset). The marks for speed depend on the machine; the others don't, and are a test (e2e/lighthouse.spec.ts).
 */
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaffle, Invitation } from '@glassdrum/contract';
import { signUp } from '../apps/server/src/demo/fill.ts';
import { joinByToken } from '../e2e/support/people.ts';
import { lighthouse } from '../scripts/lib/lighthouse.mjs';
import { percentile, report } from './measure.ts';

const RUNS = 3;
const PEOPLE = 40;
const SERVER = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-bench-'));

const child = spawn(process.execPath, [SERVER], {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
const base = await new Promise<string>((resolve, reject) => {
  let said = '';
  child.once('exit', (code) => reject(new Error(`The server ended at start with code ${code}.`)));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const address = /ready at (\S+)\n/.exec(said)?.[1];
    if (address !== undefined) resolve(address);
  });
});

/** An open raffle with people in it: the pages of participants, the last invitation still unused. */
async function participantPages(): Promise<Record<string, string>> {
  const host = await signUp(base, {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  const { id } = await host.post<HostRaffle>('/api/raffles', {
    title: 'Summer party',
    allow_public_join: true,
  });
  const invitees = Array.from({ length: PEOPLE }, (_, number) => `Person ${number + 1}`).join('\n');
  await host.post(`/api/raffles/${id}/invites`, { invitees });
  await host.post(`/api/raffles/${id}/open`);
  const tokens = (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).map(({ token }) => token ?? '');
  for (const token of tokens.slice(1)) await joinByToken(base, token);
  const { public_link: link } = await host.get<HostRaffle>(`/api/raffles/${id}`);
  return {
    invitation: `/r/${tokens[0]}`,
    'public join': `/join/${link}`,
    'live draw, waiting': `/draw/${id}`,
  };
}

try {
  const pages = { landing: '/', 'host access': '/auth', legal: '/legal', ...(await participantPages()) };
  for (const [name, path] of Object.entries(pages)) {
    const runs: Awaited<ReturnType<typeof lighthouse>>[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await lighthouse(base + path, ['performance', 'accessibility', 'best-practices', 'seo']));
    }
    const middle = (value: (run: (typeof runs)[number]) => number | undefined): number =>
      percentile(
        runs.map((run) => value(run) ?? Number.NaN),
        0.5,
      );
    const how = `median of ${RUNS} runs, mobile preset`;
    report(
      `${name}: performance`,
      middle(({ scores }) => scores['performance']),
      'of 100',
      how,
    );
    report(
      `${name}: largest paint`,
      middle(({ millis }) => millis['largest-contentful-paint']),
      'ms',
      how,
    );
    report(
      `${name}: blocked`,
      middle(({ millis }) => millis['total-blocking-time']),
      'ms',
      how,
    );
    const others = ['accessibility', 'best-practices', 'seo'] as const;
    const worst = Math.min(...runs.flatMap(({ scores }) => others.map((mark) => scores[mark] ?? 0)));
    report(`${name}: accessibility, best practices, SEO`, worst, 'of 100', 'the worst of the three');
  }
} finally {
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
