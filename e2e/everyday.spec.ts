/** What people stumble over: notices that cover a button, windows that cover words, pages that leave a question open. */
import { copiedText } from './support/clipboard.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import type { HostRaffle, InvitesAnswer, ParticipantsAnswer } from '@glassdrum/contract';
import { asHost, cardOf, close, type MadeRaffle, seesNotice, signedInHost } from './support/console.ts';
import { drawWithoutWebGl, PHONE } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';
import { withoutFirstViews } from './support/without-first-views.ts';

let installation: Installation;

drawWithoutWebGl();

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return box;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** A raffle that anybody may join, opened. */
async function openRaffle(page: Page, title: string, more: object = {}): Promise<HostRaffle> {
  const { id } = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title,
    allow_public_join: true,
    ...more,
  });
  return asHost<HostRaffle>(page.request, installation.url, 'POST', `/api/raffles/${id}/open`);
}

async function joinAs(page: Page, { public_link: link }: HostRaffle, name: string): Promise<void> {
  await page.goto(`/join/${link}`);
  await page.getByLabel(/Your Name/).fill(name);
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
}

const notice = (page: Page): Locator => page.locator('.toast');

test('B10: a failure goes when it no longer holds, a join is confirmed, and no notice covers the main button of a phone', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'toasts@example.org');
  const raffle = await openRaffle(host, 'Toasts');
  const phone = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block', ...PHONE });
  await phone.goto(`/join/${raffle.public_link}`);
  const button = phone.getByRole('button', { name: 'Join Raffle' });
  await button.click();
  await seesNotice(phone, 'Name required');
  expect(overlap(await boxOf(notice(phone)), await boxOf(button))).toBe(false);
  await phone.getByLabel(/Your Name/).fill('Ada');
  await button.click();
  await seesNotice(phone, "You're In!", "You've successfully joined the raffle. Good luck!");
  await expect(notice(phone)).toHaveCount(1);
  expect(
    overlap(await boxOf(notice(phone)), await boxOf(phone.getByRole('link', { name: 'Watch Live Draw' }))),
  ).toBe(false);

  // What failed is tried again and works without a notice of its own: the old one goes at once.
  await phone.getByRole('button', { name: 'Leave This Raffle' }).click();
  let isBroken = true;
  await phone.route('**/leave', async (route) =>
    isBroken
      ? route.fulfill({ status: 503, json: { error: { code: 'busy', message: 'Not now.' } } })
      : route.fallback(),
  );
  await phone.getByRole('button', { name: 'Leave', exact: true }).click();
  await seesNotice(phone, 'You could not leave');
  isBroken = false;
  await phone.getByRole('button', { name: 'Leave This Raffle' }).click();
  await phone.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'You Are No Longer in This Raffle' })).toBeVisible();
  await expect(notice(phone)).toHaveCount(0, { timeout: 1500 });
  await phone.close();
  await host.context().close();
});

test('B10: the buttons of chat and reactions never lie on text', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'dock@example.org');
  const raffle = await openRaffle(host, 'Dock', {
    description:
      'A long line of text that reaches from one edge of the page to the other, many times over. '.repeat(8),
  });
  for (const viewport of [PHONE.viewport, { width: 1000, height: 700 }, { width: 1440, height: 900 }]) {
    const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block', viewport });
    await joinAs(page, raffle, 'Ada');
    for (const path of ['', `/draw/${raffle.id}`]) {
      if (path !== '') await page.goto(path);
      await page.getByRole('button', { name: /^Open chat/ }).waitFor();
      if (path !== '') await page.getByRole('button', { name: 'React', exact: true }).first().waitFor();
      const { scrollHeight, clientHeight } = await page.evaluate(() => document.documentElement);
      for (let top = 0; top <= scrollHeight - clientHeight + 100; top += 150) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        expect(await textBelowDock(page), `${viewport.width} px, ${top} px down, ${path}`).toEqual([]);
      }
    }
    await page.close();
  }
  await host.context().close();
});

