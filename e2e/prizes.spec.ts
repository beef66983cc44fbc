/**
 * A raffle with a list of prizes, from its own page to the proof (R60–R63, R65): the host writes the list, opens the raffle,
 * changes a prize in public, puts a guest into a group and draws; phones, stage, results and the console go by prize.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { watchConsole } from './support/console-watch.ts';
import { asHost, cardOf, hostIn, LOOKS, PNG, seesNotice } from './support/console.ts';
import { drawWithoutWebGl, goesToTheList, PHONE } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw, runTimers } from './support/world-clock.ts';

// Five pages at a time on two cores: they show the draw as devices without WebGL do.
drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const nameOf = (page: Page, number: number): Locator =>
  page.getByLabel(`Name of prize ${number}`, { exact: true });
const quantityOf = (page: Page, number: number): Locator =>
  page.getByLabel(`Quantity of prize ${number}`, { exact: true });
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

/** The names in the editor, from top to bottom. */
async function expectPrizes(page: Page, names: readonly string[]): Promise<void> {
  const fields = page.getByLabel(/^Name of prize \d+$/);
  await expect(fields).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(fields.nth(index)).toHaveValue(name);
}

async function expectNothingSideways(page: Page): Promise<void> {
  const beyond = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond, `${page.url()} does not scroll sideways`).toBeLessThanOrEqual(0);
}

async function goTo(page: Page, section: 'Overview' | 'Prizes' | 'People'): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of this raffle' });
  await sections.getByRole('link', { name: section }).click();
  await expect(sections.getByRole('link', { name: section })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: section, exact: true, level: 2 })).toBeVisible();
  await expectNothingSideways(page);
}

async function createsARaffle(page: Page, title: string): Promise<void> {
  await press(page, 'Create New Raffle');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel(/public joining/i).click();
  await press(page, 'Create Raffle');
  await seesNotice(page, 'Raffle Created');
}

