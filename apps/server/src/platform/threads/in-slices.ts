/** H9: work on each item of a long list, without keeping other calls waiting, however many lists there are. */
import { ownTurn } from './own-turn.ts';

/** @param size items of one turn of the event loop, which take a few milliseconds together */
export async function inSlices<From, To>(
  items: readonly From[],
  size: number,
  map: (item: From) => To,
): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < items.length; start += size) {
    await ownTurn();
    for (const item of items.slice(start, start + size)) results.push(map(item));
  }
  return results;
}
