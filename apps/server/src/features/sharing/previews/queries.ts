/**
 * Previews of shared links to results and public links. They name nobody (R4, R43): before the reveal there is no result, and
 * after it the image shows the winners. Of several draws they say how far the evening is (R69), and show the last one with a
 * result, or the one that the link is about. Personal links have no preview (I4).
 */
import type { PlannedDraw } from '@glassdrum/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PagePreview, PagePreviewer } from '../../../platform/http/pages/page-preview.ts';
import { dueDraws } from '../../draws/results/queries.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';

const PAGES = /^\/(results|join)\/([A-Za-z0-9_-]{16,64})\/?$/;
const DRAW_ID = /^[A-Za-z0-9_-]{16,64}$/;
/** A full hall may open the same link at once (R7). */
const FRESH_MS = 1000;
const CACHED = 500;
const MAX_DESCRIPTION_LENGTH = 200;
const CANCELLED = 'This raffle was cancelled. There will be no draw.';

export function createPagePreviewer(parts: { database: Database; clock: Clock }): PagePreviewer {
  const { database, clock } = parts;
  const known = new LRUCache<string, { at: number; preview: Promise<PagePreview | null> }>({ max: CACHED });

  const read = (page: string, id: string, drawId: string | undefined): Promise<PagePreview | null> =>
    page === 'results'
      ? resultsPreview(database, { raffleId: id, drawId }, clock.now())
      : joinPreview(database, id);

  return async (url) => {
    const [address = '', query = ''] = url.split('?', 2);
    const [, page, id] = PAGES.exec(address) ?? [];
    if (page === undefined || id === undefined) return null;
    const chosen = new URLSearchParams(query).get('draw') ?? '';
    const drawId = page === 'results' && DRAW_ID.test(chosen) ? chosen : undefined;
    const path = `${address} ${drawId ?? ''}`;
    const cached = known.get(path);
    if (cached !== undefined && Math.abs(clock.now() - cached.at) < FRESH_MS) {
      return cached.preview;
    }
    const entry = { at: clock.now(), preview: read(page, id, drawId) };
    known.set(path, entry);
    entry.preview.catch(() => {
      if (known.get(path) === entry) known.delete(path);
    });
    return entry.preview;
  };
}

async function resultsPreview(
  database: Database,
  { raffleId, drawId }: { raffleId: string; drawId: string | undefined },
  now: number,
): Promise<PagePreview | null> {
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null || raffle.status === 'draft') return null;
  if (raffle.cancelled_at !== null) {
    const imagePath = `/api/raffles/${raffleId}/title-card.png`;
    return { title: raffle.title, description: CANCELLED, imagePath, path: `/results/${raffleId}` };
  }
  const draws = await plannedDrawsOf(database.query, raffleId);
  const due = await dueDraws(database.query, raffleId, now);
  const chosen = due.find((id) => id === drawId) ?? null;
  const shown = chosen ?? due.at(-1) ?? null;
  const path = `/results/${raffleId}`;
  if (draws.length < 2) {
    return {
      title: shown === null ? raffle.title : `Results: ${raffle.title}`,
      description:
        shown === null
          ? 'The draw has not happened yet. When it has, everyone can check it here.'
          : 'See who won, and check the draw on your own device.',
      imagePath: `/api/raffles/${raffleId}/${shown === null ? 'title-card' : 'card'}.png`,
      path,
    };
  }
  const isOver = raffle.status === 'drawn';
  const ofChosen = draws.find(({ draw_id: id }) => id !== null && id === chosen);
  const heading = isOver || ofChosen !== undefined ? 'Results' : 'Results so far';
  const called = ofChosen === undefined ? raffle.title : `${raffle.title}, ${calledIn(ofChosen)}`;
  return {
    title: shown === null ? raffle.title : `${heading}: ${called}`,
    description: shortened(eveningWords(draws, isOver)) ?? '',
    imagePath:
      shown === null
        ? `/api/raffles/${raffleId}/title-card.png`
        : `/api/raffles/${raffleId}/card.png?draw_id=${shown}`,
    path: chosen === null ? path : `${path}?draw=${chosen}`,
  };
}

const calledIn = ({ name, number }: Pick<PlannedDraw, 'name' | 'number'>): string => name ?? `draw ${number}`;

/** How far an evening of several draws is: which one runs or is next, how many are over, and which were skipped and why. */
function eveningWords(draws: readonly PlannedDraw[], isOver: boolean): string {
  const over = draws.filter(({ state }) => state === 'drawn');
  const running = draws.find(({ state }) => state === 'running');
  const next = draws.find(({ state }) => state === 'planned');
  const numberOf = ({ number, name }: PlannedDraw): string =>
    `Draw ${number} of ${draws.length}${name === null ? '' : `, “${name}”,`}`;
  const words: string[] = [];
  if (isOver) words.push('All draws are over. See who won, and check each of them on your own device.');
  else if (running !== undefined) {
    words.push(`${numberOf(running)} is running.`);
    if (over.length > 0) words.push('The results of the draws before it are public.');
  } else {
    if (next !== undefined) words.push(`${numberOf(next)} is next.`);
    words.push(over.length === 0 ? 'No draw has happened yet.' : 'The results so far are public.');
  }
  for (const draw of draws) {
    if (draw.skipped !== null) words.push(`${numberOf(draw)} was skipped: ${draw.skipped.reason}`);
  }
  return words.join(' ');
}

/** Only what GET /api/join/{link} shows to everybody too. */
async function joinPreview(database: Database, link: string): Promise<PagePreview | null> {
  const raffle = await database.query
    .selectFrom('raffles')
    .select(['id', 'title', 'description', 'cancelled_at'])
    .where('public_link', '=', link)
    .where('allow_public_join', '=', 1)
    .where('status', '!=', 'draft')
    .executeTakeFirst();
  if (raffle === undefined) return null;
  return {
    title: raffle.title,
    description:
      raffle.cancelled_at === null
        ? (shortened(raffle.description) ??
          'Join the raffle and watch the live draw, which everyone can check.')
        : CANCELLED,
    imagePath: `/api/raffles/${raffle.id}/title-card.png`,
    path: `/join/${link}`,
  };
}

/** Cut after a word where there is one to cut after. */
function shortened(text: string): string | null {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  if (characters.length === 0) return null;
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return characters.join('');
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('');
  const atWord = cut.replace(/\s+\S*$/u, '');
  return `${atWord === '' ? cut : atWord}…`;
}
