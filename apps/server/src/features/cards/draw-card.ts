/**
 * Cards as PNG. What a card says is its key: the same words are drawn once, and words that changed (somebody was passed
 * over, names were erased) make another picture. Drawing happens in a thread and on libuv's threads, one at a time.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CallError } from '../../http/errors.ts';
import { runInThread } from '../../threads/start-thread.ts';
import type { Card } from './card.ts';

interface CardPicture {
  png: Buffer;
  etag: string;
}

const KEPT = 100;
/** Cards beyond these are asked to come again. */
const WAITING_MAX = 20;

export interface CardPictures {
  /** @throws CallError unavailable when too many wait */
  draw(card: Card): Promise<CardPicture>;
}

export function createCardPictures(): CardPictures {
  const known = new Map<string, Promise<CardPicture>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function inTurn(task: () => Promise<CardPicture>): Promise<CardPicture> {
    if (waiting >= WAITING_MAX) throw new CallError('unavailable');
    waiting += 1;
    const run = last.then(task).finally(() => {
      waiting -= 1;
    });
    last = run.catch(() => undefined);
    return run;
  }

  return {
    async draw(card) {
      const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
      const drawn = known.get(key);
      if (drawn !== undefined) return drawn;
      const picture = inTurn(async () => ({ png: await pngOf(card), etag: `"${key}"` }));
      known.set(key, picture);
      picture.catch(() => known.delete(key));
      const oldest = known.keys().next();
      if (known.size > KEPT && oldest.done !== true) known.delete(oldest.value);
      return picture;
    },
  };
}

async function pngOf(card: Card): Promise<Buffer> {
  const svg = await runInThread(import.meta.dirname, 'card-thread', card);
  return sharp(Buffer.from(svg as string))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
