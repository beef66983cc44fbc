/**
 * The whole first path with real people: a host, five participants in browsers of their own and forty-five more by HTTP.
 * Shows that everybody sees the same moment, that nobody sees a winner early (R4), that the proof can be checked, and that
 * no page logs an error or a warning on the way.
 */
import type { InstallationInfo } from '@glassdrum/contract';
import type { DrawProof } from '@glassdrum/fair-draw';
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { watchConsole } from './support/console-watch.ts';
import { drawWithoutWebGl } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink, joinByToken } from './support/people.ts';
import { firstTimes, phaseChanges, watchPhases } from './support/phase-watch.ts';
import { leaksBefore, type Recorder, recordPage } from './support/recorder.ts';
import { test } from './support/test.ts';
import { verifyWithFairDraw, verifyWithPython } from './support/verifiers.ts';

/** Two screens may show the same change at most this far apart. */
const SAME_MOMENT_MS = 150;
const LIVE_PHASES = [
  'countdown',
  'animation/warmup',
  'animation/main',
  'animation/slowdown',
  'animation/pause',
  'animation/runup',
  'reveal',
  'complete',
];

interface Watcher {
  page: Page;
  recorder: Recorder;
  complaints: readonly string[];
}

// Six pages on two cores that would have to paint six worlds in software would time the rasteriser, not the phases: the
// pages run as on devices without WebGL.
drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation({ witnessed: true });
});

test.afterAll(() => installation.stop());

/** @param calm as a visitor who asked for less motion; half the phones here do */
async function openWatcher(browser: Browser, calm: boolean): Promise<Watcher> {
  const context = await browser.newContext({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: calm ? 'reduce' : 'no-preference',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await watchPhases(page);
  return { page, recorder: recordPage(page), complaints: watchConsole(page) };
}

async function withoutWin(watchers: readonly Watcher[]): Promise<Watcher> {
  for (const watcher of watchers) {
    if ((await watcher.page.locator('[data-own-win]').count()) === 0) return watcher;
  }
  throw new Error('All of them have won.');
}

async function signUpAndCreate(page: Page): Promise<string> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Name').fill('Hanna Host');
  await form.getByLabel('Email').fill('hanna@example.org');
  await form.getByLabel('Password').fill('a long enough passphrase');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/host$/);

  await page.getByRole('button', { name: 'Create New Raffle' }).click();
  await page.getByLabel('Title').fill('Summer party');
  await page.getByLabel('Description').fill('Three baskets from the market.');
  await expect(page.getByLabel('Max Winners')).toHaveValue('3');
  const people = Array.from({ length: 30 }, (_, i) => `Invited Person ${i + 1},person${i + 1}@example.org`);
  await page.getByLabel(/Invitees/).fill(people.join('\n'));
  await page.getByLabel(/public joining/i).click();
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/api/raffles') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Create Raffle' }).click();
  const { id } = (await (await created).json()) as { id: string };
  // The card may be there before the invitees are; the form goes when all is done, and its toast would hide the next one.
  await expect(page.getByRole('button', { name: 'Create New Raffle' })).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Raffle Opened').first()).toBeVisible();
  return id;
}

