/** The verifier: its checks in the protocol's order, the notes, and one verdict (draw protocol §7). */
import { type BeaconChain, isSoundChain, QUICKNET } from '../beacon.ts';
import { RefusedFile } from '../json/refused-file.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import type { Assurance, DrawProof } from '../proof.ts';
import { audienceStep, confirmNatively, confirmNativelyAsync } from './audience-step.ts';
import {
  assuranceStep,
  beaconRoundStep,
  beaconSignatureStep,
  beaconValueStep,
  clientSeedStep,
  combinedSeedStep,
  namesStep,
  redraw,
  shuffleStep,
  winnersStep,
} from './draw-steps.ts';
import {
  contributionsStep,
  entriesStep,
  holdersStep,
  planStep,
  recordsStep,
  rulesStep,
  seedCommitStep,
} from './list-steps.ts';
import { logStep } from './log-step.ts';
import type { NativeEd25519, NativeEd25519Async } from './native-ed25519.ts';
import { looksLikeProof, parseProof } from './parse-proof.ts';
import { receiptStep } from './receipt-step.ts';
import { type EarlierProof, seriesStep } from './series-step.ts';
import { standingStep } from './standing-step.ts';
import type { StepResult } from './step-result.ts';
import { witnessesStep } from './witnesses-step.ts';

/** In the order in which they run; `receipt` only when one is given. */
export const STEP_NAMES = [
  'format',
  'seed_commit',
  'rules',
  'plan',
  'entries',
  'holders',
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
  'witnesses',
  'audience',
  'standing',
  'series',
  'receipt',
] as const;

export type StepName = (typeof STEP_NAMES)[number];
export type Step = { name: StepName } & StepResult;
export type Verdict = 'VERIFIED' | 'INCOMPLETE' | 'FAILED';

/** What goes with the verdict and never changes it. */
export interface Note {
  name: 'plan' | 'freeze_time' | 'audience';
  text: string;
}

export interface Verification {
  /** FAILED when any check failed; INCOMPLETE when one that the verdict stands on was skipped. */
  verdict: Verdict;
  steps: Step[];
  notes: Note[];
  /** The label of a well-formed proof, whatever the verdict. */
  assurance: Assurance | null;
  drawId: string | null;
  /** The draw used a chain that only a test or demonstration knows. */
  testChain: boolean;
}

interface CommonOptions {
  /** Chains of tests and demonstrations. The pinned public chain cannot be replaced. */
  chains?: readonly BeaconChain[];
  /** A receipt document to look up in the frozen list. */
  receipt?: unknown;
  /** The installation's Ed25519 key for the receipt, 64 hex. */
  receiptKey?: string;
  /** The log's Ed25519 key, 64 hex; an installation signs everything with the same one. */
  logKey?: string;
  /** C2SP verifier keys of known witnesses, `<name>+<key hash>+<base64>`. */
  witnessKeys?: readonly string[];
  /** How many known witnesses have to have cosigned in time, from 1. */
  witnessQuorum?: number;
  /** Proofs of earlier draws of the raffle, as JSON. They are checked without options, but with the same `chains`. */
  earlier?: readonly unknown[];
  /** For comparison with verifiers that have no BLS. */
  skipBls?: boolean;
  /** Called after each check, for progress. */
  onStep?: (step: Step) => void;
}

export interface VerifyOptions extends CommonOptions {
  /** The platform's own Ed25519, which is faster; see `NativeEd25519`. */
  ed25519?: NativeEd25519;
}

export interface AsyncVerifyOptions extends CommonOptions {
  /** The platform's own Ed25519, such as `webCryptoEd25519(crypto.subtle)`. */
  ed25519?: NativeEd25519Async;
  /** Called as the audience's signatures are checked, which in large draws takes longest. */
  onAudience?: (checked: number, total: number) => void;
}

/**
 * Checks a proof from anyone. After a failing `format` no other check is made. Never throws for any JSON value.
 * @param json a document that was read under the rules of draw protocol §1, such as by `parseStrictJson`
 */
export function verifyProof(json: unknown, options: VerifyOptions = {}): Verification {
  const parsed = parseProof(json);
  if (!parsed.ok) return malformed(parsed.reason, options);
  const { chains = [], ed25519, skipBls = false, earlier = [] } = options;
  const alone = { chains, skipBls, ...(ed25519 === undefined ? {} : { ed25519 }) };
  const checked = earlier.map((one) => earlierProof(one, verifyProof(one, alone)));
  return verifyParsed(parsed.proof, options, checked, confirmNatively(parsed.proof, ed25519));
}

/** The same for a file. @throws RefusedFile for one that is refused by draw protocol §1 or is no draw proof */
export function verifyProofBytes(bytes: Uint8Array, options: VerifyOptions = {}): Verification {
  return verifyProof(readProof(bytes), options);
}

