/**
 * Makes what `before-workspaces.test.ts` starts on: an installation as the last version without workspaces leaves it, with claims
 * that are open, made and lapsed, answers to a claim form, an evening between two draws, a cancelled raffle, a recurring one and
 * a template.
 *
 * It was made with commit ff770d9. To make it again, copy this file as `make-fixture.test.ts`, and `write-fixture.ts`, into the
 * same folder of a checkout of that version and run there, with PostgreSQL's programs in the PATH:
 *
 *     FIXTURE=/path/to/fixture-before-workspaces node scripts/with-postgres.mjs npx vitest run apps/server/test/upgrade/make-fixture
 */
import type { ClaimFormInput, HostRaffle, RecurrenceBody, ResultsAnswer } from '@glassdrum/contract';
import { expect, test, vi } from 'vitest';
import { newHost } from '../support/browser.ts';
import { drawNext, openEvening } from '../support/evening.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, join, type Person, person } from '../support/people.ts';
import { rowCounts, writeFixture } from './write-fixture.ts';

const COUNTED = [
  'users',
  'raffles',
  'prizes',
  'invitees',
  'participations',
  'draws',
  'draw_openings',
  'draw_rows',
  'passed_over',
  'prize_claims',
  'claim_forms',
  'claim_answers',
  'raffle_templates',
  'recurrences',
  'recurrence_periods',
  'public_log',
  'audit_log',
] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PUBLIC_URL = 'https://raffles.example.org';
/** Seconds. */
const TEN_MINUTES = 600;
const TWO_DAYS = 172_800;

const FORM: ClaimFormInput = {
  fields: [
    { kind: 'address', label: 'Where should we send it?' },
    { kind: 'text', label: 'Anything else?', required: false },
  ],
};
const ANSWERS = {
  f1: {
    line1: '77 Quillfeather Crescent',
    line2: '',
    postcode: 'XK9 4QQ',
    city: 'Birdwhistle',
    country: 'GB',
  },
  f2: 'Ring twice.',
};

vi.setConfig({ testTimeout: 300_000 });

interface Scene {
  app: TestApp;
  host: Person;
}

