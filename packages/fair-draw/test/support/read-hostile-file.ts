/**
 * A process of its own that reads one hostile file and says what it took: `read-hostile-file.ts <kind> <bytes>`.
 * Times are in milliseconds, memory in bytes beyond what the process had with the file in it.
 */
import { readFileSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { parseStrictJson } from '../../src/json/strict-json.ts';
import { hostileFiles } from './hostile-files.ts';

const [, , kind = '', size = '0'] = process.argv;
const small = hostileFiles[kind]?.(100_000);
const bytes = hostileFiles[kind]?.(Number(size));
if (bytes === undefined || small === undefined) throw new Error(`no such kind of file: ${kind}`);

const outcomeOf = (file: Uint8Array): string => {
  try {
    return parseStrictJson(file) === undefined ? 'nothing' : 'read';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'thrown';
  }
};

// Both functions are compiled before anything is measured.
for (let i = 0; i < 5; i += 1) {
  outcomeOf(small);
  sha256(small);
}
let start = performance.now();
sha256(bytes.subarray(0, 4_000_000));
const hashing = ((performance.now() - start) * bytes.length) / Math.min(bytes.length, 4_000_000);
const before = process.memoryUsage().rss;
start = performance.now();
const outcome = outcomeOf(bytes);
const reading = performance.now() - start;
const peak = peakMemory();
const memory = Math.max(0, peak - before);
process.stdout.write(`${JSON.stringify({ outcome, bytes: bytes.length, reading, hashing, memory })}\n`);

/**
 * The most memory of this process that was resident so far, in bytes. What the system calls `maxRSS` begins on Linux with what
 * the parent had when it started this process.
 */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}