/** Words whose letters are painted where a round button is, and not on the strip that the buttons stand on. */
function textBelowDock(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const docks = [...document.querySelectorAll('.chat-dock')].map((dock) => dock.getBoundingClientRect());
    const shelf = document.querySelector('.chat-shelf');
    const shelfTop =
      shelf === null || shelf.clientHeight === 0
        ? Number.POSITIVE_INFINITY
        : shelf.getBoundingClientRect().top;
    const found: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode() !== null) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const line of range.getClientRects()) {
        if (line.width < 2 || line.top >= shelfTop) continue;
        const bottom = Math.min(line.bottom, shelfTop);
        if (
          docks.some(
            (dock) =>
              line.left < dock.right && dock.left < line.right && line.top < dock.bottom && dock.top < bottom,
          )
        ) {
          found.push(texts.currentNode.textContent ?? '');
        }
      }
    }
    return found;
  });
}

test('B13: the focus goes back to the table of which a participant was removed, and Escape closes what is on top', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'focus@example.org');
  const raffle = await openRaffle(page, 'Focus');
  for (const name of ['Ada', 'Bob', 'Cem'])
    await joinByLink(installation.url, raffle.public_link ?? '', name);
  const card = cardOf(page, 'Focus');
  await card.getByRole('button', { name: 'Entries' }).click();
  const table = page.getByRole('dialog', { name: 'Participant Entry Numbers' });
  await table.getByRole('button', { name: /^Remove Bob/ }).click();
  const question = page.getByRole('alertdialog');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(table).toBeVisible();
  await expect(table.getByRole('button', { name: /^Remove Bob/ })).toBeFocused();
  await table.getByRole('button', { name: /^Remove Bob/ }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await seesNotice(page, 'Participant removed');
  await expect(question).toHaveCount(0);
  const focused = table.getByRole('table').locator(':focus');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(table).toHaveCount(0);

  await asHost<InvitesAnswer>(page.request, installation.url, 'POST', `/api/raffles/${raffle.id}/invites`, {
    invitees: 'Dana',
  });
  await card.getByRole('button', { name: 'Invitations' }).click();
  const list = page.getByRole('dialog', { name: 'Invitations' });
  for (const press of ['New link for Dana', 'Revoke the invitation of Dana', 'QR code for Dana']) {
    await list.getByRole('button', { name: press }).click();
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(1);
    await expect(list).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  await page.getByRole('button', { name: 'Test Animations' }).click();
  const styles = page.getByRole('dialog', { name: 'Test Animation Styles' });
  await styles.getByRole('button', { name: 'Test Casino' }).click();
  await expect(page.getByText('TEST', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('TEST', { exact: true })).toHaveCount(0);
  await expect(styles).toBeVisible();
  await page.context().close();
});

test('B16: a note comes in with an invitee and is shown to the host, and the same name twice is pointed out', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'notes@example.org');
  await openRaffle(page, 'Notes');
  await cardOf(page, 'Notes').getByRole('button', { name: 'Invitations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitations' });
  await dialog.getByLabel('Add invitees').fill('Ada,ada@example.org,"table 4, vegetarian"\nBob\nbob');
  await expect(dialog.getByText('1 name is on this list already. Is it another person?')).toBeVisible();
  await expect(
    dialog.getByText('The same name is on line 2, and neither has an email address.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await seesNotice(page, '3 invitees added');
  await expect(dialog.getByText('table 4, vegetarian')).toBeVisible();
  await expect(dialog.getByText('On the list twice?')).toHaveCount(2);
  await page.context().close();
});

test('C: a participant sees tickets and chance live, and whom to ask after the host removed the entry', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'chance@example.org');
  const raffle = await openRaffle(host, 'Chance', { max_winners: 1, max_tickets: 5 });
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block', ...PHONE });
  await page.goto(`/join/${raffle.public_link}`);
  await expect(page.getByText('The most one participant can hold')).toBeVisible();
  await expect(page.getByText('The names of winners are shown to everyone with the link.')).toBeVisible();
  await expect(page.getByText('Numbers are given in order of joining. They are not chosen.')).toBeVisible();
  // There is no mail server: no notifications are promised.
  await expect(page.getByText('Only the host sees it. No emails are sent from here.')).toBeVisible();
  await joinAs(page, raffle, 'Ada');
  const tickets = page.locator('[data-own-tickets]');
  await expect(tickets).toContainText('1 of 1');
  await expect(tickets).toContainText('100%');
  await joinByLink(installation.url, raffle.public_link ?? '', 'Bob');
  await expect(tickets).toContainText('1 of 2');
  await expect(tickets).toContainText('50%');
  const path = `/api/raffles/${raffle.id}/participants`;
  const { participants } = await asHost<ParticipantsAnswer>(host.request, installation.url, 'GET', path);
  const ada = participants.find(({ display_name: name }) => name === 'Ada')?.invitee_id;
  await asHost(host.request, installation.url, 'PATCH', `${path}/${ada}/tickets`, { tickets: 3 });
  await expect(tickets).toContainText('3 of 4');
  await expect(tickets).toContainText('75%');
  await page.goto(`/draw/${raffle.id}`);
  await expect(tickets).toContainText('75%');

  await host.request.delete(`${path}/${ada}`, { headers: { origin: installation.url } });
  await page.goto(`/join/${raffle.public_link}`);
  await expect(page.getByText(/Hanna Host, the host, removed entry #1 from this raffle/)).toContainText(
    'ask Hanna Host',
  );
  await page.close();
  await host.context().close();
});

