/** Runs the two offline verifiers on a downloaded proof, as a participant would. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

interface Verdict {
  exitCode: number | null;
  /** The last line: VERIFIED, INCOMPLETE or FAILED. */
  verdict: string;
  /** Step name → PASS, FAIL or SKIP. */
  steps: Map<string, string>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function run(command: string, args: string[]): Verdict {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  const steps = new Map<string, string>();
  for (const line of lines) {
    const [result, name] = line.split(/ {2}/);
    // Notes stand beside the checks.
    if (result !== undefined && name !== undefined && result !== 'NOTE') steps.set(name, result);
  }
  return { exitCode: status, verdict: lines.at(-1) ?? '', steps };
}

/** What a verifier is told beside the proof. */
interface Known {
  testChainFile: string;
  /** C2SP verifier keys; all of them must have cosigned in time. */
  witnessKeys?: readonly string[];
  /** The installation's key, 64 hex. */
  logKey?: string;
  /** Proof files of the raffle's draws before this one (R69). */
  earlier?: readonly string[];
}

function optionsOf({ testChainFile, witnessKeys = [], logKey, earlier = [] }: Known): string[] {
  const keys = witnessKeys.flatMap((key) => ['--witness-key', key]);
  const quorum = keys.length === 0 ? [] : ['--witness-quorum', String(witnessKeys.length)];
  const log = logKey === undefined ? [] : ['--log-key', logKey];
  const before = earlier.flatMap((file) => ['--earlier', file]);
  return ['--test-chain', testChainFile, ...keys, ...quorum, ...log, ...before];
}

/** `npx fair-draw verify FILE`. */
export function verifyWithFairDraw(proofFile: string, known: Known): Verdict {
  return run('npx', ['--no-install', 'fair-draw', 'verify', proofFile, ...optionsOf(known)]);
}

/** The second verifier, Python's standard library only. */
export function verifyWithPython(proofFile: string, known: Known): Verdict {
  return run('python3', ['verify-python/glassdrum_verify.py', proofFile, ...optionsOf(known)]);
}

/**
 * R69: the proofs of a raffle's draws hold for both verifiers, each alone and with those before it as a series.
 * @param files in the order of the draws
 */
export function expectSeriesToHold(files: readonly string[], known: Omit<Known, 'earlier'>): void {
  for (const [index, file] of files.entries()) {
    const before = files.slice(0, index);
    for (const verify of [verifyWithFairDraw, verifyWithPython]) {
      for (const earlier of index === 0 ? [[]] : [[], before]) {
        const { verdict, steps } = verify(file, { ...known, earlier });
        const told = JSON.stringify([...steps]);
        expect(verdict, told).not.toBe('FAILED');
        expect([...steps].filter(([, result]) => result === 'FAIL')).toEqual([]);
        expect(steps.get('winners'), told).toBe('PASS');
        if (earlier.length > 0) expect(steps.get('series'), told).toBe('PASS');
      }
    }
  }
}
