/** Time as a part that is handed in, so that tests can move it. Rules never read it; they take `now` as an argument. */

export interface Clock {
  /** Epoch milliseconds, UTC. May be corrected at any moment, forwards and backwards. */
  now(): number;
  /** Runs `task` once when `now() >= at` (epoch ms). Returns a function that cancels. Never runs it synchronously. */
  at(at: number, task: () => void): () => void;
  /** Runs `task` once after `ms` have passed, whatever corrections `now()` gets meanwhile. Otherwise as `at`. */
  after(ms: number, task: () => void): () => void;
}

/** No timer sleeps longer than this before it looks at the time again: a clock may be set while it sleeps. */
const LOOK_AGAIN_MS = 1000;
/** setTimeout's longest delay. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** A clock whose timers don't keep the process alive. @param now epoch ms; the machine's time unless given */
export function systemClock(now: () => number = Date.now): Clock {
  const at: Clock['at'] = (due, task) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const wait = Math.min(Math.max(due - now(), 0), LOOK_AGAIN_MS);
      timer = setTimeout(() => (now() >= due ? task() : arm()), wait);
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  };
  const after: Clock['after'] = (ms, task) => {
    const timer = setTimeout(task, Math.min(Math.max(ms, 0), LONGEST_WAIT_MS));
    timer.unref();
    return () => clearTimeout(timer);
  };
  return { now, at, after };
}