test('the button that joins stays where it is, also when answers come late', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'still@example.org');
  const raffle = await openRaffle(host, 'Still');
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block', ...PHONE });
  let answerNow = (): void => {};
  const isAnswered = new Promise<void>((resolve) => (answerNow = resolve));
  await withoutFirstViews(page);
  await page.route('**/api/installation', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto(`/join/${raffle.public_link}`);
  const button = page.getByRole('button', { name: 'Join Raffle' });
  // From the name on: above it a test beacon's ribbon comes in, which no real installation has.
  const heightOfForm = async (): Promise<number> =>
    (await boxOf(button)).y - (await boxOf(page.getByLabel(/Your Name/))).y;
  const before = await heightOfForm();
  answerNow();
  await expect(page.getByText('Only the host sees it. No emails are sent from here.')).toBeVisible();
  await expect(page.getByText('The most one participant can hold')).toBeVisible();
  expect(await heightOfForm()).toBe(before);
  await page.close();
  await host.context().close();
});

test('B17: who has not joined is told why no vote counts, and a line that could not be sent is said in a toast', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'votes@example.org');
  const raffle = await openRaffle(host, 'Votes', { voting_enabled: true });
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block' });
  await page.goto(`/draw/${raffle.id}`);
  const vote = page.getByRole('button', { name: 'Vote: Casino' });
  await expect(vote).toBeDisabled();
  await vote.click({ force: true });
  await seesNotice(page, 'Unable to vote', 'You need to join the raffle first to vote on animation styles');

  // The server takes no line in slow mode: the one who writes is told, also when the line is out of sight.
  await joinAs(page, raffle, 'Ada');
  await asHost(host.request, installation.url, 'PATCH', `/api/raffles/${raffle.id}/chat/rules`, {
    slow_seconds: 60,
  });
  await page.getByRole('button', { name: /^Open chat/ }).click();
  const box = page.getByRole('textbox', { name: 'Message' });
  for (const line of ['One', 'Two']) {
    await box.fill(line);
    await page.getByRole('button', { name: 'Send message' }).click();
  }
  await seesNotice(page, 'Failed to send message');
  await page.close();
  await host.context().close();
});

test('B17: an icon that stands alone is named after 700 ms, the next one at once, and Escape takes the name away', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block' });
  await page.clock.install();
  await page.goto('/auth');
  const toggle = page.getByRole('button', { name: 'Switch to dark theme' });
  const shown = page.locator('.icon-tooltip');
  await page.mouse.move(5, 5);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 60_000);
  await toggle.hover();
  await page.clock.runFor(690);
  await expect(shown).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(shown).toHaveText('Switch to dark theme');
  await page.mouse.move(5, 5);
  await expect(shown).toHaveCount(0);
  await toggle.focus();
  await expect(shown).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.clock.runFor(20);
  await expect(shown).toHaveText('Switch to dark theme');
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  // Words need no name.
  await page.getByRole('button', { name: 'Sign In' }).last().hover();
  await page.clock.runFor(2_000);
  await expect(shown).toHaveCount(0);
  await page.close();
});

