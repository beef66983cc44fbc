/**
 * Fetches what a video of a draw is made of (R76): the replay, names of entrants as visitors see them, and images of prizes. The host's
 * own session is left out of it, so that nothing is in the video that the public pages do not show.
 */
import type { PublicJoinInfo, ReplayAnswer } from '@glassdrum/contract';
import type { Picture } from '@glassdrum/show/frames';
import { namedPrizes } from '../prize-names.ts';
import { type Entrant, entrantsOf } from '../entrants.ts';
import { loadFreezeWords } from '../freeze-words.tsx';
import type { VideoDraw } from './frame-painter.ts';

/** @param several whether the raffle has several draws (R69): then the address says which one @throws Error offline and for refusals */
export async function fetchVideoDraw(of: {
  raffleId: string;
  drawId: string;
  several: boolean;
  signal: AbortSignal;
}): Promise<VideoDraw> {
  const { raffleId, drawId, several, signal } = of;
  const path = `/api/raffles/${raffleId}`;
  const [{ plan, results }, people, toWords] = await Promise.all([
    publicAnswer<ReplayAnswer>(`${path}/replay?draw_id=${drawId}`, signal),
    publicAnswer<PublicJoinInfo>(`${path}/entrants`, signal),
    loadFreezeWords(),
  ]);
  const entrants: readonly Entrant[] = entrantsOf(plan, people.takenNumbers);
  const page = `${window.location.host}/results/${raffleId}`;
  return {
    plan,
    results,
    entrants,
    images: await imagesOf(
      namedPrizes(results.prizes).flatMap(({ image_url: url }) => url ?? []),
      signal,
    ),
    freezeWords: toWords(plan.freeze_hash),
    address: several ? `${page}?draw=${drawId}` : page,
  };
}

async function publicAnswer<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(path, { credentials: 'omit', signal });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return (await answer.json()) as Answer;
}

/** One that cannot be loaded is left out: its place in the video shows a ticket. */
async function imagesOf(urls: readonly string[], signal: AbortSignal): Promise<Map<string, Picture>> {
  const images = new Map<string, Picture>();
  for (const url of new Set(urls)) {
    try {
      const answer = await fetch(url, { credentials: 'omit', signal });
      if (answer.ok) images.set(url, await createImageBitmap(await answer.blob()));
    } catch {
      signal.throwIfAborted();
    }
  }
  return images;
}