/** The same result as `verifyProof`, with the platform's own Ed25519 where that answers later, as in browsers. */
export async function verifyProofAsync(
  json: unknown,
  options: AsyncVerifyOptions = {},
): Promise<Verification> {
  const parsed = parseProof(json);
  if (!parsed.ok) return malformed(parsed.reason, options);
  const { chains = [], ed25519, onAudience, skipBls = false, earlier = [] } = options;
  const alone = { chains, skipBls, ...(ed25519 === undefined ? {} : { ed25519 }) };
  const checked: EarlierProof[] = [];
  for (const one of earlier) checked.push(earlierProof(one, await verifyProofAsync(one, alone)));
  const isConfirmed = await confirmNativelyAsync(parsed.proof, ed25519, onAudience);
  return verifyParsed(parsed.proof, options, checked, isConfirmed);
}

/** The same for a file. @throws RefusedFile for one that is refused by draw protocol §1 or is no draw proof */
export async function verifyProofBytesAsync(
  bytes: Uint8Array,
  options: AsyncVerifyOptions = {},
): Promise<Verification> {
  return verifyProofAsync(readProof(bytes), options);
}

/** The JSON of a proof's file. @throws RefusedFile for one that is refused by draw protocol §1 or is no draw proof */
export function readProof(bytes: Uint8Array): unknown {
  const json = parseStrictJson(bytes);
  if (!looksLikeProof(json)) throw new RefusedFile('the file is no draw proof (draw-proof/2)');
  return json;
}

function earlierProof(json: unknown, { verdict }: Verification): EarlierProof {
  const parsed = parseProof(json);
  return { proof: parsed.ok ? parsed.proof : null, verdict };
}

function malformed(reason: string, { onStep }: CommonOptions): Verification {
  const step: Step = { name: 'format', status: 'FAIL', reason };
  onStep?.(step);
  return { verdict: 'FAILED', steps: [step], notes: [], assurance: null, drawId: null, testChain: false };
}

function verifyParsed(
  proof: DrawProof,
  options: CommonOptions,
  earlier: readonly EarlierProof[],
  isConfirmed: (audienceRow: number) => boolean,
): Verification {
  const steps: Step[] = [];
  const add = (name: StepName, result: StepResult): void => {
    const step: Step = { name, ...result };
    steps.push(step);
    options.onStep?.(step);
  };
  const chain = findChain(proof.freeze.beacon, options.chains ?? []);
  add('format', { status: 'PASS' });
  add('seed_commit', seedCommitStep(proof));
  add('rules', rulesStep(proof));
  add('plan', planStep(proof));
  add('entries', entriesStep(proof));
  add('holders', holdersStep(proof));
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
  add('log', logStep(proof, options.logKey));
  add('witnesses', witnessesStep(proof, options.witnessKeys ?? [], options.witnessQuorum ?? 1));
  add('audience', audienceStep(proof, isConfirmed));
  add('standing', standingStep(proof));
  add('series', seriesStep(proof, earlier));
  if (options.receipt !== undefined) add('receipt', receiptStep(proof, options.receipt, options.receiptKey));

  return {
    verdict: verdictOf(steps, proof, options),
    steps,
    notes: notesOf(steps, proof),
    assurance: proof.assurance,
    drawId: proof.draw_id,
    testChain: chain !== undefined && chain !== QUICKNET,
  };
}

function findChain(
  { kind, chain_hash }: DrawProof['freeze']['beacon'],
  others: readonly BeaconChain[],
): BeaconChain | undefined {
  if (kind !== 'drand') return undefined;
  if (chain_hash === QUICKNET.chainHash) return QUICKNET;
  return others.find((chain) => chain.chainHash === chain_hash && isSoundChain(chain));
}

/** A skipped check leaves the verdict open if a drand draw depends on it, or an option of the caller requested it. */
function verdictOf(steps: readonly Step[], proof: DrawProof, options: CommonOptions): Verdict {
  if (steps.some(({ status }) => status === 'FAIL')) return 'FAILED';
  const needed: Partial<Record<StepName, boolean>> = {
    beacon_signature: proof.freeze.beacon.kind === 'drand',
    receipt: options.receipt !== undefined,
    log: options.logKey !== undefined,
    witnesses: (options.witnessKeys ?? []).length > 0,
    series: (options.earlier ?? []).length > 0,
  };
  const open = steps.some(({ name, status }) => status === 'SKIP' && needed[name] === true);
  return open ? 'INCOMPLETE' : 'VERIFIED';
}

function notesOf(steps: readonly Step[], proof: DrawProof): Note[] {
  const passed = (name: StepName): boolean =>
    steps.some((step) => step.name === name && step.status === 'PASS');
  const notes: Note[] = [];
  if (proof.open.plan_hash !== proof.close.plan_hash) {
    notes.push({ name: 'plan', text: 'was changed between the opening and the close' });
  }
  if (proof.freeze.beacon.kind === 'drand' && !passed('witnesses')) {
    notes.push({ name: 'freeze_time', text: 'claimed by the server only' });
  }
  if (passed('audience')) {
    const devices = proof.entries.filter((entry) => entry[5] !== '-').length;
    const signed = proof.audience?.length ?? 0;
    const text = `${signed} of ${devices} devices signed that they held this freeze before the draw`;
    notes.push({ name: 'audience', text });
  }
  return notes;
}
