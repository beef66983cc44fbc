/**
 * Group commit: small writes that arrive in the same turn of the event loop share one transaction, so thousands of them cost
 * few disk flushes. While one transaction runs, the next group gathers.
 */

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const MOST_AT_ONCE = 500;

/**
 * @param write stores a group and answers each of its items, in their order; what it throws is everybody's answer
 * @param atOnce the largest group
 * @returns submits one item; resolves after commit
 */
export function groupWrites<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  atOnce = MOST_AT_ONCE,
): (item: Item) => Promise<Answer> {
  let queue: Waiting<Item, Answer>[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const group = queue.slice(0, atOnce);
      queue = queue.slice(atOnce);
      await writeGroup(group, write);
      // A turn of the event loop lets the calls that arrived meanwhile join the next group.
      await new Promise(setImmediate);
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void run());
    });
}

async function writeGroup<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await write(group.map(({ item }) => item));
    if (answers.length !== group.length) throw new Error('A group of writes got another number of answers.');
    for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