forEachDatabase((makeApp, kind) => {
  test.runIf(kind === 'sqlite' && process.env['FIXTURE'] !== undefined)('makes the fixture', async () => {
    const app = await makeApp({ env: { PUBLIC_URL, JOIN_LIMIT: 'off' } });
    const account = await newHost(app, 'Hanna Host');
    const other = await newHost(app, 'Otto Other');
    await other.post('/api/raffles', { title: 'Of another host' });
    const cookie = Array.from(account.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const host = person(app, { cookie });
    const scene = { app, host };

    const evening = await betweenDraws(scene);
    const cancelled = await cancelledRaffle(scene);
    const templateId = await template(scene, evening);
    const recurring = await recurringRaffle(scene);
    const claims = await claimsInEveryState(scene);
    const raffles = { claims: claims.id, evening, cancelled, recurring };
    const { query } = app.parts.database;
    await writeFixture(process.env['FIXTURE'] ?? '', app, {
      now: app.clock.now(),
      publicUrl: PUBLIC_URL,
      host: { id: account.id, email: account.email, password: account.password },
      other: { id: other.id },
      raffles,
      templateId,
      claims,
      counts: await rowCounts(app, COUNTED),
      raffleIds: (await query.selectFrom('raffles').select(['id', 'host_id']).execute()).map((row) => [
        row.id,
        row.host_id,
      ]),
      answers: await allAnswers(scene, Object.values(raffles), claims),
    });
  });
});

/** The first prize lapsed and went on, the second was claimed with answers, the third waits for its winner. */
async function claimsInEveryState({ app, host }: Scene) {
  const scene = await openEvening(
    { app, host },
    [
      { name: 'Lapses', claim_window: TEN_MINUTES },
      { name: 'Claimed', claim_window: TWO_DAYS },
      { name: 'Waits', claim_window: TWO_DAYS },
    ],
    { fields: { title: 'Claims in every state' }, reveal_order: 'list' },
  );
  const { id } = scene;
  expect((await host.put(`/api/raffles/${id}/claim-form`, FORM)).status).toBe(200);
  const guests: Awaited<ReturnType<typeof join>>[] = [];
  for (let number = 1; number <= 9; number += 1) guests.push(await join(app, scene.link, `Guest ${number}`));
  const results = await drawNext(scene);
  const holder = (prize: number) => {
    const entry = results.winners.find((row) => row.prize === prize)?.entry_number ?? 0;
    const guest = guests.find(({ joined }) => joined.entry_number === entry);
    if (guest === undefined) throw new Error(`Nobody won prize ${prize}.`);
    return { entry, headers: guest.headers, guest };
  };
  const [lapsing, claiming, waiting] = [holder(1), holder(2), holder(3)];
  const claimed = await claiming.guest.post(`/api/raffles/${id}/me/claims`, {
    prize: 2,
    entry_number: claiming.entry,
    answers: ANSWERS,
  });
  expect([claimed.status, claimed.text]).toEqual([200, expect.any(String)]);
  await app.clock.advance(TEN_MINUTES * 1000 + MINUTE_MS);
  await eventually(app, 'the lapse', async () => {
    const { body } = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
    return body.passed_over.some((row) => row.entry_number === lapsing.entry);
  });
  return {
    id,
    drawId: results.draw_id,
    lapsed: { entry: lapsing.entry, headers: lapsing.headers },
    claimed: { entry: claiming.entry, answers: ANSWERS },
    open: { entry: waiting.entry, headers: waiting.headers },
  };
}

/** Two draws, of which the first is over. */
async function betweenDraws({ app, host }: Scene): Promise<string> {
  const scene = await openEvening(
    { app, host },
    [
      { name: 'Early prize', draw: 1 },
      { name: 'Late prize', draw: 2 },
    ],
    { fields: { title: 'An evening of two draws' } },
  );
  for (const name of ['Elsa', 'Emil', 'Edda', 'Egon']) await join(app, scene.link, `${name} Evening`);
  await drawNext(scene);
  return scene.id;
}

async function cancelledRaffle({ app, host }: Scene): Promise<string> {
  const title = 'Rained off';
  const scene = await openEvening({ app, host }, [{ name: 'Umbrella' }], { fields: { title } });
  await join(app, scene.link, 'Carla Cancelled');
  const answer = await host.post(`/api/raffles/${scene.id}/cancel`, {
    title,
    reason: 'The hall is flooded.',
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return scene.id;
}

async function template({ host }: Scene, raffleId: string): Promise<string> {
  const answer = await host.post<{ id: string }>(`/api/raffles/${raffleId}/template`, { name: 'Evenings' });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

/** Its next date comes after the upgrade. */
async function recurringRaffle({ app, host }: Scene): Promise<string> {
  const now = app.clock.now();
  const made = await host.post<HostRaffle>('/api/raffles', {
    title: 'Every few days',
    deadline_at: now + 5 * DAY_MS,
  });
  const { id } = made.body;
  await host.post(`/api/raffles/${id}/invites`, { invitees: 'Rita Regular\nRolf Regular' });
  const dates = [10, 20, 30].map((days) => new Date(now + days * DAY_MS).toISOString().slice(0, 10));
  const body: RecurrenceBody = {
    repeat: { every: 'dates', dates },
    time: '18:00',
    time_zone: 'Europe/Berlin',
    opens_days: 2,
    people: true,
  };
  const answer = await host.put(`/api/raffles/${id}/recurrence`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return id;
}

const HOST_PATHS = ['/api/auth/me', '/api/raffles', '/api/audit', '/api/templates'];
const PUBLIC_PARTS = [
  '',
  '/results',
  '/proof',
  '/draw',
  '/draws',
  '/draw/entries',
  '/prize-list',
  '/records',
];
const HOST_PARTS = [
  '',
  '/participants',
  '/invites',
  '/prizes',
  '/winners',
  '/claims',
  '/claim-form',
  '/recurrence',
  '/audit',
];

async function allAnswers(
  { app, host }: Scene,
  raffleIds: readonly string[],
  { id, drawId, claimed }: Awaited<ReturnType<typeof claimsInEveryState>>,
): Promise<object[]> {
  const answers: object[] = [];
  const visitor = person(app);
  const add = async (as: 'host' | 'visitor', path: string): Promise<void> => {
    const { status, body, text } = await (as === 'host' ? host : visitor).get(path);
    answers.push({ as, path, status, body: body ?? text });
  };
  for (const path of HOST_PATHS) await add('host', path);
  for (const path of ['/api/log', '/api/log/records']) await add('visitor', path);
  for (const raffleId of raffleIds) {
    for (const part of PUBLIC_PARTS) await add('visitor', `/api/raffles/${raffleId}${part}`);
    for (const part of HOST_PARTS) await add('host', `/api/raffles/${raffleId}${part}`);
  }
  const query = `draw_id=${drawId}&prize=2&entry_number=${claimed.entry}`;
  await add('host', `/api/raffles/${id}/claims/answers?${query}`);
  return answers;
}
