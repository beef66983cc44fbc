/** Evenings of several draws, paper tickets, people entered by the host, and buckets, for a filled installation (R64, R66–R72). */
import { randomUUID } from 'node:crypto';
import type { PlannedDraws } from '@glassdrum/contract';
import type { Caller } from '../../apps/server/src/demo/fill.ts';
import type { FilledPrize } from './fill-prizes.ts';

const LONG_PRIZE_NAME =
  'One whole year of bread, rolls and cake from the bakery behind the church, fetched by hand every day';

/** Dinner is drawn, dessert is skipped, midnight is still to come. */
export const EVENING_DRAWS = ['Dinner', 'Dessert', 'Midnight'] as const;
export const EVENING_PRIZES: readonly FilledPrize[] = [
  { name: 'Dinner for two', quantity: 2, sponsor_name: 'The Anchor', hue: 30, draw: 1 },
  { name: 'Bottle of wine', quantity: 4, hue: 340, draw: 1 },
  { name: 'Box of chocolate', quantity: 3, sponsor_name: 'Sweet & Daughters', draw: 2 },
  {
    name: 'Weekend for two by the sea',
    description: 'Two nights with breakfast in the lighthouse.',
    sponsor_name: 'Lighthouse Hotel',
    sponsor_url: 'https://lighthouse.example',
    hue: 200,
    draw: 3,
  },
  { name: 'Bicycle', sponsor_name: 'Spokes & Sons', hue: 10, draw: 3 },
  {
    name: LONG_PRIZE_NAME,
    sponsor_name: `Bakery ${'Hohenstein-Schwarzenberg '.repeat(3)}and Daughters`,
    draw: 3,
  },
  { name: 'Basket from the market', quantity: 3, hue: 90, draw: 3 },
  { name: 'Ham', groups: ['Crew'], draw: 3 },
];

/** In two draws. */
export const LONG_EVENING_DRAWS = [
  'The first hundred',
  'The other hundred, after the speeches, before the brass band',
];
export const LONG_EVENING_PRIZES: readonly FilledPrize[] = Array.from({ length: 200 }, (_, number) => ({
  name: number % 9 === 0 ? LONG_PRIZE_NAME : `Prize from shelf ${number + 1}`,
  quantity: 1 + (number % 5),
  draw: number < 100 ? 1 : 2,
  ...(number % 3 === 0 && { sponsor_name: `Sponsor number ${number} of the fair` }),
}));

export const BUCKET_PRIZES: readonly FilledPrize[] = [
  { name: 'Weekend for two by the sea', sponsor_name: 'Lighthouse Hotel', hue: 200 },
  { name: 'Bicycle', hue: 10 },
  { name: LONG_PRIZE_NAME, hue: 40 },
  { name: 'Bottle of wine', hue: 340 },
  { name: 'Apple tree' },
];

/** People without a phone: some by name, some on paper. */
export async function enterWithoutPhones(host: Caller, raffleId: string): Promise<void> {
  const path = `/api/raffles/${raffleId}`;
  const people = ['Grete Grandmother', 'Otto Oldfield', 'Wilma Without'].map((name, index) =>
    JSON.stringify({ line: index + 1, name }),
  );
  await host.post(`${path}/people`, { mode: 'enter', people: people.join('\n') });
  const { runs } = await host.post<{ runs: { first: number }[] }>(`${path}/paper/runs`, { size: 24 });
  const first = runs.at(-1)?.first ?? 0;
  await host.post(`${path}/paper/sales`, {
    client_id: randomUUID(),
    action: 'sell',
    numbers: `${first}-${first + 9}`,
  });
}

/** R69: after its first draw: the next is skipped, and the host has put a notice up. */
export async function reachTheBreak(host: Caller, raffleId: string, until: number): Promise<void> {
  const path = `/api/raffles/${raffleId}`;
  await host.post<PlannedDraws>(`${path}/draws/2/skip`, { reason: 'The chocolate melted.' });
  await host.put(`${path}/pause`, { pause: { until, text: 'Coffee is in the garden.' } });
}
