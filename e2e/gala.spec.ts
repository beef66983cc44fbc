/**
 * A gala evening from the first guest to the last proof (R61–R72): twenty prizes in three draws, guests with phones, guests whom
 * the host entered, and paper tickets, sold by camera and by numbers. The host holds the draws from the remote; a stage and two
 * phones follow: a guest's own, and one on which somebody takes over the entry that the host made. A winner is passed over, and in
 * the last draw only people who are present can win.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  HostPrizes,
  HostRaffle,
  InstallationInfo,
  Invitation,
  PaperAnswer,
  PrizesBody,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { DrawProof } from '@glassdrum/fair-draw';
import { expect, type Page } from '@playwright/test';
import { GALA_DRAWS } from '../apps/server/src/demo/gala/prizes.ts';
import { browserWithCamera } from './support/camera.ts';
import { asHost, seesNotice, signedInHost } from './support/console.ts';
import {
  drawsOnTheRemote,
  drawWithoutWebGl,
  joinsOnAPhone,
  opensTheRemote,
  opensTheStage,
  PHONE,
  read,
  resultsOf,
  screenOf,
} from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { ticketLinks } from './support/paper-tickets.ts';
import { joinByLink } from './support/people.ts';
import { codeOn } from './support/read-code.ts';
import { test } from './support/test.ts';
import { expectSeriesToHold } from './support/verifiers.ts';
import { followClock, passTime } from './support/world-clock.ts';

/** After that the winners of a draw have left the stage. */
const WINNERS_SEEN_MS = 180_000;
/** Beside the guest with a phone in the story. */
const JOINED = 11;
const ENTERED = ['Agathe Alt', 'Bruno Berg', 'Cilla Cohen', 'Dora Diaz', 'Emil Engel'];
const GUEST = 1;
/** Of the first person whom the host entered. */
const TAKER = GUEST + JOINED + 1;
const FIRST_TICKET = TAKER + ENTERED.length;
const PRINTED = 20;
/** By the first draw, and by the second. */
const SOLD_BEFORE = 11;
const SOLD = 16;
/** They walked in, and are not there at midnight. */
const AWAY = [2, 3, 4];
const LAST_PRESENT = FIRST_TICKET + SOLD - 1;
/** The camera starts, and reads. */
const LONG = { timeout: 30_000 };

drawWithoutWebGl();

let installation: Installation;
let folder: string;

test.beforeAll(async () => {
  installation = await startInstallation();
  folder = await mkdtemp(join(tmpdir(), 'glassdrum-gala-'));
});

test.afterAll(async () => {
  await installation.stop();
  await rm(folder, { recursive: true });
});

/** Each of the demonstration's prizes once. In the first draw members have one of their own, which goes first. */
async function plansTheEvening(host: Page): Promise<HostRaffle> {
  const post = <T>(path: string, data?: object) =>
    asHost<T>(host.request, installation.url, 'POST', path, data);
  const { id } = await post<HostRaffle>('/api/raffles', { title: 'Gala', allow_public_join: true });
  const prizes = GALA_DRAWS.flatMap((draw, index) =>
    draw.prizes.map((prize) => ({
      name: prize.name,
      quantity: 1,
      sponsor_name: prize.sponsor?.name ?? null,
      sponsor_url: prize.sponsor?.url ?? null,
      groups: prize.group === 'Members' ? ['Members'] : [],
      draw: index + 1,
    })),
  );
  prizes.sort((a, b) => b.groups.length - a.groups.length);
  const path = `/api/raffles/${id}/prizes`;
  const { revision } = (await (await host.request.get(path)).json()) as HostPrizes;
  const saved = await host.request.put(path, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      draws: GALA_DRAWS.map(({ name }) => ({ name })),
      prizes,
    } satisfies Omit<PrizesBody, 'prizes'> & { prizes: object[] },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await host.goto(`/host/raffles/${id}/draws`);
  const midnight = host
    .getByRole('listitem')
    .filter({ has: host.getByRole('heading', { name: 'Midnight' }) });
  const presence = midnight.getByRole('switch', { name: 'Only people who are present can win' });
  await presence.click();
  await expect(presence).toBeChecked();
  await expect(presence).toBeEnabled();
  return post<HostRaffle>(`/api/raffles/${id}/open`);
}

/** @returns the personal link of the first of them */
async function entersPeople(host: Page, id: string): Promise<string> {
  const people = ENTERED.map((name, index) => ({ line: index + 1, name, groups: ['Members'] }));
  await asHost(host.request, installation.url, 'POST', `/api/raffles/${id}/people`, {
    mode: 'enter',
    people: people.map((row) => JSON.stringify(row)).join('\n'),
  });
  const invitations = await asHost<Invitation[]>(
    host.request,
    installation.url,
    'GET',
    `/api/raffles/${id}/invites`,
  );
  const token = invitations.find(({ display_name: name }) => name === ENTERED[0])?.token;
  return `/r/${token ?? ''}`;
}

