/**
 * Loaded before a server that is flooded: for each question of its parent it tells the longest pause of the event loop since
 * the last one, in ms, and the most memory that was resident so far, in bytes.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on('message', () => {
    process.send?.({ pauseMs: delay.max / 1e6, peakBytes: peakMemory() });
    delay.reset();
  });
  // A parent that dies takes its server with it.
  process.once('disconnect', () => process.exit(0));
}

/**
 * The most memory of this process that was resident so far, in bytes. What the system calls `maxRSS` begins on Linux with what
 * the parent had when it started this process.
 */
function peakMemory() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}
