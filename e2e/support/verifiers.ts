/** Runs the two offline verifiers on a downloaded proof, as a participant would. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
    if (result !== undefined && name !== undefined) steps.set(name, result);
  }
  return { exitCode: status, verdict: lines.at(-1) ?? '', steps };
}

/** `npx fair-draw verify FILE`. */
export function verifyWithFairDraw(proofFile: string, testChainFile: string): Verdict {
  return run('npx', ['--no-install', 'fair-draw', 'verify', proofFile, '--test-chain', testChainFile]);
}

/** The second verifier, Python's standard library only. */
export function verifyWithPython(proofFile: string, testChainFile: string): Verdict {
  return run('python3', ['verify-python/glassdrum_verify.py', proofFile, '--test-chain', testChainFile]);
}
