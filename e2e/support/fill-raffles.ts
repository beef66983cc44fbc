/** The raffles of a filled installation, made by calls over HTTP: one for each situation that a screen can show. */
import type { HostRaffle, Invitation, JoinAnswer } from '@glassdrum/contract';
import { type Caller, visitor } from '../../apps/server/src/demo/fill.ts';
import { inventedPeople } from '../../apps/server/src/demo/people.ts';
import {
  BUCKET_PRIZES,
  enterWithoutPhones,
  EVENING_DRAWS,
  EVENING_PRIZES,
  LONG_EVENING_DRAWS,
  LONG_EVENING_PRIZES,
} from './fill-evening.ts';
import {
  A_THOUSAND_WINS,
  type FilledPrize,
  mixPeople,
  type PrizeSettings,
  setPrizes,
  TWENTY_PRIZES,
  TWO_HUNDRED_PRIZES,
} from './fill-prizes.ts';

export const PASSPHRASE = 'under the lime tree';
/** Calls under way at the same time. */
const AT_ONCE = 20;

/** At the limits: names of 100 characters, titles of 200. */
const LONG_NAME =
  'Maximiliane Wilhelmine-Friederike Freifrau von und zu Hohenstein-Schwarzenberg auf der Burg Rabeneck';
const LONG_TITLE = `${'The great raffle of the volunteers of the fire brigade, the brass band and the swimming club, '.repeat(2)}once more!!!`;
const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsmitgliederversammlungen';

const RULES = `Host
The allotment society holds this raffle.

Who may enter
Members and their families, one ticket each.

Prizes
Three baskets from the gardens.

Contact
The board, at the gate on Saturdays.`;

export type RaffleName =
  | 'draft'
  | 'open'
  | 'passphrase'
  | 'full'
  | 'closed'
  | 'drawn'
  | 'single'
  | 'longOpen'
  | 'longDrawn'
  | 'crowd'
  | 'prizes'
  | 'manyPrizes'
  | 'prizesDrawn'
  | 'thousandDrawn'
  | 'evening'
  | 'longEvening'
  | 'buckets'
  | 'ruled'
  | 'cancelled'
  | 'live';

export interface FillOptions {
  /** Entries of the raffle `crowd`. */
  crowd: number;
  /** People of each open raffle who were invited but don't join. */
  spareInvites: number;
}

interface Plan extends PrizeSettings {
  fields: { title: string; [field: string]: unknown };
  joining: string[];
  /** How many more are invited, who don't join. */
  waiting: number;
  /** Without them there is one, without a name. */
  prizes?: readonly FilledPrize[];
  /** One person may win several of them. */
  isAgain?: boolean;
  end: 'draft' | 'open' | 'closed' | 'cancelled';
}

export interface FilledRaffles {
  raffles: Record<RaffleName, HostRaffle>;
  /** The token of somebody who has not joined; another one at each call. */
  freshInvite(raffle: RaffleName): string;
  /** The token of somebody who joined on a device of their own. */
  usedInvite: string;
}

/**
 * @param options `deadline` in epoch ms; `tick` moves the clock on a little: raffles of the same instant would stand in
 *   the console in any order
 */
export async function fillRaffles(
  base: string,
  host: Caller,
  { tick, ...options }: FillOptions & { deadline: number; tick: () => Promise<void> },
): Promise<FilledRaffles> {
  const spare = new Map<RaffleName, string[]>();
  let usedInvite = '';
  async function make(name: RaffleName): Promise<HostRaffle> {
    await tick();
    const made = await makeRaffle(base, host, PLANS[name](options));
    spare.set(name, made.spare);
    if (name === 'open') usedInvite = made.used[0] ?? '';
    return made.raffle;
  }
  const raffles = {
    // In the order in which the console lists them, the newest first.
    crowd: await make('crowd'),
    longDrawn: await make('longDrawn'),
    single: await make('single'),
    drawn: await make('drawn'),
    thousandDrawn: await make('thousandDrawn'),
    prizesDrawn: await make('prizesDrawn'),
    longOpen: await make('longOpen'),
    full: await make('full'),
    passphrase: await make('passphrase'),
    closed: await make('closed'),
    manyPrizes: await make('manyPrizes'),
    ruled: await make('ruled'),
    cancelled: await make('cancelled'),
    buckets: await make('buckets'),
    longEvening: await make('longEvening'),
    evening: await make('evening'),
    prizes: await make('prizes'),
    live: await make('live'),
    open: await make('open'),
    draft: await make('draft'),
  };
  await mixPeople(host, raffles.prizes.id);
  await enterWithoutPhones(host, raffles.evening.id);
  await enterWithoutPhones(host, raffles.buckets.id);
  await talkIn(base, raffles.open.id, spare.get('open')?.splice(0, 2) ?? []);
  return {
    raffles,
    usedInvite,
    freshInvite(name) {
      const token = spare.get(name)?.shift();
      if (token === undefined) throw new Error(`Everybody invited to "${name}" has been used up.`);
      return token;
    },
  };
}

