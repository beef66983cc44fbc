/** Prizes with names, images and sponsors, and the groups of people who can win them, for a filled installation (R61, R63). */
import type { HostPrizes, Invitation, ParticipantsAnswer, PrizesBody } from '@glassdrum/contract';
import type { Caller } from '../../apps/server/src/demo/fill.ts';
import { madeUpPicture } from './pictures.ts';

type SentPrize = PrizesBody['prizes'][number];

export interface FilledPrize extends Partial<Pick<SentPrize, Exclude<keyof SentPrize, 'name' | 'id'>>> {
  name: string | null;
  /** Of its image's colours; without one it has no image. */
  hue?: number;
}

/** No one is in this group. */
const EMPTY_GROUP = 'Winter swimmers';
const GROUPS = ['Crew', 'Members', 'Choir and brass band', 'Helpers of the summer camp'];

/** As many as a village collects: with and without images, sponsors and groups; one name is as long as names can be. */
export const TWENTY_PRIZES: readonly FilledPrize[] = [
  {
    name: 'Weekend for two by the sea',
    description: 'Two nights with breakfast in the lighthouse of Westerland,\nany weekend until next May.',
    sponsor_name: 'Lighthouse Hotel',
    sponsor_url: 'https://lighthouse.example',
    hue: 200,
  },
  {
    name: 'Bicycle',
    description: 'Red, with seven gears.',
    sponsor_name: 'Spokes & Sons',
    sponsor_url: 'https://spokes.example/bicycles',
    hue: 10,
  },
  { name: 'Basket from the market', quantity: 3, sponsor_name: 'The market stalls', hue: 90 },
  {
    name: 'One whole year of bread, rolls and cake from the bakery behind the church, fetched by hand every day',
    description: `Every ${'morning and every afternoon, '.repeat(12)}except on Mondays.`,
    sponsor_name:
      'Bakery Wilhelmine Maximiliane Hohenstein-Schwarzenberg and Daughters, Burg Rabeneck am See, 1712',
    sponsor_url: `https://bakery.example/${'bread-and-'.repeat(20)}cake`,
    hue: 40,
  },
  { name: 'Bottle of wine', quantity: 12, hue: 340 },
  { name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', hue: 260 },
  { name: 'Ham', groups: ['Crew'] },
  { name: 'Dinner with the choir', groups: ['Choir and brass band', 'Members'], hue: 150 },
  { name: 'Ice hole', groups: [EMPTY_GROUP], description: 'Bring a towel.' },
  { name: 'Box of chocolate', quantity: 5 },
  ...['Umbrella', 'Pot of honey', 'Concert ticket', 'Book token', 'Apple tree', 'Lamp', 'Hammock'].map(
    (name, number) => ({ name, ...(number % 3 === 0 && { hue: 50 * number }) }),
  ),
  { name: null },
  { name: 'Set of garden tools', sponsor_url: 'https://tools.example' },
  { name: 'Consolation prize', quantity: 4 },
];

export const TWO_HUNDRED_PRIZES: readonly FilledPrize[] = Array.from({ length: 200 }, (_, number) => ({
  name: `Prize from shelf ${number + 1}`,
  quantity: 1 + (number % 5),
}));

/** 1,000 wins, the most that there can be. */
export const A_THOUSAND_WINS: readonly FilledPrize[] = TWO_HUNDRED_PRIZES.map((prize, number) => ({
  ...prize,
  quantity: 5,
  ...(number < 3 && { hue: 70 * number }),
}));

export interface PrizeSettings {
  /** Names of the draws; without them there is one. */
  draws?: readonly string[];
  /** R64. */
  buckets?: boolean;
  policy?: PrizesBody['policy'];
}

/** In a draft, or while nobody has entered. */
export async function setPrizes(
  host: Caller,
  raffleId: string,
  prizes: readonly FilledPrize[],
  { draws, buckets = false, policy = 'once' }: PrizeSettings = {},
): Promise<void> {
  const path = `/api/raffles/${raffleId}/prizes`;
  const { revision } = await host.get<HostPrizes>(path);
  const body = {
    revision,
    policy,
    reveal_order: 'grand_last',
    buckets,
    prizes: prizes.map(({ hue: _hue, ...fields }) => ({ quantity: 1, ...fields })),
    ...(draws !== undefined && { draws: draws.map((name) => ({ name })) }),
  };
  const saved = await host.put<HostPrizes>(path, body);
  for (const [index, { hue }] of prizes.entries()) {
    const id = saved.prizes[index]?.id;
    if (hue === undefined || id === undefined) continue;
    await host.put(`${path}/${id}/image`, { image_url: await madeUpPicture(hue) });
  }
}

/** Every third person in one group, some in many; of those who did not come one link is revoked, and one entry is removed. */
export async function mixPeople(host: Caller, raffleId: string): Promise<void> {
  const path = `/api/raffles/${raffleId}`;
  const invitations = await host.get<Invitation[]>(`${path}/invites`);
  const people = invitations.map(({ invitee_id: id }) => id);
  for (const [number, group] of GROUPS.entries()) {
    const some = people.filter((_, index) => index % 3 === 0 || index % (number + 2) === 1);
    await host.post(`${path}/people/groups`, {
      people: number === 0 ? some : some.slice(0, 5),
      add: [group],
    });
  }
  const { participants } = await host.get<ParticipantsAnswer>(`${path}/participants`);
  const removed = participants.at(-1)?.invitee_id ?? '';
  await host.post(`${path}/participants/remove`, { invitee_ids: [removed] });
  const revoked = invitations.findLast(({ state }) => state === 'invited')?.invitee_id ?? '';
  await host.post(`${path}/invites/${revoked}/revoke`);
}
