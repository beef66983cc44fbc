/**
 * What both verifiers say of a file: this project's and the one in Python, which share no code. Only the one in Python leaves
 * out the beacon's signature, which its standard library can't check.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkLogDocument, type DrawProof, type LogFile, verifyProof } from '@glassdrum/fair-draw';
import type { TestApp } from './make-app.ts';

const PYTHON = fileURLToPath(new URL('../../../../verify-python/glassdrum_verify.py', import.meta.url));
/** Longest output of Python. */
const MOST_OUTPUT_BYTES = 256 * 2 ** 20;

/** One proof with what its reader has beside it. */
export interface ProofToCheck {
  proof: DrawProof;
  /** Proofs of earlier draws of the raffle; undefined: not given. */
  earlier?: readonly DrawProof[];
}

/** Names of the checks that failed, in the protocol's order. */
interface Outcome {
  verdict: string;
  fails: string[];
  skips: string[];
}

export interface BothOutcomes {
  ours: Outcome;
  python: Outcome;
}

interface Report {
  verdict: string;
  steps?: readonly { name: string; status: string }[];
}

function outcomeOf({ verdict, steps = [] }: Report): Outcome {
  const named = (status: string): string[] =>
    steps.filter((step) => step.status === status).map(({ name }) => name);
  return { verdict, fails: named('FAIL'), skips: named('SKIP') };
}

function runPython(jobs: readonly object[]): Outcome[] {
  const { stdout, stderr, status } = spawnSync('python3', [PYTHON, '--batch'], {
    encoding: 'utf8',
    input: jobs.map((job) => `${JSON.stringify(job)}\n`).join(''),
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  const lines = stdout.trimEnd().split('\n');
  if (status !== 0 || lines.length !== jobs.length) throw new Error(stderr);
  return lines.map((line) => outcomeOf(JSON.parse(line) as Report));
}

const base64 = (document: unknown): string => Buffer.from(JSON.stringify(document)).toString('base64');

/** The test chain in drand's own form (draw protocol, appendix B). */
function chainDocument({ testChain }: TestApp): object {
  const { scheme, chainHash, publicKey, genesisTime, period, groupHash } = testChain.chain;
  return {
    scheme,
    chain_hash: chainHash,
    public_key: publicKey,
    genesis_time: genesisTime,
    period,
    group_hash: groupHash,
  };
}

/** With the installation's key, as somebody checks who stored it when joining. */
export function checkProofs(app: TestApp, files: readonly ProofToCheck[]): BothOutcomes[] {
  const { publicKey } = app.parts.keys;
  const python = runPython(
    files.map(({ proof, earlier }) => ({
      base64: base64(proof),
      options: {
        chains: [chainDocument(app)],
        log_key: publicKey,
        ...(earlier !== undefined && { earlier }),
      },
    })),
  );
  return files.map(({ proof, earlier }, index) => {
    const chains = [app.testChain.chain];
    const options = { chains, logKey: publicKey, ...(earlier !== undefined && { earlier }) };
    return {
      ours: outcomeOf(verifyProof(proof, options)),
      python: python[index] ?? { verdict: 'none', fails: [], skips: [] },
    };
  });
}

/** The files of whole logs. */
export function checkLogs(files: readonly LogFile[]): BothOutcomes[] {
  const python = runPython(files.map((file) => ({ kind: 'log', base64: base64(file) })));
  return files.map((file, index) => ({
    ours: outcomeOf(checkLogDocument(file)),
    python: python[index] ?? { verdict: 'none', fails: [], skips: [] },
  }));
}
