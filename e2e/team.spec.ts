/**
 * R81 as people live it: an owner invites four people through links; each sees only what the role may do, and nothing of that is
 * refused; the desk works without seeing an address; a presenter's draw is confirmed by a host; whoever is removed is out at once.
 */
import type { HostRaffle } from '@glassdrum/contract';
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { asHost, cardOf, LOOKS, seesNotice } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const PASSWORD = 'a long enough passphrase';
const WORKSPACE = 'Brass band of Rabeneck';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

/** Of everyone who is entered; nobody but owner and host may see it. */
const GUESTS = 'guest-address.example';

const post = <T>(page: Page, path: string, data: object = {}): Promise<T> =>
  asHost<T>(page.request, installation.url, 'POST', path, data);

async function windowOf(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: installation.url,
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  return context.newPage();
}

/** Another address each time: both looks have people of the same names. */
const addressOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}.${crypto.randomUUID().slice(0, 8)}@team.example`;

async function register(page: Page, name: string): Promise<void> {
  const email = addressOf(name);
  const answer = await page.request.post('/api/auth/register', {
    data: { email, name, password: PASSWORD },
    headers: { origin: installation.url },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The link that the owner's page shows, this once. */
async function invite(owner: Page, role: string, note: string): Promise<string> {
  await owner.goto('/workspace');
  await owner.getByLabel('Role', { exact: true }).selectOption(role);
  await owner.getByLabel('For whom (optional)').fill(note);
  await owner.getByRole('button', { name: 'Create invitation link' }).click();
  const link = owner.getByLabel('New invitation link');
  await expect(link).toHaveValue(/\/workspace-invitation#.{40}/);
  await expect(owner.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
  await expect(owner.getByRole('listitem').filter({ hasText: note })).toContainText(role);
  return link.inputValue();
}

async function accept(page: Page, link: string, role: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('Olivia Owner invites you to work together in')).toBeVisible();
  await expect(page.getByRole('heading', { name: WORKSPACE })).toBeVisible();
  await expect(page.getByText(`Your role: ${role}`)).toBeVisible();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL(/\/host$/);
  await expect(page.getByText(`Your role: ${role}`)).toBeAttached();
}

/** What the server sends to a page, and what it refuses because of the role. */
function watchAnswers(page: Page): { refused: string[]; addresses: string[] } {
  const seen = { refused: [] as string[], addresses: [] as string[] };
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith('/api/')) return;
    const call = `${response.request().method()} ${url.pathname}`;
    if (response.status() === 403) seen.refused.push(call);
    response.text().then(
      (text) => {
        if (text.includes(GUESTS)) seen.addresses.push(call);
      },
      // The page has gone on before the answer was read.
      () => undefined,
    );
  });
  return seen;
}

/** An opened raffle with people on its list, people entered, paper tickets, and check-in. */
async function eveningOf(owner: Page, workspaceId: string): Promise<HostRaffle> {
  const raffle = await post<HostRaffle>(owner, '/api/raffles', {
    title: 'Autumn concert',
    workspace_id: workspaceId,
    allow_public_join: true,
    must_be_present: true,
    max_winners: 1,
  });
  await post(owner, `/api/raffles/${raffle.id}/open`);
  const people = [1, 2, 3].map((line) => ({
    line,
    name: `Guest Number ${line}`,
    email: `g${line}@${GUESTS}`,
  }));
  await post(owner, `/api/raffles/${raffle.id}/people`, {
    mode: 'enter',
    people: people.map((row) => JSON.stringify(row)).join('\n'),
  });
  await post(owner, `/api/raffles/${raffle.id}/paper/runs`, { size: 20 });
  return raffle;
}

interface Team {
  owner: Page;
  workspaceId: string;
  raffle: HostRaffle;
  pages: Record<Exclude<WorkspaceRole, 'owner'>, Page>;
}

/** Everyone has an account already, and takes the link by a call. */
async function teamOf(browser: Browser, name: string): Promise<Team> {
  const owner = await windowOf(browser);
  await register(owner, `Olivia ${name}`);
  const { id } = await post<{ id: string }>(owner, '/api/workspaces', { name: `${WORKSPACE} ${name}` });
  const join = async (role: Exclude<WorkspaceRole, 'owner'>, person: string): Promise<Page> => {
    const page = await windowOf(browser);
    await register(page, `${person} ${name}`);
    const { url } = await post<{ url: string }>(owner, `/api/workspaces/${id}/invitations`, { role });
    await post(page, '/api/workspace-invitations/accept', { token: new URL(url).hash.slice(1) });
    await page.addInitScript((chosen) => localStorage.setItem('glassdrum-workspace', chosen), id);
    return page;
  };
  const pages = {
    host: await join('host', 'Henry'),
    desk: await join('desk', 'Dora'),
    presenter: await join('presenter', 'Paul'),
    observer: await join('observer', 'Omar'),
  };
  await owner.addInitScript((chosen) => localStorage.setItem('glassdrum-workspace', chosen), id);
  return { owner, workspaceId: id, raffle: await eveningOf(owner, id), pages };
}

for (const { look, options } of LOOKS) {
  test(`R81 an owner invites people through links, each works once, and nobody else gets in (${look})`, async ({
    browser,
  }) => {
    const owner = await windowOf(browser, options);
    await register(owner, 'Olivia Owner');

    await test.step('someone alone reads the word in the menu only', async () => {
      await owner.goto('/host');
      await expect(owner.getByText('No raffles yet')).toBeVisible();
      await expect(owner.getByRole('main')).not.toContainText(/workspace/i);
      await owner.getByRole('button', { name: 'Account of Olivia Owner' }).click();
      await owner.getByRole('menuitem', { name: 'Workspace' }).click();
      await expect(owner).toHaveURL(/\/workspace$/);
      await expect(owner.getByText('Work with others')).toBeVisible();
    });
    await test.step('the workspace gets a name', async () => {
      await owner.getByRole('link', { name: 'Settings' }).click();
      await owner.getByLabel('Name of the workspace').fill(' ');
      await owner.getByRole('button', { name: 'Save' }).click();
      await expect(owner.getByRole('alert')).toHaveText('Enter a name.');
      await owner.getByLabel('Name of the workspace').fill(WORKSPACE);
      await owner.getByRole('button', { name: 'Save' }).click();
      await expect(owner.getByRole('heading', { name: WORKSPACE, level: 1 })).toBeVisible();
    });

    const desk = await windowOf(browser, options);
    const link = await invite(owner, 'Desk', 'Dora at the entrance');
    await test.step('somebody without an account makes one, and comes back to the invitation', async () => {
      await desk.goto(link);
      await expect(desk.getByRole('heading', { name: WORKSPACE })).toBeVisible();
      await expect(desk).toHaveURL(/\/workspace-invitation$/);
      await desk.getByRole('button', { name: 'Create Account' }).click();
      await desk.getByLabel('Name', { exact: true }).fill('Dora Desk');
      await desk.getByLabel('Email').fill(addressOf('Dora Desk'));
      await desk.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await desk.getByRole('button', { name: 'Create Account' }).click();
      await expect(desk.getByText('You are signed in as Dora Desk')).toBeVisible();
      await desk.getByRole('button', { name: 'Accept invitation' }).click();
      await seesNotice(desk, `Welcome to ${WORKSPACE}`);
      await expect(desk.getByText('Your role: Desk')).toBeAttached();
      await expect(desk.getByRole('button', { name: 'Create New Raffle' })).toHaveCount(0);
    });
    await test.step('of two workspaces one is shown, remembered on this device', async () => {
      await desk.getByRole('button', { name: `Change workspace: ${WORKSPACE}` }).click();
      await desk.getByRole('menuitemradio', { name: /Dora Desk/ }).click();
      await expect(desk.getByRole('button', { name: 'Create New Raffle' })).toBeVisible();
      await desk.getByRole('button', { name: 'Change workspace: Dora Desk' }).click();
      await desk.getByRole('menuitemradio', { name: new RegExp(WORKSPACE) }).click();
      await expect(desk.getByText('Your role: Desk')).toBeAttached();
      await desk.reload();
      await expect(desk.getByRole('button', { name: `Change workspace: ${WORKSPACE}` })).toBeVisible();
      await expect(desk.getByRole('button', { name: 'Create New Raffle' })).toHaveCount(0);
    });
    await test.step('the link worked once', async () => {
      const late = await windowOf(browser, options);
      await late.goto(link);
      await expect(late.getByRole('heading', { name: "This invitation can't be used" })).toBeVisible();
      await expect(late.getByRole('alert')).toContainText('Ask the person who invited you for a new one.');
    });
    await test.step('a member who opens another link keeps the role', async () => {
      const second = await invite(owner, 'Host', 'A second one');
      await desk.goto(second);
      await expect(desk.getByText('You belong to this workspace already. Your role: Desk.')).toBeVisible();
    });
    await test.step('a withdrawn link lets nobody in', async () => {
      const third = await invite(owner, 'Observer', 'By mistake');
      await owner.getByRole('button', { name: 'Withdraw: By mistake' }).click();
      await seesNotice(owner, 'Invitation withdrawn');
      await expect(owner.getByRole('listitem').filter({ hasText: 'By mistake' })).toHaveCount(0);
      const late = await windowOf(browser, options);
      await late.goto(third);
      await expect(late.getByRole('heading', { name: "This invitation can't be used" })).toBeVisible();
    });
    await test.step('somebody with an account signs in and accepts', async () => {
      const host = await windowOf(browser, options);
      await register(host, 'Henry Host');
      await accept(host, await invite(owner, 'Host', 'Henry'), 'Host');
      await host.context().close();
    });
    await test.step('the owner changes roles, and the last owner stays one', async () => {
      await owner.goto('/workspace');
      await expect(owner.getByText('3 people')).toBeVisible();
      await expect(owner.getByLabel('Role of Olivia Owner')).toBeDisabled();
      await expect(
        owner.getByText('You are the only owner. Make someone else an owner first.'),
      ).toBeVisible();
      await owner.getByLabel('Role of Dora Desk').selectOption('Observer');
      await seesNotice(owner, 'Role changed', 'Dora Desk is now: Observer.');
      await desk.goto('/workspace');
      await expect(desk.getByText('Your role: Observer')).toBeAttached();
      await expect(desk.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
      await owner.getByLabel('Role of Henry Host').selectOption('Owner');
      await expect(owner.getByLabel('Role of Olivia Owner')).toBeEnabled();
    });
    await test.step('who leaves sees the own workspace again', async () => {
      await desk.getByRole('link', { name: 'Settings' }).click();
      await desk.getByRole('button', { name: 'Leave workspace' }).click();
      await desk.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click();
      await seesNotice(desk, `You left ${WORKSPACE}`);
      await expect(desk).toHaveURL(/\/host$/);
      await expect(desk.getByRole('button', { name: 'Create New Raffle' })).toBeVisible();
      await expect(desk.getByRole('button', { name: /^Change workspace/ })).toHaveCount(0);
    });
    await test.step('a workspace is deleted once its name was typed', async () => {
      await owner.getByRole('link', { name: 'Settings' }).click();
      await owner.getByRole('button', { name: 'New workspace' }).click();
      const dialog = owner.getByRole('dialog', { name: 'New workspace' });
      await dialog.getByLabel('Name of the workspace').fill('Summer camp');
      await dialog.getByRole('button', { name: 'Create workspace' }).click();
      await expect(owner.getByRole('heading', { name: 'Summer camp', level: 1 })).toBeVisible();
      await owner.getByRole('link', { name: 'Settings' }).click();
      await owner.getByRole('button', { name: 'Delete workspace' }).click();
      const question = owner.getByRole('alertdialog');
      await question.getByLabel('Type Summer camp to confirm').fill('Summer cam');
      await expect(question.getByRole('button', { name: 'Delete for good' })).toBeDisabled();
      await question.getByLabel('Type Summer camp to confirm').fill('Summer camp');
      await question.getByRole('button', { name: 'Delete for good' }).click();
      await seesNotice(owner, 'Summer camp was deleted');
      await expect(owner).toHaveURL(/\/host$/);
    });
  });
}

const sectionsOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Sections of this raffle' }).getByRole('link').allTextContents();

test('R81 each role sees its own part, the desk works without an address, and whoever is removed is out at once', async ({
  browser,
}) => {
  const { owner, workspaceId, raffle, pages } = await teamOf(browser, 'Evening');
  const { desk, presenter, observer, host } = pages;
  const at = (section: string): string => `/host/raffles/${raffle.id}${section}`;

  await test.step('a desk enters people, sells tickets and checks people in, and is sent no address', async () => {
    const seen = watchAnswers(desk);
    await desk.goto('/host');
    const card = cardOf(desk, 'Autumn concert');
    await expect(card.getByRole('link', { name: 'Paper tickets' })).toBeVisible();
    for (const name of ['Draw', 'Close', 'Invitations', 'Manage']) {
      await expect(card.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await card.getByRole('link', { name: 'People' }).click();
    await expect(desk.getByRole('table')).toContainText('Guest Number 2');
    await expect(desk.getByRole('main').getByText('Desk', { exact: true })).toBeVisible();
    expect(await sectionsOf(desk)).toEqual([
      'Overview',
      'Prizes',
      'People',
      'Paper tickets',
      'Draws',
      'Winners',
    ]);
    await desk.getByRole('button', { name: 'Add people' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Add people' });
    await dialog.getByLabel('Your list').fill('Name\nWalther Walk-in');
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Enter 1 person' }).click();
    await expect(dialog.getByText('1 person entered')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await desk.getByLabel('Find by number or name').fill('Walther');
    await expect(desk.getByRole('table')).toContainText('Walther Walk-in');

    await desk.goto(at('/paper'));
    await desk.getByLabel('Numbers or code').fill('5-8');
    await desk.getByRole('button', { name: 'Sell', exact: true }).click();
    await expect(desk.getByText('Sold: 5–8')).toBeVisible();
    await expect(desk.getByText('4 of 20 sold')).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Add tickets' })).toHaveCount(0);

    await desk.goto(at('/draws'));
    await desk.getByRole('button', { name: 'Open check-in' }).click();
    await expect(desk.getByText(/^0 of \d+ are here/)).toBeVisible();
    await desk.goto(at('/people'));
    await desk.getByRole('button', { name: 'More for Guest Number 2' }).click();
    await desk.getByRole('menuitem', { name: 'Check in' }).click();
    await expect(desk.getByRole('row').filter({ hasText: 'Guest Number 2' })).toContainText('Here');
    expect(seen).toEqual({ refused: [], addresses: [] });
  });

  await test.step('the address is there for a host, and the activity names who did what', async () => {
    const seen = watchAnswers(host);
    await host.goto(at('/people'));
    await expect(host.getByRole('table')).toContainText(`g2@${GUESTS}`);
    await expect.poll(() => seen.addresses).not.toEqual([]);
    await host.goto(at(''));
    await expect(host.getByRole('listitem').filter({ hasText: 'Paper tickets sold' })).toContainText(
      'Dora Evening',
    );
  });

  await test.step('an observer reads, and finds nothing to press that changes anything', async () => {
    const seen = watchAnswers(observer);
    await observer.goto(at(''));
    await expect(observer.getByText('What changed last')).toBeVisible();
    await expect(observer.getByText('Dora Evening').first()).toBeVisible();
    for (const section of ['/people', '/paper', '/draws', '/settings']) {
      await observer.goto(at(section));
      await expect(observer.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(observer.locator('[aria-busy=true]')).toHaveCount(0);
    }
    await observer.goto(at('/remote'));
    await expect(observer.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    expect(seen).toEqual({ refused: [], addresses: [] });
  });

  await test.step('a presenter has stage, remote and the start, and no list of people', async () => {
    const seen = watchAnswers(presenter);
    await presenter.goto('/host');
    const card = cardOf(presenter, 'Autumn concert');
    await expect(card.getByRole('button', { name: 'Draw', exact: true })).toBeVisible();
    await card.getByRole('link', { name: 'Details' }).click();
    await expect(presenter.getByRole('heading', { level: 1 })).toHaveText('Autumn concert');
    expect(await sectionsOf(presenter)).toEqual(['Overview', 'Prizes', 'Draws', 'Winners', 'Remote']);
    await presenter.goto(at('/draws'));
    await expect(presenter.getByRole('link', { name: 'Open the stage' })).toBeVisible();
    await presenter.goto(at('/remote'));
    await expect(presenter.getByRole('button', { name: 'Draw', exact: true })).toBeVisible();
    expect(seen).toEqual({ refused: [], addresses: [] });
  });

  await test.step('the raffle opens by its address whatever workspace is shown', async () => {
    await host.goto('/host');
    await host.getByRole('button', { name: /^Change workspace/ }).click();
    await host.getByRole('menuitemradio', { name: /^Henry Evening/ }).click();
    await expect(host.getByText('No raffles yet')).toBeVisible();
    await host.evaluate((path) => {
      window.history.pushState(null, '', path);
    }, at('/people'));
    await expect(host.getByRole('heading', { level: 1 })).toHaveText('Autumn concert');
    await host.getByRole('link', { name: 'Host Console' }).first().click();
    await expect(cardOf(host, 'Autumn concert')).toBeVisible();
  });

  await test.step('whoever is removed is out at once, on the open page too', async () => {
    await desk.goto(at('/people'));
    await expect(desk.getByRole('table')).toContainText('Guest Number 2');
    await owner.goto('/workspace');
    await owner.getByRole('button', { name: 'Remove Dora Evening' }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await seesNotice(owner, 'Dora Evening was removed');
    await expect(desk).toHaveURL(/\/host$/);
    await expect(desk.getByText('No raffles yet')).toBeVisible();
    await expect(desk.getByText('Guest Number 2')).toHaveCount(0);
    const gone = await desk.request.get(`/api/raffles/${raffle.id}/participants`);
    expect(gone.status()).toBe(404);
    expect((await owner.request.get(`/api/workspaces/${workspaceId}`)).ok()).toBe(true);
  });
});

test('R81 two people start a draw: a presenter asks, everyone sees it, a host confirms by keyboard', async ({
  browser,
}) => {
  const { owner, raffle, pages } = await teamOf(browser, 'Gala');
  const { presenter, host, observer } = pages;
  const at = (section: string): string => `/host/raffles/${raffle.id}${section}`;
  await post(owner, `/api/raffles/${raffle.id}/check-in`);
  await post(owner, `/api/raffles/${raffle.id}/check-ins`, {
    client_id: crypto.randomUUID().replaceAll('-', ''),
    action: 'check_in',
    numbers: '1-2',
  });

  await owner.goto('/workspace/settings');
  await owner.getByRole('switch', { name: 'Two people start a draw' }).click();
  await seesNotice(owner, 'Two people start each draw');

  await host.goto('/host');
  await observer.goto(at(''));
  await presenter.goto(at('/remote'));
  const ask = async (): Promise<void> => {
    await presenter.getByRole('button', { name: 'Draw', exact: true }).click();
    const question = presenter.getByRole('alertdialog');
    await expect(question.getByText('A second person has to confirm the start')).toBeVisible();
    await question.getByRole('button', { name: 'Ask a second person' }).click();
    await expect(
      presenter.getByRole('dialog').getByText('Waiting for a second person').first(),
    ).toBeVisible();
    await expect(presenter.getByRole('dialog').getByRole('timer')).toHaveText(/^\d+ s left$/);
  };

  await test.step('who asked takes it back, and nothing was drawn', async () => {
    await ask();
    await expect(
      cardOf(host, 'Autumn concert').getByText('Paul Gala asks to start the draw.').first(),
    ).toBeVisible();
    await presenter.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await expect(presenter.getByRole('alert')).toContainText('Nothing was drawn.');
    await expect(cardOf(host, 'Autumn concert').getByRole('timer')).toHaveCount(0);
    await presenter.keyboard.press('Escape');
  });

  await test.step('all see who asks; only those who may draw can confirm; it is announced', async () => {
    await ask();
    const card = cardOf(host, 'Autumn concert');
    await expect(
      card.getByRole('status').filter({ hasText: 'Paul Gala asks to start the draw.' }),
    ).toHaveCount(1);
    await expect(card.getByRole('button', { name: 'Draw', exact: true })).toHaveCount(0);
    await expect(observer.getByText('Paul Gala asks to start the draw.').last()).toBeVisible();
    await expect(observer.getByRole('button', { name: 'Confirm the start' })).toHaveCount(0);
  });

  await test.step('a second person confirms by keyboard, and both watch the draw', async () => {
    const confirm = cardOf(host, 'Autumn concert').getByRole('button', { name: 'Confirm the start' });
    await confirm.focus();
    await host.keyboard.press('Enter');
    const question = host.getByRole('alertdialog');
    await expect(question).toContainText('Paul Gala asks to start the draw.');
    await question.getByRole('button', { name: 'Confirm and draw now' }).press('Enter');
    for (const page of [host, presenter]) await expect(page).toHaveURL(new RegExp(`/draw/${raffle.id}`));
    await expect(observer.getByText('Drawing').first()).toBeVisible();
  });
});
