/**
 * Starting fills 30 MB that Node.js keeps for new objects, and a server that nobody calls makes too few of them for it to look through
 * them again. One collection when the server has become quiet gives them back to the system; whoever is busy needs them anyway.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 10_000;
/** Of the time: a collection takes 50 ms, which nobody is to wait for. */
const QUIET = 0.02;

/** Looks until it was quiet once. Keeps no process alive. */
export function releaseStartMemory(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET) return;
    clearInterval(timer);
    collectGarbage();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Node.js offers this behind a flag only, which may be set while it runs; `gc` then exists in contexts that are made afterwards. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
