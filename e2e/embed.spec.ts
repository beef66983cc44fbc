/**
 * R85: a raffle on other sites. The host names a site and pastes the code into its page; that page shows the raffle through a
 * whole draw, another page shows nothing, and neither cookies nor storage are used.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test';
import type { EmbedSettings, HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { asHost, hostIn, LOOKS, type MadeRaffle, seesNotice } from './support/console.ts';
import { drawWithoutWebGl } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { passDraw } from './support/world-clock.ts';

/** A frame asks again after 15 seconds. */
const REFRESHED = { timeout: 25_000 };

let installation: Installation;
/** Two clubs, at another site than the installation; only the first one is named. */
let club: Site;
let stranger: Site;

drawWithoutWebGl();

test.beforeAll(async () => {
  installation = await startInstallation();
  club = await startSite();
  stranger = await startSite();
});

test.afterAll(async () => {
  await installation.stop();
  club.server.close();
  stranger.server.close();
});

interface Site {
  origin: string;
  server: Server;
  /** What its page holds. */
  paste(html: string): void;
}

async function startSite(): Promise<Site> {
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Club</title><h1>Our club</h1>${body}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    server,
    paste(html) {
      body = html;
    },
  };
}

const embedIn = (page: Page): FrameLocator => page.frameLocator('iframe');

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (frame === undefined || frame === null) throw new Error('The page has no frame.');
  return frame;
}

/** Cookies of all requests to the installation that this page's frame makes. */
function cookiesSent(page: Page): { paths: string[]; cookies: string[] } {
  const seen = { paths: [] as string[], cookies: [] as string[] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== installation.url) return;
    seen.paths.push(url.pathname);
    void request.allHeaders().then(({ cookie }) => {
      if (cookie !== undefined) seen.cookies.push(`${url.pathname}: ${cookie}`);
    });
  });
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== installation.url) return;
    void response.headerValue('set-cookie').then((value) => {
      if (value !== null) seen.cookies.push(`set: ${value}`);
    });
  });
  return seen;
}

async function openRaffle(host: Page, title: string): Promise<HostRaffle & MadeRaffle> {
  const { url } = installation;
  const fields = { title, allow_public_join: true, max_winners: 1 };
  const { id } = await asHost<MadeRaffle>(host.request, url, 'POST', '/api/raffles', fields);
  return asHost(host.request, url, 'POST', `/api/raffles/${id}/open`);
}

for (const look of LOOKS) {
  test(`R85: the host names a site, and copies the code for its page (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'embeds');
    const { id } = await openRaffle(host, 'Summer fair');
    await host.goto(`/host/raffles/${id}/settings`);
    const sites = host.getByLabel('Sites that may show it');
    await sites.fill('http://club.example');
    await host.getByRole('button', { name: 'Turn On' }).click();
    await expect(host.getByText(/Please enter origins such as/)).toBeVisible();
    await sites.fill(`https://club.example\n${club.origin}`);
    await host.getByRole('button', { name: 'Turn On' }).click();
    await seesNotice(host, 'Other sites can show this raffle');
    const code = host.getByLabel('Code for your page');
    await expect(code).toHaveValue(
      /^<iframe src="http.+\/embed\/[\w-]{32}" title="Summer fair" .+<\/iframe>$/,
    );
    await host.getByLabel('Colors').selectOption('Dark');
    await expect(code).toHaveValue(/\?theme=dark"/);
    // The preview is what the other page shows.
    await expect(host.getByText('people take part')).toBeVisible();
    await host.getByText('people take part').scrollIntoViewIfNeeded();
    await host.screenshot({ path: info.outputPath('settings.png') });

    await host.getByRole('button', { name: 'Turn Off' }).click();
    const question = host.getByRole('alertdialog', { name: 'Stop showing this raffle on other sites?' });
    await question.getByRole('button', { name: 'Turn Off' }).click();
    await expect(code).toHaveCount(0);
    await expect(host.getByRole('button', { name: 'Turn On' })).toBeVisible();
    await host.context().close();
  });
}