/** @returns the raffle's id */
async function opensItsPage(page: Page, title: string): Promise<string> {
  await cardOf(page, title).getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/\/host\/raffles\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(title));
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function seesTheOverview(page: Page): Promise<void> {
  await expect(page.getByText('This raffle is a draft. Open it when people may join.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible();
  await expect(page.getByText(/\/join\/[\w-]+$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What changed last' })).toBeVisible();
  await expect(page.getByText('Raffle created', { exact: true })).toBeVisible();
  await expectNothingSideways(page);
}

async function namesTheFirstPrize(page: Page): Promise<void> {
  await expect(page.getByText('1 prize, 3 wins')).toBeVisible();
  await expect(page.getByText(/^Your prize has no name: 3 winners are drawn/)).toBeVisible();
  await nameOf(page, 1).fill('Weekend for two');
  await quantityOf(page, 1).fill('1');
  await expect(page.getByText('1 prize, 1 win', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your prize has no name/)).toHaveCount(0);
  await expect(page.getByText('Grand prize, revealed last')).toHaveCount(0);
  await showsTheRules(page);
  await page.getByRole('radio', { name: 'Several prizes per person' }).check();
}

/** On a phone they are folded: the prizes come first. */
async function showsTheRules(page: Page): Promise<void> {
  const rules = page.getByRole('button', { name: /^(Change|Hide) the rules$/ });
  if ((await rules.getAttribute('aria-expanded')) === 'false') await rules.click();
}

async function pastesMore(page: Page): Promise<void> {
  await press(page, 'Paste a list');
  const dialog = page.getByRole('dialog', { name: 'Paste a list' });
  await expect(dialog.getByLabel('Your prizes')).toBeFocused();
  await expect(dialog.getByText('Nothing yet.')).toBeVisible();
  await dialog.getByLabel('Your prizes').fill('3 × Bottle of wine\n\n2x Box of chocolate\n• Ham');
  await expect(dialog.getByText('3 prizes, 6 wins')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    '3 × Bottle of wine',
    '2 × Box of chocolate',
    '1 × Ham',
  ]);
  await expectNothingSideways(page);
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await says(page, '3 prizes pasted.');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
  await expect(page.getByText('4 prizes, 7 wins')).toBeVisible();
  await expect(page.getByText('Grand prize, revealed last')).toHaveCount(1);
}

async function movesByButtons(page: Page): Promise<void> {
  await press(page, 'Move down Weekend for two');
  await says(page, 'Weekend for two is now number 2 of 4.');
  await expectPrizes(page, ['Bottle of wine', 'Weekend for two', 'Box of chocolate', 'Ham']);
  // The button has moved with its row, and is pressed again with the next Enter.
  await expect(page.getByRole('button', { name: 'Move down Weekend for two' })).toBeFocused();
  await press(page, 'Move up Weekend for two');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
}

async function dragsByKeyboard(page: Page): Promise<void> {
  const picksUpHam = async (): Promise<void> => {
    await page.keyboard.press('Space');
    await says(page, 'Picked up Ham, number 4 of 4.');
    // Arrow keys count from the next timer on.
    await runTimers(page);
  };
  await page.getByRole('button', { name: 'Drag prize 4' }).focus();
  await picksUpHam();
  await page.keyboard.press('ArrowUp');
  await says(page, 'Now number 3 of 4.');
  await page.keyboard.press('Escape');
  await says(page, 'Canceled. The prize is where it was.');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
  await picksUpHam();
  await page.keyboard.press('ArrowUp');
  await says(page, 'Now number 3 of 4.');
  await page.keyboard.press('ArrowUp');
  await says(page, 'Now number 2 of 4.');
  await page.keyboard.press('Space');
  await says(page, 'Dropped as number 2 of 4.');
  await expectPrizes(page, ['Weekend for two', 'Ham', 'Bottle of wine', 'Box of chocolate']);
  await expect(page.getByRole('button', { name: 'Drag prize 2' })).toBeFocused();
}

interface Point {
  x: number;
  y: number;
}

async function middleOf(thing: Locator): Promise<Point> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragsByMouse(page: Page): Promise<void> {
  const handle = page.getByRole('button', { name: 'Drag prize 2' });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [
    await middleOf(handle),
    await middleOf(page.getByRole('button', { name: 'Drag prize 4' })),
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await says(page, 'Now number 4 of 4.');
  await page.mouse.up();
  await says(page, 'Dropped as number 4 of 4.');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
}

async function dragsByFinger(page: Page): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<unknown> =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (const [from, to] of [
    [2, 3],
    [3, 4],
  ]) {
    const handle = page.getByRole('button', { name: `Drag prize ${from}` });
    // Neither under the bar that saves nor under a notice.
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const [start, end] = [
      await middleOf(handle),
      await middleOf(page.getByRole('button', { name: `Drag prize ${to}` })),
    ];
    await touch('touchStart', [start]);
    for (const way of [0.2, 0.4, 0.6, 0.8, 1]) {
      await touch('touchMove', [{ x: start.x, y: start.y + way * (end.y - start.y) }]);
    }
    await says(page, `Now number ${to} of 4.`);
    await touch('touchEnd', []);
    await says(page, `Dropped as number ${to} of 4.`);
  }
  await fingers.detach();
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
}

async function duplicatesAndRemoves(page: Page): Promise<void> {
  await press(page, 'Details of Ham');
  await press(page, 'Duplicate prize');
  await says(page, 'Ham duplicated.');
  await expect(nameOf(page, 5)).toBeFocused();
  await nameOf(page, 5).fill('Smoked ham');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham', 'Smoked ham']);
  await press(page, 'Remove Smoked ham');
  await seesNotice(page, 'Smoked ham removed.');
  await expect(nameOf(page, 4)).toBeFocused();
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
  await press(page, 'Undo');
  await says(page, 'Smoked ham is back.');
  await expect(nameOf(page, 5)).toBeFocused();
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham', 'Smoked ham']);
  await press(page, 'Remove Smoked ham');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
}

/** A whole list in place of the one before is undone as well, and a list that was not taken is still in the dialog. */
async function replacesAndUndoes(page: Page): Promise<void> {
  const names = ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham'];
  await press(page, 'Paste a list');
  const dialog = page.getByRole('dialog', { name: 'Paste a list' });
  await dialog.getByLabel('Your prizes').fill(`Soap x3\nsoap\n${'W'.repeat(101)}`);
  await expect(dialog.getByText('This name has more than 100 characters.')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Combine equal names' }).click();
  await expect(dialog.getByRole('listitem').first()).toHaveText('4 × Soap');
  await page.keyboard.press('Escape');
  await press(page, 'Paste a list');
  await expect(dialog.getByLabel('Your prizes')).toHaveValue(/^Soap x3/);
  await dialog.getByLabel('Your prizes').fill(Array.from({ length: 201 }, (_, n) => `Lot ${n}`).join('\n'));
  await expect(
    dialog.getByText('This list has 201 prizes. A raffle has at most 200: take out 1.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace list' })).toBeDisabled();
  await dialog.getByLabel('Your prizes').fill('Soap\n1001 × Towel');
  await expect(dialog.getByText(/^That would be 1,009 wins in total/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Replace list' }).click();
  await expectPrizes(page, ['Soap', 'Towel']);
  await press(page, 'Undo');
  await expectPrizes(page, names);
}

async function findsWhatWasTyped(page: Page): Promise<void> {
  await goTo(page, 'People');
  await expect(page.getByText('Nobody yet')).toBeVisible();
  await goTo(page, 'Prizes');
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
  await page.reload();
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Ham']);
  await expect(quantityOf(page, 2)).toHaveValue('3');
  await showsTheRules(page);
  await expect(page.getByRole('radio', { name: 'Several prizes per person' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
}

async function saves(page: Page): Promise<void> {
  await press(page, 'Save prizes');
  await seesNotice(page, 'Prizes saved');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
}

async function givesAPrizeAnImage(page: Page): Promise<void> {
  await press(page, 'Details of Weekend for two');
  const image = page.getByRole('group', { name: 'Image of Weekend for two' });
  await image
    .getByLabel('Choose an image')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
  await seesNotice(page, 'Image saved');
  await expect(image.getByRole('img', { name: 'Image of Weekend for two' })).toBeVisible();
  await expect(image.getByText('Choose another image')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  await expectNothingSideways(page);
  await press(page, 'Details of Weekend for two');
}

async function limitsAPrizeToAGroup(page: Page): Promise<void> {
  await press(page, 'Details of Ham');
  const who = page.getByRole('group', { name: 'Who can win it' });
  await expect(who.getByRole('button', { name: 'Everyone' })).toHaveAttribute('aria-pressed', 'true');
  await who.getByLabel('New group').fill('Crew');
  await who.getByRole('button', { name: 'Add group' }).click();
  await expect(who.getByRole('button', { name: 'Crew (0)' })).toHaveAttribute('aria-pressed', 'true');
  await expect(who.getByRole('button', { name: 'Everyone' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Anyone in Crew can win this.')).toBeVisible();
  await saves(page);
}

/** @param other another window of the same host */
async function isToldOfAnotherWindow(page: Page, other: Page): Promise<void> {
  await nameOf(page, 1).fill('Weekend in the mountains');
  await other.goto(page.url());
  await nameOf(other, 4).fill('Whole ham');
  await saves(other);
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar.getByRole('alert')).toContainText('The prizes were changed elsewhere meanwhile.');
  await expect(bar.getByRole('button', { name: 'Save prizes' })).toHaveCount(0);
  await expect(nameOf(page, 1)).toHaveValue('Weekend in the mountains');
  await expectNothingSideways(page);
  await bar.getByRole('button', { name: 'Load the new list' }).click();
  await expectPrizes(page, ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Whole ham']);
  await expect(bar).toHaveCount(0);
}

async function opensTheRaffle(page: Page): Promise<void> {
  await goTo(page, 'Overview');
  await press(page, 'Open');
  await seesNotice(page, 'Raffle Opened');
  await expect(page.getByText('People can join. Draw when you are ready.')).toBeVisible();
  await expect(page.getByText('Opened', { exact: true })).toBeVisible();
}

/** On the phone of a guest, who is in no group once joined: what can be won. */
async function seesThePrizes(
  guest: Page,
  prizes: readonly string[],
  limited = 'Only for some participants',
): Promise<void> {
  await expect(guest.getByRole('heading', { name: 'Prizes', exact: true })).toBeVisible();
  for (const prize of prizes) {
    await expect(guest.getByRole('heading', { name: prize, exact: true, level: 3 })).toBeVisible();
  }
  await expect(guest.getByText('One person can win several prizes, each at most once.')).toBeVisible();
  await expect(guest.getByText(limited)).toHaveCount(1);
  await expectNothingSideways(guest);
}

async function changesAPrizeInPublic(page: Page): Promise<void> {
  await goTo(page, 'Prizes');
  await expect(page.getByText("Every change is public: people see it on the raffle's page.")).toBeVisible();
  await quantityOf(page, 3).fill('1');
  await press(page, 'Save prizes');
  const question = page.getByRole('alertdialog', { name: 'Change the prizes publicly?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(quantityOf(page, 3)).toHaveValue('1');
  await press(page, 'Save prizes');
  await question.getByRole('button', { name: 'Change Publicly' }).click();
  await seesNotice(page, 'Prizes saved');
}

async function joins(guest: Page, name: string): Promise<void> {
  await guest.getByLabel(/Your Name/).fill(name);
  await guest.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(guest.getByRole('heading', { name: "You're In!" })).toBeVisible();
  await expectNothingSideways(guest);
}

async function putsIntoAGroup(page: Page, person: string): Promise<void> {
  await goTo(page, 'People');
  const row = page.getByRole('row').filter({ hasText: person });
  await row.getByRole('checkbox', { name: `Select ${person}` }).check();
  await expect(page.getByText('1 person selected').last()).toBeVisible();
  await press(page, 'Groups…');
  const dialog = page.getByRole('dialog', { name: 'Groups of 1 person' });
  await expect(dialog.getByText('0 of 1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save groups' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Crew' }).check();
  await expect(dialog.getByRole('note')).toContainText('everyone sees the change by entry number');
  await expectNothingSideways(page);
  await dialog.getByRole('button', { name: 'Save groups' }).click();
  await seesNotice(page, 'Groups of 1 person saved');
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('Crew').last()).toBeVisible();
  await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Crew (1)' });
  await expect(page.getByText('1 of 6 people')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Bert' })).toHaveCount(0);
}

async function seesWhoCanWin(page: Page): Promise<void> {
  await goTo(page, 'Prizes');
  await expect(page.getByText('Anyone with a ticket can win this: 6 entries.')).toHaveCount(3);
  await expect(page.getByText('Anyone in Crew can win this: 1 entry.')).toBeVisible();
}

async function draws(page: Page, id: string): Promise<void> {
  await goTo(page, 'Overview');
  await press(page, 'Draw');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('6 entries holding 6 tickets. 6 winners will be drawn.');
  await question.getByRole('button', { name: 'Draw Now' }).click();
  await expect(page).toHaveURL(new RegExp(`/draw/${id}`));
}

async function openStage(page: Page, id: string): Promise<Page> {
  const { url } = await asHost<{ url: string }>(
    page.request,
    installation.url,
    'POST',
    `/api/raffles/${id}/stage-link`,
  );
  const stage = await page.context().newPage();
  await stage.goto(url);
  await expect(stage.getByRole('heading', { name: 'Harvest fair' })).toBeVisible();
  return stage;
}

/** The grand prize comes last, and everything is there again in the end. */
async function showsWinnersByPrize(stage: Page, prizes: readonly string[]): Promise<void> {
  for (const prize of prizes.toReversed()) {
    await expect(stage.getByText(prize, { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  }
  await expect(stage.getByRole('heading', { name: /^Winners/ })).toBeVisible({ timeout: 30_000 });
  await expectNothingSideways(stage);
}

async function hasWon(guest: Page, prize: string): Promise<void> {
  await expect(guest.getByRole('dialog', { name: 'You won!' })).toContainText(prize, { timeout: 30_000 });
  await expectNothingSideways(guest);
  await expect(await goesToTheList(guest)).toContainText(prize);
}

async function seesTheListByPrize(guest: Page, prizes: readonly string[]): Promise<void> {
  const list = guest.getByRole('list', { name: 'Winners' });
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(prizes);
  await expectNothingSideways(guest);
}

async function readsTheResults(guest: Page, id: string, prizes: readonly string[]): Promise<void> {
  await guest.getByRole('link', { name: 'View Results' }).click();
  await expect(guest).toHaveURL(new RegExp(`/results/${id}`));
  for (const prize of prizes) {
    await expect(guest.getByRole('heading', { name: prize, exact: true, level: 3 })).toBeVisible();
  }
  await expect(guest.getByText(/^Prizes changed after opening: /)).toBeVisible();
  await expectNothingSideways(guest);
}

async function verifiesTheProof(guest: Page): Promise<void> {
  await guest.getByRole('button', { name: 'Verify Fairness' }).click();
  await expect(guest.getByText('Verification Passed').first()).toBeVisible({ timeout: 30_000 });
  await expect(guest.getByText('FAIL', { exact: true })).toHaveCount(0);
}

async function seesTheWinnersAsHost(page: Page, id: string, prizes: readonly string[]): Promise<void> {
  await page.goto(`/host/raffles/${id}`);
  await expect(page.getByText('The winners are drawn.', { exact: true })).toBeVisible();
  await press(page, 'Winners');
  const dialog = page.getByRole('dialog', { name: 'Winners and prizes' });
  for (const prize of prizes) await expect(dialog.getByRole('heading', { name: prize })).toBeVisible();
  await expectNothingSideways(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await goTo(page, 'Prizes');
  await expect(page.getByText("The winners are drawn, so the prizes can't change any more.")).toBeVisible();
}

for (const look of LOOKS) {
  test(`R60 R61 R62 R63 R65 a list of prizes, from its page to the proof (${look.look})`, async ({
    browser,
  }) => {
    const host = await hostIn(browser, installation.url, look, 'prizes');
    await followClock(host.context());
    const complaints = [watchConsole(host)];
    await host.reload();
    const aPhone = async (): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: installation.url,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        ...PHONE,
      });
      await followClock(context);
      const page = await context.newPage();
      complaints.push(watchConsole(page));
      return page;
    };

    await createsARaffle(host, 'Harvest fair');
    const id = await opensItsPage(host, 'Harvest fair');
    await seesTheOverview(host);
    await goTo(host, 'Prizes');
    await namesTheFirstPrize(host);
    await pastesMore(host);
    await movesByButtons(host);
    await dragsByKeyboard(host);
    await (look.isPhone ? dragsByFinger(host) : dragsByMouse(host));
    await duplicatesAndRemoves(host);
    await replacesAndUndoes(host);
    await findsWhatWasTyped(host);
    await saves(host);
    await givesAPrizeAnImage(host);
    await limitsAPrizeToAGroup(host);
    const other = await host.context().newPage();
    complaints.push(watchConsole(other));
    await isToldOfAnotherWindow(host, other);
    await other.close();

    await opensTheRaffle(host);
    const raffle = await asHost<{ public_link: string }>(
      host.request,
      installation.url,
      'GET',
      `/api/raffles/${id}`,
    );
    const [ada, bert] = [await aPhone(), await aPhone()];
    await ada.goto(`/join/${raffle.public_link}`);
    await seesThePrizes(ada, ['Weekend for two', '3 × Bottle of wine', '2 × Box of chocolate', 'Whole ham']);
    await expect(ada.getByText(/^Prizes changed after opening/)).toHaveCount(0);
    await changesAPrizeInPublic(host);
    await expect(ada.getByText(/^Prizes changed after opening: /)).toBeVisible();
    await seesThePrizes(ada, ['Weekend for two', '3 × Bottle of wine', 'Box of chocolate', 'Whole ham']);

    await joins(ada, 'Ada');
    await bert.goto(`/join/${raffle.public_link}`);
    await joins(bert, 'Bert');
    for (const name of ['Carla', 'Dmitri', 'Elif', 'Farah']) {
      await joinByLink(installation.url, raffle.public_link, name);
    }
    await putsIntoAGroup(host, 'Ada');
    await expect(ada.getByText('The host changed which prizes you can win.')).toBeVisible();
    await seesWhoCanWin(host);
    await seesThePrizes(
      bert,
      ['Weekend for two', '3 × Bottle of wine', 'Box of chocolate', 'Whole ham'],
      'For other participants, not for you',
    );
    await expect(bert.getByText('You can win 3 of these 4 prizes.')).toBeVisible();

    const prizes = ['Weekend for two', 'Bottle of wine', 'Box of chocolate', 'Whole ham'];
    const stage = await openStage(host, id);
    complaints.push(watchConsole(stage));
    await Promise.all([ada.goto(`/draw/${id}`), bert.goto(`/draw/${id}`)]);
    await draws(host, id);
    await passDraw(installation.url, id);
    await Promise.all([
      showsWinnersByPrize(stage, prizes),
      hasWon(ada, 'Whole ham').then(() => seesTheListByPrize(ada, prizes)),
      goesToTheList(bert).then(() => seesTheListByPrize(bert, prizes)),
    ]);
    await expect(bert.locator('[data-own-outcome]')).not.toContainText('Whole ham');
    await stage.close();

    await readsTheResults(ada, id, [
      'Weekend for two',
      '3 × Bottle of wine',
      'Box of chocolate',
      'Whole ham',
    ]);
    await expect(ada.getByText(/^You won: .*Whole ham/)).toBeVisible();
    await verifiesTheProof(ada);
    await seesTheWinnersAsHost(host, id, prizes);
    expect(complaints.flat()).toEqual([]);
  });
}
