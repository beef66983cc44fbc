/**
 * Adversarial servers as tests (docs/threats.md, draw protocol §10 and §12). In each row the operator cheats with everything
 * that is theirs, the key and the database included, and makes the cheat agree with itself. A phone that joined beforehand
 * watches the draw in Chromium; what it stored and saw itself must turn its seal red or yellow, with the sentence of §10.
 *
 * Draws take their time, so all rows run from the beginning of the file, several at once; each test waits for its own.
 */
import type { CommitmentsAnswer, DrawPlan } from '@glassdrum/contract';
import { type Browser, expect, test } from '@playwright/test';
import {
  type DishonestOptions,
  type DishonestServer,
  openRaffle,
  startDishonestServer,
} from './support/dishonest-server.ts';
import { storyTeller } from './support/stories.ts';
import { FREEZE_AND_SEED } from './support/threats/freeze-and-seed.ts';
import { HONEST } from './support/threats/honest.ts';
import { LIST } from './support/threats/list.ts';
import { PAST_DRAWS } from './support/threats/past-draws.ts';
import { ANTEDATED_MS, OTHERS, PHONE, type Row, type ServerName, SLOW_MS } from './support/threats/row.ts';
import { TIME_AND_TERMS } from './support/threats/time-and-terms.ts';
import { WITNESSES_AND_SCREEN } from './support/threats/witnesses-and-screen.ts';
import { join, newPhone, type Seal } from './support/watching-phone.ts';

/** Stories under way at the same time. */
const AT_ONCE = 4;

const ROWS: readonly Row[] = [
  ...HONEST,
  ...FREEZE_AND_SEED,
  ...LIST,
  ...PAST_DRAWS,
  ...TIME_AND_TERMS,
  ...WITNESSES_AND_SCREEN,
];

/** All of them, or those that `E2E_ROWS` names, such as `row 1[0-9]`. */
const TOLD = ROWS.filter(({ title }) => new RegExp(process.env['E2E_ROWS'] ?? '').test(title));
const told = new Map<string, Promise<Seal>>();
const servers = new Map<ServerName, Promise<DishonestServer>>();

const SERVERS: Record<ServerName, DishonestOptions> = {
  punctual: {},
  antedating: { behindMs: ANTEDATED_MS, witnessed: true },
  slow: { behindMs: SLOW_MS },
};

async function tell(browser: Browser, row: Row): Promise<Seal> {
  const name = row.at ?? 'punctual';
  const starting = servers.get(name) ?? startDishonestServer(SERVERS[name]);
  servers.set(name, starting);
  const server = await starting;
  const raffle = await openRaffle(server, { fields: { max_tickets: 5 }, others: row.before ?? OTHERS });
  const phone = await newPhone(browser, server.url);
  const path = `/api/raffles/${raffle.id}/draw`;
  try {
    await join(phone, raffle, PHONE);
    await phone.page.goto(`/draw/${raffle.id}`);
    await expect(phone.page.locator('html')).toHaveAttribute('data-live', 'true', { timeout: 30_000 });
    const seal = await row.cheat({
      browser,
      server,
      raffle,
      phone,
      async draw() {
        await server.host.post(path, {});
        return server.host.get<DrawPlan>(path);
      },
      list: () => server.host.get<CommitmentsAnswer>(`${path}/entries`),
    });
    return seal ?? (await phone.seal(row.seal));
  } finally {
    await phone.close();
  }
}

test.beforeAll(({ browser }) => {
  const next = storyTeller(AT_ONCE);
  for (const row of TOLD) {
    const story = next(() => tell(browser, row));
    // Each is waited for by its own test.
    story.catch(() => undefined);
    told.set(row.title, story);
  }
});

test.afterAll(async () => {
  for (const starting of servers.values()) await (await starting).stop();
});

for (const row of TOLD) {
  test(row.title, async () => {
    test.setTimeout(600_000);
    const seal = await told.get(row.title);
    if (seal === undefined) throw new Error('The story was not told.');
    expect(seal.text).toMatch(row.says);
    const mayBeGreen = row.seal === 'green' || row.greenBefore === true;
    if (!mayBeGreen) expect(seal.shown).not.toContain('green');
  });
}