test('from sign-up to a proof that two verifiers accept', async ({ browser }, testInfo) => {
  const hostContext = await browser.newContext({
    baseURL: installation.url,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const hostPage = await hostContext.newPage();
  await watchPhases(hostPage);
  const host: Watcher = {
    page: hostPage,
    recorder: recordPage(hostPage),
    complaints: watchConsole(hostPage),
  };

  const raffleId = await signUpAndCreate(hostPage);
  const invites = (await (await hostContext.request.get(`/api/raffles/${raffleId}/invites`)).json()) as {
    token: string;
  }[];
  expect(invites).toHaveLength(30);
  const raffle = (await (await hostContext.request.get(`/api/raffles/${raffleId}`)).json()) as {
    public_link: string;
  };

  const watchers: Watcher[] = [];
  for (let i = 0; i < 5; i += 1) watchers.push(await openWatcher(browser, i % 2 === 1));
  const [one, two, three, four, five] = watchers as [Watcher, Watcher, Watcher, Watcher, Watcher];
  for (const [index, { page }] of [one, two, three].entries()) {
    await page.goto(`/r/${invites[index]?.token}`);
    await expect(page.getByText(`Invited Person ${index + 1}`).first()).toBeVisible();
    await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
    await expect(page.getByText("You're In!").first()).toBeVisible();
  }
  await Promise.all(invites.slice(3).map(({ token }) => joinByToken(installation.url, token)));
  for (const [index, { page }] of [four, five].entries()) {
    await page.goto(`/join/${raffle.public_link}`);
    await page.getByLabel(/Your Name/).fill(`Walk In ${index + 1}`);
    await page.getByRole('button', { name: 'Join Raffle' }).click();
    await expect(page.getByText("You're In!").first()).toBeVisible();
  }
  await Promise.all(
    Array.from({ length: 18 }, (_, i) => joinByLink(installation.url, raffle.public_link, `Guest ${i + 3}`)),
  );

  await hostPage.goto('/host');
  await hostPage.getByRole('button', { name: 'Draw', exact: true }).click();
  const dialog = hostPage.getByRole('alertdialog');
  await expect(dialog).toContainText('50');
  await dialog.getByRole('button', { name: /Draw/ }).click();
  await expect(hostPage).toHaveURL(new RegExp(`/draw/${raffleId}`));

  // Everybody is taken along without touching the phone.
  for (const { page } of watchers) await expect(page).toHaveURL(new RegExp(`/draw/${raffleId}`));
  const plan = (await (await hostContext.request.get(`/api/raffles/${raffleId}/draw`)).json()) as {
    t0: number;
    freeze_hash: string;
  };

  // R86: the list is sealed by both witnesses before the show.
  await expect(two.page.locator('html')).toHaveAttribute('data-phase', 'sealing');
  await expect(two.page.getByText('2 of 2 witnesses have signed').first()).toBeVisible();

  // A phone that reloads in the middle is back in the same phase as everybody else.
  await expect(one.page.locator('html')).toHaveAttribute('data-step', 'main', { timeout: 30_000 });
  await one.page.reload();
  await expect(one.page.locator('html')).toHaveAttribute('data-phase', 'animation');
  await expect(one.page.getByText(freezeWords(plan.freeze_hash).join(' ')).first()).toBeVisible();
  const stepOf = ({ page }: Watcher) => page.locator('html').getAttribute('data-step');
  // Looked at one after the other, they may be on either side of a change.
  await expect(async () => expect(await stepOf(one)).toBe(await stepOf(two))).toPass();

  for (const { page } of [...watchers, host]) {
    await expect(page.locator('html')).toHaveAttribute('data-phase', 'complete', { timeout: 60_000 });
  }

  const results = (await (await hostContext.request.get(`/api/raffles/${raffleId}/results`)).json()) as {
    winners: { display_name: string; entry_number: number; selection_index: string }[];
    alternates: { selection_index: string }[];
    proof: { combined_seed: string };
  };
  expect(results.winners).toHaveLength(3);

  // The same moment on every screen.
  const histories = await Promise.all(watchers.map(({ page }) => phaseChanges(page)));
  const spread: Record<string, number> = {};
  for (const phase of LIVE_PHASES) {
    // The reloaded page has no history from before its reload.
    const seen = histories.map((changes) => firstTimes(changes).get(phase));
    const times = (phase.startsWith('countdown') || /warmup|main/.test(phase) ? seen.slice(1) : seen).map(
      (at) => at ?? Number.NaN,
    );
    spread[phase] = Math.max(...times) - Math.min(...times);
  }
  testInfo.annotations.push({ type: 'spread per phase in ms', description: JSON.stringify(spread) });
  for (const phase of LIVE_PHASES) {
    expect(spread[phase], `all five show ${phase}`).toBeLessThanOrEqual(SAME_MOMENT_MS);
  }

  // No page received anything about the winners before the reveal was due (R4): 28 s after the freeze at the earliest.
  const secrets = [
    ...results.winners.map((row) => row.selection_index),
    ...results.alternates.map((row) => row.selection_index),
    results.proof.combined_seed,
  ];
  for (const { recorder } of [...watchers, host]) {
    expect(recorder.received.length).toBeGreaterThan(5);
    expect(leaksBefore(recorder, plan.t0 + 28_000, secrets)).toEqual([]);
    // The same search finds them afterwards, so it can find them.
    expect(leaksBefore(recorder, Number.POSITIVE_INFINITY, secrets).length).toBeGreaterThan(0);
  }
  for (const { page } of watchers) {
    for (const { display_name } of results.winners)
      await expect(page.getByText(display_name).first()).toBeVisible();
    // R87: each of these phones had the list in time and signed that; it is among those in the proof.
    await expect(page.locator('[data-seal]')).toContainText('Everything agrees', { timeout: 20_000 });
    await expect(page.locator('[data-seal]')).toHaveAttribute('data-seal', 'green');
  }

  // The results page checks for real, step by step. A winner's phone shows something else first.
  const reader = await withoutWin([two, four, five]);
  await reader.page
    .getByRole('link', { name: 'View Results' })
    .or(reader.page.getByRole('button', { name: 'View Results' }))
    .click();
  await expect(reader.page).toHaveURL(new RegExp(`/results/${raffleId}`));
  await expect(reader.page.getByText('Not checked yet').first()).toBeVisible();
  await reader.page.getByRole('button', { name: 'Verify Fairness' }).click();
  await expect(reader.page.getByText('Verification Passed').first()).toBeVisible({ timeout: 30_000 });
  await expect(reader.page.getByText('FAIL', { exact: true })).toHaveCount(0);

  const downloading = reader.page.waitForEvent('download');
  await reader.page.getByRole('button', { name: 'Proof', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`raffle-${raffleId}-proof.json`);
  const proofFile = testInfo.outputPath('proof.json');
  await download.saveAs(proofFile);
  const chainFile = testInfo.outputPath('chain.json');
  await writeFile(chainFile, JSON.stringify(installation.chain));

  const info = (await (await hostContext.request.get('/api/installation')).json()) as InstallationInfo;
  const known = {
    testChainFile: chainFile,
    witnessKeys: installation.witnessKeys,
    logKey: info.public_key,
  };
  expect(known.witnessKeys).toHaveLength(2);
  const fairDraw = verifyWithFairDraw(proofFile, known);
  expect(fairDraw.verdict).toBe('VERIFIED');
  expect(fairDraw.exitCode).toBe(0);
  for (const step of ['log', 'witnesses', 'audience']) {
    expect(fairDraw.steps.get(step), step).toBe('PASS');
  }
  const python = verifyWithPython(proofFile, known);
  expect(python.verdict).toBe('INCOMPLETE');
  expect([...python.steps].filter(([, result]) => result === 'FAIL')).toEqual([]);
  expect(python.steps.get('beacon_signature')).toBe('SKIP');

  // One changed character in a winner's entry is found, and named.
  const document = JSON.parse(await readFile(proofFile, 'utf8')) as DrawProof;
  expect(document.audience).toHaveLength(watchers.length);
  const [state, source, weights, name, entropy, device] = document.entries[0] ?? [];
  if (state === undefined || source === undefined || weights === undefined || name === undefined) {
    throw new Error('The proof lists no entries.');
  }
  const otherName = (name.startsWith('0') ? '1' : '0') + name.slice(1);
  document.entries[0] = [state, source, weights, otherName, entropy ?? '-', device ?? '-'];
  const tamperedFile = testInfo.outputPath('tampered.json');
  await writeFile(tamperedFile, JSON.stringify(document));
  for (const verdict of [verifyWithFairDraw(tamperedFile, known), verifyWithPython(tamperedFile, known)]) {
    expect(verdict.verdict).toBe('FAILED');
    expect(verdict.exitCode).toBe(1);
    expect(verdict.steps.get('entries')).toBe('FAIL');
  }

  // The drop zone finds it too.
  await three.page.goto('/verify');
  await three.page.locator('input[type=file]').first().setInputFiles(tamperedFile);
  await expect(three.page.getByText('Verification Failed').first()).toBeVisible({ timeout: 30_000 });

  expect([...watchers, host].flatMap(({ complaints }) => complaints)).toEqual([]);
});