test('R85 R4: the named site shows it through a whole draw, another one shows nothing, and no cookie is sent or set', async ({
  browser,
}, info) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'shows');
  const { id, public_link: link } = await openRaffle(host, 'Harvest festival');
  await host.goto(`/host/raffles/${id}/settings`);
  await host.getByLabel('Sites that may show it').fill(club.origin);
  await host.getByRole('button', { name: 'Turn On' }).click();
  const code = await host.getByLabel('Code for your page').inputValue();
  for (const site of [club, stranger]) site.paste(code);
  const names = ['Wilhelmina Quackenbush', 'Bartholomew Featherstone', 'Anastasia Underwood'];
  for (const name of names) await joinByLink(installation.url, link, name);

  // The host is signed in here, so there are cookies that a browser could send.
  const page = await host.context().newPage();
  const seen = cookiesSent(page);
  await page.goto(club.origin);
  const embed = embedIn(page);
  await expect(embed.getByRole('heading', { name: 'Harvest festival' })).toBeVisible();
  await expect(embed.getByText('3', { exact: true })).toBeVisible(REFRESHED);
  await expect(embed.getByRole('link', { name: 'Join the Raffle' })).toHaveAttribute(
    'href',
    `${installation.url}/join/${link}`,
  );
  await page.screenshot({ path: info.outputPath('open.png') });

  const other = await host.context().newPage();
  await other.goto(stranger.origin);
  await expect(other.getByRole('heading', { name: 'Our club' })).toBeVisible();
  await expect.poll(async () => (await frameOf(other)).url()).toMatch(/^chrome-error:/);
  await expect(embedIn(other).getByText('Harvest festival')).toHaveCount(0);
  // Neither does a page of the named site read what the frame shows.
  const path = new URL(/src="([^"?]+)/.exec(code)?.[1] ?? '').pathname;
  const foreign = await page.evaluate(
    (address) =>
      fetch(address).then(
        (answer) => answer.text(),
        () => 'refused',
      ),
    `${installation.url}/api${path}`,
  );
  expect(foreign).toBe('refused');

  // From now on everything that the frame ever shows is collected.
  const shown = new Set<string>();
  const frame = await frameOf(page);
  await frame.evaluate(() => {
    const texts = new Set<string>();
    Object.assign(window, { shownTexts: texts });
    new MutationObserver(() => texts.add(document.body.innerText)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await asHost(host.request, installation.url, 'POST', `/api/raffles/${id}/draw`);
  await expect(embed.getByText('The draw is live').first()).toBeVisible(REFRESHED);
  await page.screenshot({ path: info.outputPath('live.png') });
  const texts = await frame.evaluate(() => [
    ...(window as unknown as { shownTexts: Set<string> }).shownTexts,
  ]);
  for (const text of texts) shown.add(text);
  for (const name of names) expect([...shown].join('\n')).not.toContain(name);
  await passDraw(installation.url, id);
  const results = (await (
    await fetch(`${installation.url}/api/raffles/${id}/results`)
  ).json()) as ResultsAnswer;
  const winner = results.winners[0]?.display_name ?? 'nobody';
  await expect(embed.getByText(winner, { exact: true })).toBeVisible(REFRESHED);
  await expect(embed.getByRole('link', { name: 'See the Results' })).toBeVisible(REFRESHED);
  for (const loser of names.filter((name) => name !== winner))
    await expect(embed.getByText(loser)).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('winner.png') });

  expect(seen.paths.filter((one) => one.startsWith('/api/embed/')).length).toBeGreaterThan(2);
  expect(seen.paths.filter((one) => !/^\/(?:api\/)?embed\/|^\/assets\/embed-/.test(one))).toEqual([]);
  expect(seen.cookies).toEqual([]);
  // A browser that keeps storage from frames of other sites throws; the embed shows what it shows all the same.
  const stored = await frame.evaluate(() => {
    const read = (look: () => unknown): unknown => {
      try {
        return look();
      } catch {
        return 0;
      }
    };
    return [read(() => localStorage.length), read(() => sessionStorage.length), document.cookie];
  });
  expect(stored).toEqual([0, 0, '']);

  // M8: a new address ends the old one.
  const settings = `/api/raffles/${id}/embed`;
  const { url } = (await (
    await host.request.put(settings, {
      data: { origins: [club.origin], renew: true },
      headers: { origin: installation.url },
    })
  ).json()) as EmbedSettings;
  await page.reload();
  await expect(embedIn(page).getByText(winner)).toHaveCount(0);
  club.paste(`<iframe src="${url}?theme=dark" title="Ours" width="360" height="460"></iframe>`);
  await page.reload();
  await expect(embedIn(page).getByText(winner, { exact: true })).toBeVisible();
  expect(
    await (
      await frameOf(page)
    ).evaluate(() => getComputedStyle(document.querySelector('.embed') ?? document.body).backgroundColor),
  ).toBe('rgb(18, 16, 14)');
  await page.screenshot({ path: info.outputPath('dark.png') });
  await host.context().close();
});