test('B12, C: the rehearsal fits its screen, and a selected animation says what it is for and is remembered', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'rehearsal@example.org', {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole('button', { name: 'Test Animations' }).click();
  const styles = page.getByRole('dialog', { name: 'Test Animation Styles' });
  await expect(styles.getByRole('note')).toContainText(
    'used for new raffles that you create in this browser',
  );
  await styles.getByRole('button', { name: 'Select Neon' }).click();
  await styles.getByRole('button', { name: 'Rehearse the whole draw' }).click();
  const screen = page.getByRole('dialog', { name: /Rehearsal/ });
  const panel = screen.getByText('Winners', { exact: false }).last();
  await expect(screen.getByRole('progressbar')).toBeVisible({ timeout: 20_000 });
  const last = screen.locator('main p').last();
  await expect(last).toBeInViewport({ ratio: 1 });
  const { bottom, scrolls } = await last.evaluate((line) => {
    const area = line.closest('[role=dialog]')?.lastElementChild;
    return {
      bottom: line.getBoundingClientRect().bottom,
      scrolls: area !== null && area !== undefined && area.scrollHeight > area.clientHeight,
    };
  });
  expect(bottom).toBeLessThanOrEqual(900);
  expect(scrolls).toBe(false);
  await expect(panel).toBeAttached();
  await page.keyboard.press('Escape');
  await close(page);
  await page.reload();
  await page.getByRole('button', { name: 'Test Animations' }).click();
  await expect(styles.getByRole('listitem').filter({ hasText: 'Currently Selected' })).toContainText('Neon');
  await page.context().close();
});

test('C: after the draw everybody finds what is for them: result, banner, links, one page, the host as the host', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'after@example.org');
  const raffle = await openRaffle(host, 'After', { max_winners: 4, voting_enabled: false });
  const phone = await browser.newContext({
    baseURL: installation.url,
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...PHONE,
  });
  await followClock(phone);
  const page = await phone.newPage();
  await joinAs(page, raffle, 'Ada');
  for (const name of ['Bob', 'Cem', 'Dana'])
    await joinByLink(installation.url, raffle.public_link ?? '', name);
  await asHost(host.request, installation.url, 'POST', `/api/raffles/${raffle.id}/draw`, {});
  await passDraw(installation.url, raffle.id);
  const won = page.getByRole('dialog', { name: 'You won!' });
  await expect(won).toBeVisible({ timeout: 90_000 });
  await won.getByRole('button', { name: 'See All Winners' }).click();
  await expect(page.getByText(/^You won! Place \d\.$/)).toBeVisible({ timeout: 30_000 });
  expect(await page.getByText(/^Page 1 of 1$/).count()).toBe(0);

  await page.reload();
  await expect(page.getByText(/^You won! Place \d\.$/)).toBeVisible();
  await expect(won).toHaveCount(0);
  await page.goto(`/join/${raffle.public_link}`);
  await expect(page.getByText(/^You won! Place \d\.$/)).toBeVisible();

  await page.goto(`/results/${raffle.id}`);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await seesNotice(page, 'Link Copied');
  expect(await copiedText(page)).toBe(`${installation.url}/results/${raffle.id}`);
  await page.getByRole('button', { name: 'Copy Replay Link' }).click();
  await seesNotice(page, 'Replay Link Copied');
  await expect(page.getByText('Public seed (client_seed)')).toBeVisible();

  await host.goto(`/results/${raffle.id}`);
  await expect(host.getByText('You are the host of this raffle')).toBeVisible();

  // What an answer lacks doesn't break the page.
  const results = `**/api/raffles/${raffle.id}/results`;
  await withoutFirstViews(page);
  for (const proof of [null, undefined]) {
    await page.route(results, async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...answer, proof } });
    });
    await page.goto(`/results/${raffle.id}`);
    await expect(page.getByRole('heading', { name: 'Raffle Complete!' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Provably Fair Verification' })).toHaveCount(0);
    await page.unroute(results);
  }
  for (const combined_seed of [null, undefined]) {
    await page.route(results, async (route) => {
      const answer = (await (await route.fetch()).json()) as { proof: object };
      await route.fulfill({ json: { ...answer, proof: { ...answer.proof, combined_seed } } });
    });
    await page.goto(`/results/${raffle.id}`);
    await expect(page.getByText('Computed during verification')).toBeVisible();
    await page.unroute(results);
  }
  await phone.close();
  await host.context().close();
});

test('C: a page without a network shows one state, everywhere the same', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'offline@example.org');
  const raffle = await openRaffle(host, 'Offline');
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block', ...PHONE });
  await joinAs(page, raffle, 'Ada');
  await page.getByRole('button', { name: /^Open chat/ }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close chat' }).click();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(/Connecting|Not connected|^Connected - Waiting/)).toHaveCount(0);
  await page.close();
  await host.context().close();
});
