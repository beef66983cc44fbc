/**
 * R85: what an embed shows: what any visitor may know of the raffle, and of a draw nothing before its result is due (R4). A page
 * on a large site has many readers, so a raffle is read once a second at most, however many ask (R7).
 */
import type { EmbedSettings, EmbedView, PlannedDraw, PrizeList, ResultsAnswer } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { embedPurpose } from '../../../platform/keys/purposes.ts';
import { allResults, titleOf } from '../../draws/results/queries.ts';
import { prizeListOf } from '../../raffles/prizes/queries.ts';
import { findRaffle, publicRaffleOf } from '../../raffles/queries.ts';
import { embedKeyHash } from './commands.ts';

const FRESH_MS = 1000;
const CACHED = 500;
/** Seconds until a page asks again: while a draw runs, and otherwise. */
const REFRESH = { running: 2, quiet: 15 } as const;

interface Embed {
  raffleId: string;
  origins: string[];
}

/** Null for an unknown key, and for one that was replaced. */
export async function embedOfKey({ query }: Database, key: string): Promise<Embed | null> {
  const row = await query
    .selectFrom('embeds')
    .select(['raffle_id', 'origins'])
    .where('key_hash', '=', embedKeyHash(key))
    .executeTakeFirst();
  return row === undefined ? null : { raffleId: row.raffle_id, origins: JSON.parse(row.origins) as string[] };
}

/** The sites that may show it; none while the embed is off. */
export async function embedOriginsOf(query: Kysely<Tables>, raffleId: string): Promise<string[]> {
  const row = await query
    .selectFrom('embeds')
    .select('origins')
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.origins) as string[]);
}

/** For the host. @param publicUrl without a slash at the end */
export async function embedSettingsOf(
  { database, keys }: { database: Database; keys: Keys },
  raffleId: string,
  publicUrl: string,
): Promise<EmbedSettings> {
  const row = await database.query
    .selectFrom('embeds')
    .select(['key_sealed', 'origins'])
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  if (row === undefined) return { url: null, origins: [] };
  const key = keys.unseal(embedPurpose(raffleId), row.key_sealed);
  return { url: embedUrl(publicUrl, key), origins: JSON.parse(row.origins) as string[] };
}

export function embedUrl(publicUrl: string, key: string): string {
  return `${publicUrl}/embed/${key}`;
}

/** Reads views; null for a draft. */
export function embedViews(parts: {
  database: Database;
  clock: Clock;
}): (raffleId: string) => Promise<EmbedView | null> {
  const { database, clock } = parts;
  type View = Omit<EmbedView, 'now'>;
  const known = new LRUCache<string, { at: number; view: Promise<View | null> }>({ max: CACHED });

  return async (raffleId) => {
    const now = clock.now();
    let cached = known.get(raffleId);
    if (cached === undefined || Math.abs(now - cached.at) >= FRESH_MS) {
      cached = { at: now, view: readView(database, raffleId, now) };
      known.set(raffleId, cached);
      cached.view.catch(() => known.delete(raffleId));
    }
    const view = await cached.view;
    return view === null ? null : { ...view, now };
  };
}

async function readView(
  database: Database,
  raffleId: string,
  now: number,
): Promise<Omit<EmbedView, 'now'> | null> {
  const row = await findRaffle(database, raffleId);
  if (row === null || row.status === 'draft') return null;
  const [raffle, list, results] = await Promise.all([
    publicRaffleOf(database, row, now),
    prizeListOf(database, row),
    allResults(database, raffleId, 'public', now),
  ]);
  const running = list.draws.find(({ state }) => state === 'running') ?? null;
  return {
    title: raffle.title,
    status: raffle.status,
    cancelled: raffle.cancelled !== null,
    participant_count: raffle.participant_count,
    deadline_at: raffle.deadline_at,
    auto_draw: raffle.auto_draw,
    prizes: list.prizes.map(presentPrize),
    running: running === null ? null : presentRunning(running),
    several_draws: raffle.draws.total > 1,
    results: results.map(presentResult),
    page: pageOf(row, raffle.status, running !== null),
    refresh_s: running === null ? REFRESH.quiet : REFRESH.running,
  };
}

function presentPrize(prize: PrizeList['prizes'][number]): EmbedView['prizes'][number] {
  const { name, quantity, image_url, sponsor_name, draw } = prize;
  return { name, quantity, image_url, sponsor_name, draw };
}

function presentRunning({ number, name, started_at }: PlannedDraw): EmbedView['running'] {
  return { number, name, starts_at: started_at };
}

function presentResult(answer: ResultsAnswer): EmbedView['results'][number] {
  const { draw, drawn_at, prizes, current_winners: holders } = answer;
  return {
    ...draw,
    drawn_at,
    winners: holders.map((holder) => ({
      prize: titleOf(prizes, holder.prize),
      entry_number: holder.entry_number,
      display_name: holder.display_name,
    })),
  };
}

/** Where there is something to do: join, watch, or look at the results. */
function pageOf(row: RaffleRow, status: EmbedView['status'], isDrawing: boolean): string {
  const { id, public_link: link, allow_public_join: joins } = row;
  if (status === 'drawn' || row.cancelled_at !== null) return `/results/${id}`;
  if (status === 'open' && !isDrawing && joins === 1 && link !== null) return `/join/${link}`;
  return `/draw/${id}`;
}
