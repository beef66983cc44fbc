/**
 * Power cuts: the server is killed (-9) and started again on the same data, in a storm of joins and at every phase of a
 * draw. Nothing acknowledged is lost, numbers stay unique and gapless, and the draw goes on as if nothing had happened (R33).
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { DrawPlan, HostRaffle, JoinAnswer, ParticipantsAnswer } from '@glassdrum/contract';
import {
  CallFailed,
  type Caller,
  raffleWithEntrants,
  signUp,
  visitor,
} from '../apps/server/src/demo/fill.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { type RelayHandle, startRelay } from './support/relay.ts';
import { verifyWithFairDraw } from './support/verifiers.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `Person ${i + 1}`);

let relay: RelayHandle;
let installation: Installation;
let host: Caller;

test.beforeEach(async () => {
  relay = await startRelay();
  installation = await startInstallation(relay.url);
  host = await signUp(installation.url, HOST);
});

test.afterEach(async () => {
  await installation.stop();
  await relay.stop();
});

/** A join as a patient phone does it: the same call with the same key again until it is answered. */
async function joinUntilAnswered(publicLink: string, name: string): Promise<JoinAnswer> {
  const body = JSON.stringify({ public_link: publicLink, display_name: name });
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  for (;;) {
    try {
      const response = await fetch(`${installation.url}/api/join/public`, { method: 'POST', headers, body });
      if (response.ok) return (await response.json()) as JoinAnswer;
      if (response.status < 500) throw new TypeError(`refused: ${await response.text()}`);
    } catch (error) {
      // fetch says TypeError with a cause when nobody answers.
      if (!(error instanceof TypeError) || error.cause === undefined) throw error;
    }
    await pause(50);
  }
}

test('kill -9 in a storm of joins: nothing acknowledged is lost', async () => {
  const raffle = await host.post<HostRaffle>('/api/raffles', { title: 'Storm', allow_public_join: true });
  const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${raffle.id}/open`);
  const names = people(400);
  const acknowledged: JoinAnswer[] = [];
  let killed = 0;
  const storm = Promise.all(
    names.map(async (name, index) => {
      await pause(index * 5);
      acknowledged.push(await joinUntilAnswered(link ?? '', name));
    }),
  );
  for (const before of [40, 160]) {
    await expect.poll(() => acknowledged.length, { intervals: [5] }).toBeGreaterThan(before);
    await installation.killAndRestart();
    killed += 1;
  }
  await storm;
  expect(killed).toBe(2);

  const { participants } = await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants`);
  const numbers = participants.map((row) => row.entry_number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(names.map((_, index) => index + 1));
  const stored = new Map(participants.map((row) => [row.entry_number, row.invitee_id]));
  expect(acknowledged).toHaveLength(names.length);
  for (const answer of acknowledged) expect(stored.get(answer.entry_number)).toBe(answer.invitee_id);
});

/** Seconds after T0, one within each phase that the server has something to do in or after. */
const KILLS = [1, 5, 23.5, 26, 30];

test('R33 kill -9 at every phase of a draw: the same draw, on time, with a proof that holds', async () => {
  const raffle = await raffleWithEntrants(installation.url, host, { title: 'Summer party' }, people(50));
  const frozen = await host.post<{ t0: number; freeze_code: string }>(`/api/raffles/${raffle.id}/draw`, {});
  const everyone = visitor(installation.url);
  for (const seconds of KILLS) {
    await pause(frozen.t0 + seconds * 1000 - Date.now());
    await installation.killAndRestart();
    const plan = await everyone.get<DrawPlan>(`/api/raffles/${raffle.id}/draw`);
    expect(plan).toMatchObject({ t0: frozen.t0, freeze_code: frozen.freeze_code });
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
  const again = await host.post<{ freeze_code: string }>(`/api/raffles/${raffle.id}/draw`, {});
  expect(again.freeze_code).toBe(frozen.freeze_code);

  const proofFile = test.info().outputPath('proof.json');
  const chainFile = test.info().outputPath('chain.json');
  await writeFile(proofFile, JSON.stringify(await everyone.get(`/api/raffles/${raffle.id}/proof`)));
  await writeFile(chainFile, JSON.stringify(relay.chain));
  expect(verifyWithFairDraw(proofFile, chainFile)).toMatchObject({ exitCode: 0, verdict: 'VERIFIED' });
});
