/**
 * The first view of a page as HTML: which pages have one, what each asks the server for, and how it gets from there into the
 * browser. The server renders the same components with the same answers; they travel along as JSON and fill the cache of queries,
 * so that the browser's first render is the one that it already shows.
 */
import type { InviteInfo, NotOpenYet, OwnEntryAnswer, PublicJoinInfo } from '@glassdrum/contract';
import type { Seed } from './api/first-view-data.ts';

/** The answer to a GET of the API, as this visitor gets it. Rejects where it is no success. */
export type Ask = <Answer>(path: string) => Promise<Answer>;

interface FirstViewOfPage {
  path: RegExp;
  /** The address itself is a secret of one person: nothing of it is stored anywhere, not even on the server. */
  isSecret?: true;
  /** @param id what the pattern found, as it stands in the address */
  seeds: (ask: Ask, id: string, search: URLSearchParams) => Promise<Seed[]>;
}

const ID = '([A-Za-z0-9_-]{16,64})';

const PAGES: readonly FirstViewOfPage[] = [
  { path: /^\/$/, seeds: (ask) => installationSeeds(ask) },
  {
    path: /^\/legal$/,
    seeds: async (ask) => [...(await installationSeeds(ask)), await seed(ask, '/api/legal')],
  },
  {
    path: /^\/auth$/,
    seeds: async (ask) => [...(await installationSeeds(ask)), await seed(ask, '/api/auth/ways')],
  },
  {
    path: new RegExp(`^/r/${ID}$`),
    isSecret: true,
    seeds: (ask, token) => joinSeeds(ask, `/api/invite/${token}`),
  },
  {
    path: new RegExp(`^/join/${ID}$`),
    seeds: (ask, link) => joinSeeds(ask, `/api/join/${link}`),
  },
  {
    path: new RegExp(`^/draw/${ID}$`),
    seeds: async (ask, raffleId) => [
      ...(await installationSeeds(ask)),
      await seed(ask, `/api/raffles/${raffleId}`),
      await ownEntrySeed(ask, raffleId, 'any time'),
    ],
  },
  {
    path: new RegExp(`^/results/${ID}$`),
    seeds: async (ask, raffleId, search) => {
      const drawId = search.get('draw');
      const chosen = drawId === null ? '' : `?draw_id=${encodeURIComponent(drawId)}`;
      const path = `/api/raffles/${raffleId}`;
      return [
        ...(await installationSeeds(ask)),
        await seed(ask, `${path}/results${chosen}`),
        await seed(ask, path),
        await seed(ask, `${path}/draws`),
        await ownEntrySeed(ask, raffleId, 'after freeze'),
      ];
    },
  },
];

interface FoundPage {
  isSecret: boolean;
  seeds: (ask: Ask) => Promise<Seed[]>;
}

/** Null for pages without a first view. @param url the address within the site, with its query */
export function firstViewOf(url: string): FoundPage | null {
  const [path = '', query = ''] = url.split('?', 2);
  const search = new URLSearchParams(query);
  // A replay is made in the browser from the first frame on.
  if (search.has('replay')) return null;
  for (const page of PAGES) {
    const found = page.path.exec(path);
    if (found === null) continue;
    return { isSecret: page.isSecret === true, seeds: (ask) => page.seeds(ask, found[1] ?? '', search) };
  }
  return null;
}

async function seed(ask: Ask, path: string): Promise<Seed> {
  return [[path], await ask(path)];
}

async function installationSeeds(ask: Ask): Promise<Seed[]> {
  return [await seed(ask, '/api/installation')];
}

async function joinSeeds(ask: Ask, path: string): Promise<Seed[]> {
  const installation = await installationSeeds(ask);
  // Not the list of numbers, which may be long: the page fetches it when it stands.
  const info = await ask<InviteInfo | PublicJoinInfo | NotOpenYet>(`${path}?numbers=none`);
  if ('not_open_yet' in info) return [...installation, [[path], null]];
  return [...installation, [[path], info], await ownEntrySeed(ask, info.raffle.id, 'any time')];
}

async function ownEntrySeed(ask: Ask, raffleId: string, when: string): Promise<Seed> {
  const path = `/api/raffles/${raffleId}/own-entry`;
  const { entry } = await ask<OwnEntryAnswer>(path);
  return [[path, when], entry];
}
