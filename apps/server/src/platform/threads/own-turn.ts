/**
 * H9: turns of the event loop for long answers. However many are made at the same time, each piece has a turn of its own, so
 * that calls and sockets are served between any two of them. A queue of promises would not do: its tasks follow each other within
 * one turn.
 */

let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller gets; first come, first served. */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
