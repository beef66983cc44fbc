/**
 * Previews of shared links to results and public links. They name nobody (R4, R43): before the reveal there is no result, and
 * after it the image shows the winners. Personal links have no preview (I4).
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { PagePreview, PagePreviewer } from '../../../platform/http/pages/page-preview.ts';
import { dueResult } from '../../draws/results/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';

const PAGES = /^\/(results|join)\/([A-Za-z0-9_-]{16,64})\/?$/;
/** A full hall may open the same link at once (R7). */
const FRESH_MS = 1000;
const CACHED = 500;
const MAX_DESCRIPTION_LENGTH = 200;

export function createPagePreviewer(parts: { database: Database; clock: Clock }): PagePreviewer {
  const { database, clock } = parts;
  const known = new LRUCache<string, { at: number; preview: Promise<PagePreview | null> }>({ max: CACHED });

  const read = (page: string, id: string): Promise<PagePreview | null> =>
    page === 'results' ? resultsPreview(database, id, clock.now()) : joinPreview(database, id);

  return async (path) => {
    const [, page, id] = PAGES.exec(path) ?? [];
    if (page === undefined || id === undefined) return null;
    const cached = known.get(path);
    if (cached !== undefined && Math.abs(clock.now() - cached.at) < FRESH_MS) {
      return cached.preview;
    }
    const entry = { at: clock.now(), preview: read(page, id) };
    known.set(path, entry);
    entry.preview.catch(() => {
      if (known.get(path) === entry) known.delete(path);
    });
    return entry.preview;
  };
}

async function resultsPreview(
  database: Database,
  raffleId: string,
  now: number,
): Promise<PagePreview | null> {
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null || raffle.status === 'draft') return null;
  const drawn = (await dueResult(database, raffleId, now)) !== null;
  return {
    title: drawn ? `Results: ${raffle.title}` : raffle.title,
    description: drawn
      ? 'See who won, and check the draw on your own device.'
      : 'The draw has not happened yet. When it has, everyone can check it here.',
    imagePath: `/api/raffles/${raffle.id}/${drawn ? 'card' : 'title-card'}.png`,
  };
}

/** Only what GET /api/join/{link} shows to everybody too. */
async function joinPreview(database: Database, link: string): Promise<PagePreview | null> {
  const raffle = await database.query
    .selectFrom('raffles')
    .select(['id', 'title', 'description'])
    .where('public_link', '=', link)
    .where('allow_public_join', '=', 1)
    .where('status', '!=', 'draft')
    .executeTakeFirst();
  if (raffle === undefined) return null;
  return {
    title: raffle.title,
    description: shortened(raffle) ?? 'Join the raffle and watch the live draw, which everyone can check.',
    imagePath: `/api/raffles/${raffle.id}/title-card.png`,
  };
}

function shortened({ description }: Pick<RaffleRow, 'description'>): string | null {
  const characters = Array.from(description.replaceAll(/\s+/g, ' ').trim());
  if (characters.length === 0) return null;
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return characters.join('');
  return `${characters
    .slice(0, MAX_DESCRIPTION_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