/** The big answer of the desk. */
const lastAnswer = (desk: Page) => desk.locator('[data-last-sale=good]');

/** @returns the desk, whose camera has sold the first ticket of the run */
async function sellsByCamera(host: Page, id: string): Promise<Page> {
  await host.goto(`/host/raffles/${id}/paper`);
  await host.getByLabel('How many tickets').fill(String(PRINTED));
  await host.getByRole('button', { name: 'Add tickets' }).click();
  await expect(host.getByText(`0 of ${PRINTED} sold`)).toBeVisible();
  const path = `/api/raffles/${id}/paper`;
  const { runs } = await asHost<PaperAnswer>(host.request, installation.url, 'GET', path);
  expect(runs).toMatchObject([{ first: FIRST_TICKET, last: FIRST_TICKET + PRINTED - 1 }]);
  const deskLink = await host.getByRole('link', { name: 'Open the desk' }).getAttribute('href');
  const pdf = await (await host.request.get(`${path}/pdf?run=1&paper=a4`)).body();
  const [link] = await ticketLinks(pdf);
  const camera = await browserWithCamera([link ?? ''], join(folder, 'ticket.y4m'));
  const desk = await (await camera.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  await desk.goto(deskLink ?? '');
  await scansTheTicket(desk, () => expect(lastAnswer(desk)).toHaveText(`Sold: ${FIRST_TICKET}`, LONG));
  return desk;
}

/** Until the answer is there. */
async function scansTheTicket(desk: Page, answered: () => Promise<void>): Promise<void> {
  await desk.getByRole('button', { name: 'Scan with the camera' }).click();
  await answered();
  await desk.getByRole('button', { name: 'Stop the camera' }).click();
}

async function sellsRange(desk: Page, first: number, last: number): Promise<void> {
  await desk.getByLabel('Numbers or code').fill(`${first}-${last}`);
  await desk.getByRole('button', { name: 'Sell', exact: true }).click();
  await expect(lastAnswer(desk)).toHaveText(`Sold: ${first}–${last}`);
}

async function holdsTheDraw(host: Page, id: string, name: string): Promise<ResultsAnswer> {
  await opensTheRemote(host, id, name);
  await drawsOnTheRemote(host, installation, id);
  await passTime(WINNERS_SEEN_MS);
  return resultsOf(installation, id, name);
}

const proofOf = (id: string, drawId: string): Promise<DrawProof> =>
  read(installation, `/api/raffles/${id}/proof?draw_id=${drawId}`);

/** The entries that a proof lists in this state or with this source, by their numbers. */
function numbersWhere(proof: DrawProof, matches: (entry: DrawProof['entries'][number]) => boolean): number[] {
  return proof.entries.flatMap((entry, index) => (matches(entry) ? [index + 1] : []));
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const numbersOf = (rows: readonly { entry_number: number }[]): number[] =>
  rows.map(({ entry_number: number }) => number).toSorted((a, b) => a - b);

/** @returns who holds the prize now, in whose place */
async function passesSomebodyOver(host: Page, id: string, name: string): Promise<ResultsAnswer> {
  await host.goto(`/host/raffles/${id}/remote`);
  await host.getByRole('button', { name: 'Pass somebody over' }).click();
  const dialog = host.getByRole('dialog', { name: 'Winners and prizes' });
  await dialog
    .getByRole('button', { name: /^Pass over/ })
    .first()
    .click();
  const question = host.getByRole('alertdialog');
  await question.getByLabel('Absent').check();
  await question.getByRole('button', { name: 'Pass over' }).click();
  await seesNotice(host, 'Winner passed over');
  return resultsOf(installation, id, name);
}

interface Hall {
  host: Page;
  stage: Page;
  desk: Page;
  guest: Page;
  taker: Page;
}

/**
 * R71: the host opens check-in on the remote; a phone reads the code on the stage and another one types it, the desk scans a
 * ticket and types numbers, and the host checks somebody in on the list of people. The stage counts.
 * @param holders who sits the draw out, and is not counted @returns numbers of those who stay away and could have won
 */
async function checksIn(
  id: string,
  { host, stage, desk, guest, taker }: Hall,
  holders: readonly number[],
): Promise<number[]> {
  const away = AWAY.filter((number) => !holders.includes(number));
  const others = range(5, LAST_PRESENT);
  const byHost = others.find((number) => ![...holders, TAKER, FIRST_TICKET].includes(number)) ?? 0;
  const expected = LAST_PRESENT - holders.length;
  const isCounted = (number: number): number => (holders.includes(number) ? 0 : 1);
  let present = 0;
  const stageCounts = (): Promise<void> =>
    expect(stage.getByText(`${present} of ${expected} are here`)).toBeVisible();

  await opensTheRemote(host, id, 'Midnight');
  await host.getByRole('button', { name: 'Open check-in' }).click();
  await stageCounts();
  const shown = stage.getByRole('complementary', { name: 'Scan to check in' });
  await guest.goto(await codeOn(shown.getByRole('img')));
  await expect(guest.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
  present += isCounted(GUEST);
  await stageCounts();
  await taker.goto(`/here/${id}`);
  const typed = await shown.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText();
  await taker.getByLabel('Code on the screen').fill(typed.toLowerCase());
  await taker.getByRole('button', { name: 'Check in' }).click();
  await expect(taker.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
  present += isCounted(TAKER);
  await stageCounts();

  await desk.reload();
  await expect(desk.getByRole('heading', { name: 'Check people in' })).toBeVisible();
  await scansTheTicket(desk, () =>
    expect(desk.getByText(`Checked in: ${FIRST_TICKET}`, { exact: true })).toBeVisible(LONG),
  );
  present += isCounted(FIRST_TICKET);
  await stageCounts();
  await host.getByRole('link', { name: 'Check somebody in' }).click();
  await host.getByRole('searchbox').fill(`#${byHost}`);
  const more = host.getByRole('button', { name: /^More for / });
  // The list follows what is typed a moment later.
  await expect(more).toHaveCount(1);
  await more.click();
  await host.getByRole('menuitem', { name: 'Check in' }).click();
  await seesNotice(host, `Checked in: ${byHost}`);
  present += 1;
  await stageCounts();

  await desk.getByLabel('Entry numbers or ticket code').fill(`${others[0]}-${others.at(-1)}`);
  await desk.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(desk.getByText(/^Checked in before: /)).toBeVisible();
  present = expected - away.length;
  await stageCounts();
  return away;
}

test('R61–R72 a gala: twenty prizes in three draws, with phones, people entered by the host and paper', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const host = await signedInHost(browser, installation.url, 'gala@example.org', PHONE);
  await followClock(host.context());
  const { id, public_link: link } = await plansTheEvening(host);
  const phones = [
    await screenOf(browser, installation, PHONE),
    await screenOf(browser, installation, PHONE),
  ] as const;
  const [guest, taker] = phones;

  const personal = await test.step('guests come: by the link, entered by the host, on paper', async () => {
    await joinsOnAPhone(guest, link ?? '', 'Greta Guest');
    for (const number of range(1, JOINED)) {
      await joinByLink(installation.url, link ?? '', `Walk In ${number}`);
    }
    const personalLink = await entersPeople(host, id);
    await taker.goto(personalLink);
    await taker.getByRole('button', { name: 'Open My Entry Here' }).click();
    await expect(taker.getByRole('heading', { name: "You're In!" })).toBeVisible();
    return personalLink;
  });
  const desk = await sellsByCamera(host, id);
  await sellsRange(desk, FIRST_TICKET + 1, FIRST_TICKET + SOLD_BEFORE - 1);

  const stage = await opensTheStage(browser, installation, host, id);
  for (const phone of phones) await phone.goto(`/draw/${id}`);
  for (const screen of [stage, ...phones]) {
    await expect(screen.getByText('12 joined, 5 entered by the host, 11 on paper')).toBeVisible();
  }
  for (const phone of phones) {
    await expect(phone.getByRole('heading', { name: 'Next: Welcome' })).toBeVisible();
  }

  const asDrawn = await holdsTheDraw(host, id, 'Welcome');
  const welcome =
    await test.step('between two draws a winner is passed over, and paper is sold', async () => {
      const now = await passesSomebodyOver(host, id, 'Welcome');
      expect(now.passed_over).toHaveLength(1);
      expect(now.current_winners).toHaveLength(8);
      expect(now.current_winners.filter(({ moved_up: isNew }) => isNew)).toHaveLength(1);
      expect(numbersOf(now.winners)).toEqual(numbersOf(asDrawn.winners));
      await sellsRange(desk, FIRST_TICKET + SOLD_BEFORE, LAST_PRESENT);
      for (const screen of [stage, ...phones]) {
        await expect(screen.getByRole('heading', { name: 'Next: Dessert' })).toBeVisible();
      }
      await expect(stage.getByText(/sits? this one out/).first()).toBeVisible();
      // Each on the page of the own entry.
      for (const { phone, page, number } of [
        { phone: guest, page: `/join/${link ?? ''}`, number: GUEST },
        { phone: taker, page: personal, number: TAKER },
      ]) {
        await phone.goto(page);
        await expect(phone.getByRole('heading', { name: 'Your draws so far' })).toBeVisible();
        const holds = numbersOf(now.current_winners).includes(number);
        // Also behind a dialog that congratulates.
        const sitsOut = phone
          .locator('[role=status]')
          .filter({ hasText: 'If your prize goes to somebody else' });
        await expect(sitsOut).toHaveCount(holds ? 1 : 0);
        await phone.goto(`/draw/${id}`);
      }
      await host.goto(`/host/raffles/${id}`);
      await expect(host.getByText('1 of 3 draws held. Start the next one when you are ready.')).toBeVisible();
      await expect(host.getByRole('link', { name: 'Results' })).toHaveAttribute('href', `/results/${id}`);
      return now;
    });
  const dessert = await holdsTheDraw(host, id, 'Dessert');
  const holders = numbersOf([...welcome.current_winners, ...dessert.current_winners]);
  const hall = { host, stage, desk, guest, taker };
  const away = await test.step('at midnight only people who are present can win', () =>
    checksIn(id, hall, holders));
  await desk.context().browser()?.close();
  await seesWhoSitsOut(host, id, { holders: holders.length, away: away.length });
  const midnight = await holdsTheDraw(host, id, 'Midnight');

  await test.step('everything of the evening is in its proofs', async () => {
    const [first, second, third] = await Promise.all(
      [welcome, dessert, midnight].map(({ draw_id: drawId }) => proofOf(id, drawId)),
    );
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('A proof is missing.');
    const last = FIRST_TICKET + PRINTED - 1;
    expect(third.entries).toHaveLength(last);
    expect(numbersWhere(third, ([, source]) => source === 'host')).toEqual(range(TAKER, FIRST_TICKET - 1));
    expect(numbersWhere(third, ([, source]) => source === 'paper')).toEqual(range(FIRST_TICKET, last));
    const withoutTicket = (proof: DrawProof): number[] =>
      numbersWhere(proof, ([, , weights]) => weights.every((weight) => weight === 0));
    expect(withoutTicket(first)).toEqual(range(FIRST_TICKET + SOLD_BEFORE, last));
    const isHolder = ([state]: DrawProof['entries'][number]): boolean => state === 'holder';
    expect(numbersWhere(second, isHolder)).toEqual(numbersOf(welcome.current_winners));
    expect(numbersWhere(third, isHolder)).toEqual(holders);
    expect(numbersWhere(third, ([state]) => state === 'absent')).toEqual(away);
    expect(midnight.presence?.absent).toEqual(away);
    expect(numbersOf(midnight.winners).filter((number) => AWAY.includes(number))).toEqual([]);
    const all = [welcome, dessert, midnight].flatMap(({ current_winners: rows }) => numbersOf(rows));
    expect(all).toHaveLength(20);
    expect(new Set(all).size).toBe(20);
  });
  await test.step('a phone checks the last draw itself', async () => {
    await guest.goto(`/results/${id}?draw=${midnight.draw_id}`);
    await expect(guest.getByText('Who was present')).toBeVisible();
    await guest.getByRole('button', { name: 'Verify Fairness' }).click();
    await expect(guest.getByText('Verification Passed').first()).toBeVisible({ timeout: 30_000 });
    await expect(guest.getByText('This check failed')).toHaveCount(0);
  });
  await bothVerify(id, [welcome, dessert, midnight]);
  for (const page of [host, stage, ...phones]) await page.context().close();
});

/** Before the draw the host reads how many take part, and why the others don't. */
async function seesWhoSitsOut(
  host: Page,
  id: string,
  { holders, away }: { holders: number; away: number },
): Promise<void> {
  const taking = LAST_PRESENT - holders - away;
  await opensTheRemote(host, id, 'Midnight');
  await expect(host.getByText(`${taking} entries take part in this draw.`)).toBeVisible();
  await expect(host.getByText(`${holders} hold a prize already and sit out.`)).toBeVisible();
  const absent = new RegExp(`^.*${away} (is|are) not checked in and can't win\\.$`);
  await expect(host.getByText(absent)).toHaveCount(away === 0 ? 0 : 1);
}

/** R69: each proof alone, and with those before it as a series. */
async function bothVerify(id: string, results: readonly ResultsAnswer[]): Promise<void> {
  const testChainFile = join(folder, 'chain.json');
  await writeFile(testChainFile, JSON.stringify(installation.chain));
  const { public_key: logKey } = await read<InstallationInfo>(installation, '/api/installation');
  const files: string[] = [];
  for (const { draw_id: drawId } of results) {
    const file = join(folder, `${drawId}.json`);
    await writeFile(file, JSON.stringify(await proofOf(id, drawId)));
    files.push(file);
  }
  expectSeriesToHold(files, { testChainFile, logKey });
}
