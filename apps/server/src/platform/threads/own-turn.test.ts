import { expect, it } from 'vitest';
import { ownTurn } from './own-turn.ts';

it('H9: of many long answers at once no two pieces are made in one turn of the event loop', async () => {
  let pieces = 0;
  let most = 0;
  const answering = { isDone: false };
  const answers = Array.from({ length: 20 }, async () => {
    for (let n = 0; n < 5; n += 1) {
      await ownTurn();
      pieces += 1;
    }
  });
  const watching = (async () => {
    for (let before = 0; !answering.isDone; before = pieces) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, pieces - before);
    }
  })();
  await Promise.all(answers);
  answering.isDone = true;
  await watching;
  expect(pieces).toBe(100);
  expect(most).toBe(1);
});
