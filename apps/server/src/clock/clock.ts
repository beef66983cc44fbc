/** Time as a part that is handed in, so that tests can move it. Rules never read it; they take `now` as an argument. */

export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
  /** Runs `task` once when `now() >= at` (epoch ms). Returns a function that cancels. Never runs it synchronously. */
  at(at: number, task: () => void): () => void;
}

/** setTimeout's longest delay; longer waits are split. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The machine's clock. Its timers don't keep the process alive. */
export function systemClock(): Clock {
  const at: Clock['at'] = (due, task) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const wait = due - Date.now();
      timer = setTimeout(
        () => (Date.now() >= due ? task() : arm()),
        Math.min(Math.max(wait, 0), LONGEST_WAIT_MS),
      );
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  };
  return { now: () => Date.now(), at };
}
