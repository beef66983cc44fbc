/**
 * Three participants and their host talk: public and direct lines, an image, moderation, votes, reactions, and a phone that
 * goes offline and comes back without doubles.
 */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { asHost, PNG, seesNotice, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

async function participant(browser: Browser, link: string, name: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`/join/${link}`);
  await page.getByLabel('Your Name').fill(name);
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  return page;
}

const chatOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Chat' });
const line = (page: Page, text: string): Locator =>
  chatOf(page).getByRole('article').filter({ hasText: text });

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open chat/ }).click();
  await expect(chatOf(page)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  const input = chatOf(page).getByLabel('Message', { exact: true });
  await expect(input).toBeEnabled();
  await input.fill(text);
  await input.press('Enter');
}

test('people talk, vote and react, and the host keeps order', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'chat@example.org');
  const asTheHost = <T>(path: string, data?: unknown) =>
    asHost<T>(host.request, installation.url, 'POST', path, data);
  const raffle = await asTheHost<{ id: string }>('/api/raffles', { title: 'Talk', allow_public_join: true });
  const opened = await asTheHost<{ public_link: string }>(`/api/raffles/${raffle.id}/open`);
  const link = opened.public_link;
  const ada = await participant(browser, link, 'Ada Lovelace');
  const ben = await participant(browser, link, 'Ben Brown');
  const cleo = await participant(browser, link, 'Cleo Clark');
  await host.goto(`/draw/${raffle.id}`);

  await test.step('a public line reaches all, with a badge where the chat is closed', async () => {
    await openChat(ada);
    await say(ada, 'Hello <b>all</b>, see https://example.org/x and javascript:alert(1)');
    await expect(line(ada, 'Hello <b>all</b>')).toContainText('You');
    const unread = ben.getByRole('button', { name: 'Open chat, 1 new' });
    await expect(unread).toBeVisible();
    for (const page of [ben, cleo, host]) await openChat(page);
    for (const page of [ben, cleo, host]) {
      const said = line(page, 'Hello <b>all</b>');
      await expect(said).toContainText('Ada Lovelace');
      await expect(said.getByRole('link')).toHaveCount(1);
      await expect(said.getByRole('link')).toHaveAttribute('rel', /noopener/);
    }
  });

  await test.step('a direct line is seen by its two people alone', async () => {
    await chatOf(ada)
      .getByRole('tab', { name: /Direct/ })
      .click();
    await expect(chatOf(ada).getByRole('button', { name: 'Write to Hanna Host' })).toBeVisible();
    await expect(chatOf(ada).getByRole('button', { name: 'Write to Ada Lovelace' })).toHaveCount(0);
    await chatOf(ada).getByRole('button', { name: 'Write to Ben Brown' }).click();
    await say(ada, 'Only for you');
    await chatOf(ben)
      .getByRole('tab', { name: /Direct/ })
      .click();
    await chatOf(ben)
      .getByRole('button', { name: /Write to Ada Lovelace/ })
      .click();
    await expect(line(ben, 'Only for you')).toBeVisible();
    await say(ben, 'Thank you');
    await expect(line(ada, 'Thank you')).toBeVisible();
    for (const page of [cleo, host]) {
      await chatOf(page)
        .getByRole('tab', { name: /Direct/ })
        .click();
      await expect(chatOf(page).getByText('Only for you')).toHaveCount(0);
      await chatOf(page)
        .getByRole('tab', { name: /Public/ })
        .click();
      await expect(chatOf(page).getByText('Only for you')).toHaveCount(0);
    }
    for (const page of [ada, ben])
      await chatOf(page)
        .getByRole('tab', { name: /Public/ })
        .click();
  });

  await test.step('an image is refused, uploaded, seen and enlarged', async () => {
    const input = chatOf(ben).locator('input[type=file]');
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await seesNotice(ben, 'Invalid file', 'Please select an image file');
    await input.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await seesNotice(ben, 'Error', 'Failed to upload image');
    await chatOf(ben).getByRole('button', { name: 'Cancel upload' }).click();
    const big = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) };
    await input.setInputFiles(big);
    await seesNotice(ben, 'File too large');
    // The first try meets a dead line and is repeated automatically; the second is paused and goes on.
    let tries = 0;
    await ben.route('**/api/objects/uploads/*', async (route) => {
      tries += 1;
      if (tries === 1) await route.abort('connectionreset');
      else if (tries === 2) {
        await chatOf(ben).getByRole('button', { name: 'Pause upload' }).click();
        await expect(chatOf(ben).getByText('Paused')).toBeVisible();
        await route.abort().catch(() => undefined);
      } else await route.continue();
    });
    await input.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
    await chatOf(ben).getByRole('button', { name: 'Continue upload' }).click();
    await expect(chatOf(cleo).getByAltText('Image from Ben Brown')).toBeVisible();
    await chatOf(cleo).getByRole('button', { name: 'Enlarge the image from Ben Brown' }).click();
    const large = cleo.getByRole('dialog', { name: 'Image from Ben Brown' });
    await expect(large).toBeVisible();
    await cleo.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
  });

  await test.step('offline and back: what was not sent is tried again and appears once', async () => {
    await cleo.context().setOffline(true);
    await expect(chatOf(cleo).getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(chatOf(cleo).getByLabel('Message', { exact: true })).toBeDisabled();
    await say(ada, 'While you were away');
    await cleo.context().setOffline(false);
    await expect(chatOf(cleo).getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(line(cleo, 'While you were away')).toHaveCount(1);
    await expect(line(cleo, 'Hello <b>all</b>')).toHaveCount(1);
    await say(cleo, 'Back again');
    for (const page of [ada, cleo]) await expect(line(page, 'Back again')).toHaveCount(1);
  });

  await test.step('the host deletes a line, mutes somebody, and closes the chat for others', async () => {
    const rude = line(host, 'While you were away');
    await rude.getByRole('button', { name: 'Delete' }).click();
    await rude.getByRole('button', { name: 'Really delete?' }).click();
    for (const page of [ada, ben, cleo]) await expect(line(page, 'While you were away')).toHaveCount(0);
    await line(host, 'Back again').getByRole('button', { name: 'Mute' }).click();
    await seesNotice(host, 'Cleo Clark is muted');
    await say(cleo, 'Can you hear me?');
    await expect(chatOf(cleo).getByText('The host has muted you in this chat.')).toBeVisible();
    await expect(line(ada, 'Can you hear me?')).toHaveCount(0);
    await chatOf(host).getByRole('button', { name: 'Chat settings' }).click();
    await chatOf(host).getByRole('button', { name: 'Unmute' }).click();
    await expect(chatOf(host).getByText('Nobody is muted.')).toBeVisible();
    await chatOf(cleo).getByRole('button', { name: 'Try again' }).click();
    await expect(line(ada, 'Can you hear me?')).toHaveCount(1);
    await chatOf(host).getByLabel('Who may write').selectOption('host');
    await expect(chatOf(ada).getByPlaceholder('Only the host may write at the moment')).toBeDisabled();
    await chatOf(host).getByLabel('Who may write').selectOption('everyone');
    await expect(chatOf(ada).getByPlaceholder('Type a message...')).toBeEnabled();
  });

  await test.step('slow mode is named before it holds, and a line too soon can be said later', async () => {
    // Ada has said something less than five minutes ago.
    await chatOf(host).getByLabel('Slow mode').selectOption('300 seconds');
    await expect(chatOf(ada).getByText('Slow mode: one message every 300 seconds')).toBeVisible();
    await say(ada, 'Too soon?');
    await expect(chatOf(ada).getByText(/Slow mode is on. Please wait/)).toBeVisible();
    await expect(line(ben, 'Too soon?')).toHaveCount(0);
    await chatOf(host).getByLabel('Slow mode').selectOption('Off');
    await expect(chatOf(ada).getByText(/^Slow mode: one message/)).toHaveCount(0);
    await chatOf(ada).getByRole('button', { name: 'Try again' }).click();
    await expect(line(ben, 'Too soon?')).toHaveCount(1);
  });

  await test.step('votes are counted live, can be changed, and reactions float on all screens', async () => {
    await chatOf(host).getByRole('button', { name: 'Close chat' }).click();
    for (const page of [ada, ben]) await page.goto(`/draw/${raffle.id}`);
    await ada.getByRole('button', { name: 'Vote: Neon' }).click();
    await seesNotice(ada, 'Vote recorded!');
    await expect(ada.getByText('Your Vote ✓')).toBeVisible();
    await expect(host.getByText('1 vote(s) cast so far')).toBeVisible();
    await ben.getByRole('button', { name: 'Vote: Casino' }).click();
    await ada.getByRole('button', { name: 'Change my vote' }).click();
    await ada.getByRole('button', { name: 'Vote: Casino' }).click();
    const casino = host.getByRole('listitem').filter({ hasText: 'Casino' });
    await expect(casino).toContainText('Leading!');
    await expect(casino).toContainText('2 votes');
    await expect(host.getByRole('button', { name: 'Vote: Neon' })).toBeDisabled();
    const { url } = await asTheHost<{ url: string }>(`/api/raffles/${raffle.id}/stage-link`);
    const stage = await host.context().newPage();
    await stage.goto(url);
    await expect(stage.getByRole('heading', { name: 'Talk' }).first()).toBeVisible();
    await ada.getByRole('button', { name: 'React' }).click();
    await ada.getByRole('button', { name: 'Heart' }).click();
    await Promise.all(
      [ada, ben, host, stage].map((page) => expect(page.locator('.reaction').first()).toBeAttached()),
    );
    await expect(stage.getByRole('button', { name: 'React' })).toHaveCount(0);
    await stage.close();
  });

  await test.step('the chat stays open when the draw begins, and the server says so', async () => {
    await openChat(ada);
    await asTheHost(`/api/raffles/${raffle.id}/draw`, { assurance: 'beacon' });
    await expect(chatOf(ada).getByRole('log').getByText('The draw has started. Good luck!')).toHaveCount(1);
  });
});