/** One says something, and another one tells the host of it. */
async function talkIn(base: string, raffleId: string, tokens: readonly string[]): Promise<void> {
  const path = `/api/raffles/${raffleId}/chat`;
  const lines: number[] = [];
  for (const token of tokens) {
    const person = visitor(base);
    await person.post<JoinAnswer>('/api/join', { token });
    const [before] = lines;
    if (before !== undefined) await person.post(`${path}/${before}/report`, { reason: 'Much too loud' });
    const said = { raffle_id: raffleId, message: 'Greetings from row twelve! https://example.org/row/12' };
    lines.push((await person.post<{ id: number }>(path, said)).id);
  }
}

type Context = FillOptions & { deadline: number };

const PLANS: Record<RaffleName, (context: Context) => Plan> = {
  draft: () => ({
    fields: { title: 'Christmas bazaar', description: 'Still to be decided: the prizes.' },
    joining: [],
    waiting: 12,
    end: 'draft',
  }),
  open: ({ spareInvites, deadline }) => ({
    fields: {
      title: 'Summer party',
      description: 'Three baskets from the market, drawn in front of everybody.',
      deadline_at: deadline,
      max_tickets: 5,
      allow_public_join: true,
    },
    joining: inventedPeople(34),
    // Two of them come to talk.
    waiting: spareInvites + 2,
    end: 'open',
  }),
  passphrase: ({ spareInvites }) => ({
    fields: {
      title: 'Staff evening',
      passphrase: PASSPHRASE,
      allow_public_join: true,
      voting_enabled: false,
    },
    joining: [],
    waiting: spareInvites,
    end: 'open',
  }),
  full: () => ({
    fields: { title: 'Six seats in the balloon', max_entries: 6, allow_public_join: true },
    joining: inventedPeople(6),
    waiting: 2,
    end: 'open',
  }),
  closed: () => ({
    fields: { title: 'Book club', allow_public_join: true },
    joining: inventedPeople(11),
    waiting: 1,
    end: 'closed',
  }),
  drawn: () => ({
    fields: { title: 'Harvest festival', max_winners: 5, description: 'Pumpkins for five.' },
    joining: inventedPeople(60).reverse(),
    waiting: 0,
    end: 'open',
  }),
  single: () => ({ fields: { title: 'Just the two of us' }, joining: ['Ada Only'], waiting: 0, end: 'open' }),
  longOpen: ({ spareInvites }) => ({
    fields: { title: LONG_TITLE, description: `${LONG_WORD} ${LONG_TITLE}`, allow_public_join: true },
    joining: [LONG_NAME, LONG_WORD.slice(0, 100)],
    waiting: spareInvites,
    end: 'open',
  }),
  longDrawn: () => ({
    fields: { title: LONG_TITLE, max_winners: 3 },
    joining: [LONG_NAME, LONG_WORD.slice(0, 100), `${LONG_NAME.slice(0, 90)} the other`],
    waiting: 0,
    end: 'open',
  }),
  crowd: ({ crowd }) => ({
    fields: { title: 'The whole town', max_winners: 100 },
    joining: Array.from({ length: crowd }, (_, number) => `Townsperson ${number + 1}`),
    waiting: 0,
    end: 'open',
  }),
  prizes: () => ({
    fields: { title: 'Village fair', allow_public_join: true, max_tickets: 3 },
    joining: inventedPeople(28),
    waiting: 6,
    prizes: TWENTY_PRIZES,
    end: 'open',
  }),
  manyPrizes: () => ({
    fields: { title: 'Two hundred things' },
    joining: [],
    waiting: 0,
    prizes: TWO_HUNDRED_PRIZES,
    end: 'draft',
  }),
  prizesDrawn: () => ({
    fields: { title: 'Fire brigade ball' },
    joining: [LONG_NAME, ...inventedPeople(40)],
    waiting: 0,
    prizes: TWENTY_PRIZES,
    end: 'open',
  }),
  thousandDrawn: () => ({
    fields: { title: 'A thousand wins' },
    joining: inventedPeople(40),
    waiting: 0,
    prizes: A_THOUSAND_WINS,
    isAgain: true,
    end: 'open',
  }),
  evening: ({ spareInvites }) => ({
    fields: { title: 'Gala evening', allow_public_join: true },
    joining: inventedPeople(20),
    waiting: spareInvites,
    prizes: EVENING_PRIZES,
    draws: EVENING_DRAWS,
    end: 'open',
  }),
  longEvening: () => ({
    fields: { title: LONG_TITLE, allow_public_join: true },
    joining: [LONG_NAME, ...inventedPeople(11)],
    waiting: 0,
    prizes: LONG_EVENING_PRIZES,
    draws: LONG_EVENING_DRAWS,
    end: 'open',
  }),
  buckets: ({ spareInvites }) => ({
    fields: { title: 'Spring bazaar', allow_public_join: true, max_tickets: 20 },
    joining: inventedPeople(9),
    waiting: spareInvites,
    prizes: BUCKET_PRIZES,
    buckets: true,
    end: 'open',
  }),
  ruled: ({ spareInvites, deadline }) => ({
    fields: {
      title: 'Members’ tombola',
      deadline_at: deadline,
      allow_public_join: true,
      name_publications: ['full', 'initial', 'number'],
      rules_text: RULES,
    },
    joining: inventedPeople(9),
    waiting: spareInvites,
    end: 'open',
  }),
  cancelled: ({ spareInvites }) => ({
    fields: { title: 'Open-air cinema', allow_public_join: true },
    joining: inventedPeople(12),
    waiting: spareInvites,
    end: 'cancelled',
  }),
  live: () => ({
    fields: { title: 'Midsummer night', description: 'Live from the town hall.', voting_enabled: false },
    joining: inventedPeople(80),
    waiting: 0,
    end: 'open',
  }),
};

