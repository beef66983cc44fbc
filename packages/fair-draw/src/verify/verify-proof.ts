/** The verifier: its steps in the protocol's order, and one verdict (draw protocol §7). */
import { type BeaconChain, isSoundChain, QUICKNET } from '../beacon.ts';
import type { Assurance, DrawProof } from '../proof.ts';
import { assuranceStep } from './assurance-step.ts';
import { logStep, looksLikeProofLog } from './log-step.ts';
import { parseProof } from './parse-proof.ts';
import { receiptStep } from './receipt-step.ts';
import { member } from './shape.ts';
import type { StepResult } from './step-result.ts';
import {
  beaconRoundStep,
  beaconSignatureStep,
  beaconValueStep,
  clientSeedStep,
  combinedSeedStep,
  contributionsStep,
  entriesStep,
  namesStep,
  recordsStep,
  redraw,
  seedCommitStep,
  shuffleStep,
  winnersStep,
} from './steps.ts';

/** In the order in which they run; `log` only when the document has one of a known format, `receipt` only when one is given. */
export const STEP_NAMES = [
  'format',
  'seed_commit',
  'entries',
  'contributions',
  'records',
  'beacon_round',
  'beacon_value',
  'beacon_signature',
  'client_seed',
  'combined_seed',
  'shuffle',
  'winners',
  'names',
  'assurance',
  'log',
  'receipt',
] as const;

export type StepName = (typeof STEP_NAMES)[number];
export type Step = { name: StepName } & StepResult;
export type Verdict = 'VERIFIED' | 'INCOMPLETE' | 'FAILED';

export interface Verification {
  /** FAILED when any step failed; INCOMPLETE when the beacon's or the receipt's signature could not be checked. */
  verdict: Verdict;
  steps: Step[];
  /** The label of a well-formed proof, whatever the verdict. */
  assurance: Assurance | null;
  drawId: string | null;
  /** The draw used a chain that only a test or demonstration knows. */
  testChain: boolean;
  /** Members beside the proof that this version does not check. */
  notChecked: string[];
}

export interface VerifyOptions {
  /** Chains of tests and demonstrations. The pinned public chain cannot be replaced. */
  chains?: readonly BeaconChain[];
  /** A receipt document to look up in the frozen list. */
  receipt?: unknown;
  /** The installation's Ed25519 key, 64 hex. */
  receiptKey?: string;
  /** The log's Ed25519 key, 64 hex; an installation signs receipts and log with the same one. */
  logKey?: string;
  /** For comparison with verifiers that have no BLS. */
  skipBls?: boolean;
  /** Called after each step, for progress. */
  onStep?: (step: Step) => void;
}

const OPTIONAL_MEMBERS = ['log', 'signatures', 'timestamps'];

function findChain(hash: string, others: readonly BeaconChain[]): BeaconChain | undefined {
  if (hash === QUICKNET.chainHash) return QUICKNET;
  return others.find((chain) => chain.chainHash === hash && isSoundChain(chain));
}

function verdictOf(steps: readonly Step[], proof: DrawProof): Verdict {
  if (steps.some(({ status }) => status === 'FAIL')) return 'FAILED';
  const skipped = (name: StepName): boolean =>
    steps.some((step) => step.name === name && step.status === 'SKIP');
  const beaconUnchecked = proof.freeze.beacon.kind === 'drand' && skipped('beacon_signature');
  return beaconUnchecked || skipped('receipt') ? 'INCOMPLETE' : 'VERIFIED';
}

/**
 * Checks a proof from anybody. After a failing `format` no other step runs. Never throws for any JSON value.
 * @param json a parsed JSON document
 */
export function verifyProof(json: unknown, options: VerifyOptions = {}): Verification {
  const steps: Step[] = [];
  const add = (name: StepName, result: StepResult): void => {
    const step: Step = { name, ...result };
    steps.push(step);
    options.onStep?.(step);
  };

  const parsed = parseProof(json);
  if (!parsed.ok) {
    add('format', { status: 'FAIL', reason: parsed.reason });
    return { verdict: 'FAILED', steps, assurance: null, drawId: null, testChain: false, notChecked: [] };
  }
  const { proof } = parsed;
  const chain = findChain(proof.freeze.beacon.chain_hash, options.chains ?? []);
  add('format', { status: 'PASS' });
  add('seed_commit', seedCommitStep(proof));
  add('entries', entriesStep(proof));
  add('contributions', contributionsStep(proof));
  add('records', recordsStep(proof));
  add('beacon_round', beaconRoundStep(proof, chain));
  add('beacon_value', beaconValueStep(proof));
  add('beacon_signature', beaconSignatureStep(proof, chain, options.skipBls ?? false));
  add('client_seed', clientSeedStep(proof));
  add('combined_seed', combinedSeedStep(proof));
  const drawn = redraw(proof);
  add('shuffle', shuffleStep(proof, drawn));
  add('winners', winnersStep(proof, drawn));
  add('names', namesStep(proof));
  add('assurance', assuranceStep(proof));
  const log = member({ ...proof }, 'log');
  if (looksLikeProofLog(log)) add('log', logStep(proof, log, options.logKey));
  if (options.receipt !== undefined) add('receipt', receiptStep(proof, options.receipt, options.receiptKey));

  return {
    verdict: verdictOf(steps, proof),
    steps,
    assurance: proof.assurance,
    drawId: proof.draw_id,
    testChain: chain !== undefined && chain !== QUICKNET,
    notChecked: OPTIONAL_MEMBERS.filter(
      (name) => Object.hasOwn(proof, name) && !steps.some((step) => step.name === name),
    ),
  };
}
