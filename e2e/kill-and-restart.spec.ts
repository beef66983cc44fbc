/**
 * Power cuts: the server is killed (-9) and started again on the same data at every phase of a draw, which goes on as if
 * nothing had happened (R33). The server's own fault tests do it while people join and letters go out. And updates: it ends in good
 * order in a draw, and a phone that watches finds nothing to object to.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { DrawPlan } from '@glassdrum/contract';
import {
  CallFailed,
  type Caller,
  raffleWithEntrants,
  signUp,
  visitor,
} from '../apps/server/src/demo/fill.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';
import { join, newPhone } from './support/watching-phone.ts';
import { verifyWithFairDraw } from './support/verifiers.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
/** After T0: the seed is out, the result is not yet. */
const UPDATE_AT_MS = 10_000;
const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `Person ${i + 1}`);

let installation: Installation;
let host: Caller;

test.beforeEach(async () => {
  installation = await startInstallation();
  host = await signUp(installation.url, HOST);
});

test.afterEach(() => installation.stop());

/** Seconds after T0, one within each phase that the server has something to do in or after. */
const KILLS = [1, 5, 23.5, 26, 30];

test('R33 kill -9 at every phase of a draw: the same draw, on time, with a proof that holds', async () => {
  const raffle = await raffleWithEntrants(installation.url, host, { title: 'Summer party' }, people(50));
  const frozen = await host.post<{ t0: number; freeze_hash: string }>(`/api/raffles/${raffle.id}/draw`, {});
  const everyone = visitor(installation.url);
  for (const seconds of KILLS) {
    await pause(frozen.t0 + seconds * 1000 - Date.now());
    await installation.killAndRestart();
    const plan = await everyone.get<DrawPlan>(`/api/raffles/${raffle.id}/draw`);
    expect(plan).toMatchObject({ t0: frozen.t0, freeze_hash: frozen.freeze_hash });
  }

  const results = (): Promise<{ winners: object[] } | null> =>
    everyone.get<{ winners: object[] }>(`/api/raffles/${raffle.id}/results`).catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 404) return null;
      throw error;
    });
  await expect.poll(results, { timeout: 20_000 }).not.toBeNull();
  // The timeline went on while the server was away: nothing is later than one restart.
  expect(Date.now() - frozen.t0).toBeLessThan(45_000);
  const first = await results();
  expect(first?.winners).toHaveLength(3);

  await installation.killAndRestart();
  expect(await results()).toEqual(first);
  const again = await host.post<{ freeze_hash: string }>(`/api/raffles/${raffle.id}/draw`, {});
  expect(again.freeze_hash).toBe(frozen.freeze_hash);

  const proofFile = test.info().outputPath('proof.json');
  const chainFile = test.info().outputPath('chain.json');
  await writeFile(proofFile, JSON.stringify(await everyone.get(`/api/raffles/${raffle.id}/proof`)));
  await writeFile(chainFile, JSON.stringify(installation.chain));
  expect(verifyWithFairDraw(proofFile, { testChainFile: chainFile })).toMatchObject({
    exitCode: 0,
    verdict: 'VERIFIED',
  });
});

test('R33 the server is restarted in good order in a draw: a phone that watches it is back, and its seal turns green and nothing else', async ({
  browser,
}) => {
  const fields = { title: 'Summer party', allow_public_join: true };
  const raffle = await raffleWithEntrants(installation.url, host, fields, people(5));
  const phone = await newPhone(browser, installation.url);
  await join(phone, { public_link: raffle.public_link ?? '' }, 'Philippa Phone');
  const lines: { isClosed(): boolean }[] = [];
  phone.page.on('websocket', (line) => lines.push(line));
  await phone.page.goto(`/draw/${raffle.id}`);
  await expect(phone.page.locator('html')).toHaveAttribute('data-live', 'true');
  const { t0 } = await host.post<{ t0: number }>(`/api/raffles/${raffle.id}/draw`, {});
  await pause(t0 + UPDATE_AT_MS - Date.now());
  const before = lines.length;
  expect(lines.at(-1)?.isClosed()).toBe(false);
  await installation.endAndRestart();

  const seal = await phone.seal('green');
  // It watched the end of the draw on a line to the server that was started again.
  expect(lines.length).toBeGreaterThan(before);
  expect(seal.shown.filter((colour) => colour !== 'pending')).toEqual(['green']);
  await phone.close();
});