async function makeRaffle(
  base: string,
  host: Caller,
  { fields, joining, waiting, prizes, draws, buckets, isAgain = false, end }: Plan,
): Promise<{ raffle: HostRaffle; spare: string[]; used: string[] }> {
  const { id } = await host.post<HostRaffle>('/api/raffles', fields);
  if (prizes !== undefined) {
    await setPrizes(host, id, prizes, {
      ...(draws !== undefined && { draws }),
      ...(buckets !== undefined && { buckets }),
      policy: isAgain ? 'again' : 'once',
    });
  }
  const guests = Array.from({ length: waiting }, (_, number) =>
    fields.title === LONG_TITLE ? LONG_NAME : `Guest ${number + 1}`,
  );
  const list = [...joining, ...guests].map((name, number) => `${name},guest${number + 1}@example.org`);
  if (list.length > 0) await host.post(`/api/raffles/${id}/invites`, { invitees: list.join('\n') });
  if (end !== 'draft') await host.post(`/api/raffles/${id}/open`);
  const tokens = (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).map(({ token }) => token ?? '');
  const used = tokens.slice(0, joining.length);
  const queue = [...used];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let token = queue.shift(); token !== undefined; token = queue.shift()) {
        // Everybody on a device of their own.
        await visitor(base).post<JoinAnswer>('/api/join', { token, rules_accepted: true });
      }
    }),
  );
  if (end === 'closed') await host.post(`/api/raffles/${id}/close`);
  if (end === 'cancelled') {
    const reason = 'The meadow is under water after the storm. We are sorry, and hope to see you in spring.';
    await host.post(`/api/raffles/${id}/cancel`, { title: fields.title, reason });
  }
  const raffle = await host.get<HostRaffle>(`/api/raffles/${id}`);
  return { raffle, spare: tokens.slice(joining.length), used };
}
