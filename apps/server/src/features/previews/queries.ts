/**
 * Which pages say what when their link is shared: results, and public links. Names nobody (R4, R43): before the reveal there
 * is nothing to tell, and after it the picture tells it. Personal links show nothing at all (I4).
 */
import type { Clock } from '../../clock/clock.ts';
import type { Database, RaffleRow } from '../../database/database.ts';
import type { PagePreview, PagePreviewer } from '../../http/page-preview.ts';
import { dueResult } from '../draws/queries.ts';
import { findRaffle } from '../raffles/queries.ts';

const PAGES = /^\/(results|join)\/([A-Za-z0-9_-]{16,64})\/?$/;
/** Everybody in a hall opens the same link at once (R7). */
const FRESH_MS = 1000;
const KEPT = 500;
const LONGEST_DESCRIPTION = 200;

export function createPagePreviewer(parts: { database: Database; clock: Clock }): PagePreviewer {
  const { database, clock } = parts;
  const known = new Map<string, { at: number; preview: Promise<PagePreview | null> }>();

  const ask = (page: string, id: string): Promise<PagePreview | null> =>
    page === 'results' ? resultsPreview(database, id, clock.now()) : joinPreview(database, id);

  return async (path) => {
    const [, page, id] = PAGES.exec(path) ?? [];
    if (page === undefined || id === undefined) return null;
    const remembered = known.get(path);
    if (remembered !== undefined && Math.abs(clock.now() - remembered.at) < FRESH_MS) {
      return remembered.preview;
    }
    if (known.size >= KEPT) known.clear();
    const asked = { at: clock.now(), preview: ask(page, id) };
    known.set(path, asked);
    asked.preview.catch(() => {
      if (known.get(path) === asked) known.delete(path);
    });
    return asked.preview;
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

/** What GET /api/join/{link} tells everybody too. */
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
  const signs = Array.from(description.replaceAll(/\s+/g, ' ').trim());
  if (signs.length === 0) return null;
  if (signs.length <= LONGEST_DESCRIPTION) return signs.join('');
  return `${signs
    .slice(0, LONGEST_DESCRIPTION - 1)
    .join('')
    .trimEnd()}…`;
}
