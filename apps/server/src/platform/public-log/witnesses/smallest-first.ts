/** Tasks that take turns: one at a time, and of those that wait the one of the smallest size first. */
export type SmallestFirst = <T>(size: number, task: () => Promise<T>) => Promise<T>;

export function smallestFirst(): SmallestFirst {
  const waiting: { size: number; start: () => void }[] = [];
  let busy = false;
  const next = (): void => {
    waiting.sort((a, b) => a.size - b.size);
    const first = waiting.shift();
    busy = first !== undefined;
    first?.start();
  };
  return (size, task) =>
    new Promise((resolve, reject) => {
      waiting.push({ size, start: () => void task().then(resolve, reject).finally(next) });
      if (!busy) next();
    });
}
