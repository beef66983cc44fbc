/** The published vectors against this verifier; no Node in here, so that the same code runs in a browser. */
import {
  beaconRandomness,
  checkLogFile,
  QUICKNET,
  RefusedFile,
  type Verification,
  verifyBeaconSignature,
  verifyProofBytes,
  type VerifyOptions,
} from '../src/index.ts';

interface VectorOptions {
  receipt?: unknown;
  receipt_key?: string;
  log_key?: string;
  witness_keys?: string[];
  witness_quorum?: number;
  earlier?: unknown[];
}

export interface ProofVector {
  id: string;
  proof?: unknown;
  /** The bytes of a file, where they matter. */
  base64?: string;
  options: VectorOptions;
  verdict: 'VERIFIED' | 'FAILED' | 'INCOMPLETE' | 'REFUSED';
  /** Exactly the failing and the skipped checks, and the number of notes, of a verifier that checks BLS. */
  fails: string[];
  skips: string[];
  notes: number;
}

export interface VectorOutcome {
  id: string;
  ok: boolean;
  detail: string;
}

/** The options of a vector as this verifier takes them. */
export function optionsOf(options: VectorOptions): VerifyOptions {
  const { receipt, receipt_key, log_key, witness_keys, witness_quorum, earlier } = options;
  return {
    ...(receipt === undefined ? {} : { receipt }),
    ...(receipt_key === undefined ? {} : { receiptKey: receipt_key }),
    ...(log_key === undefined ? {} : { logKey: log_key }),
    ...(witness_keys === undefined ? {} : { witnessKeys: witness_keys }),
    ...(witness_quorum === undefined ? {} : { witnessQuorum: witness_quorum }),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

/** The bytes of a vector's file. */
export function bytesOf({ proof, base64 }: Pick<ProofVector, 'proof' | 'base64'>): Uint8Array {
  return base64 === undefined
    ? new TextEncoder().encode(JSON.stringify(proof))
    : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

type Expected = Pick<ProofVector, 'verdict' | 'fails' | 'skips' | 'notes'>;

function summaryOf(vector: ProofVector, skipBls: boolean): Expected {
  let result: Verification;
  try {
    result = verifyProofBytes(bytesOf(vector), { ...optionsOf(vector.options), skipBls });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return { verdict: 'REFUSED', fails: [], skips: [], notes: 0 };
  }
  const names = (status: string): string[] =>
    result.steps.filter((step) => step.status === status).map(({ name }) => name);
  return { verdict: result.verdict, fails: names('FAIL'), skips: names('SKIP'), notes: result.notes.length };
}

/** What a verifier without BLS gives: it skips `beacon_signature` of every drand draw (draw protocol §13). */
function withoutBls(vector: ProofVector): Expected {
  const { verdict, fails, skips, notes } = vector;
  const isChecked = verdict !== 'REFUSED' && !fails.includes('format');
  if (!isChecked || skips.includes('beacon_signature')) return { verdict, fails, skips, notes };
  const others = fails.filter((name) => name !== 'beacon_signature');
  return {
    verdict: others.length > 0 ? 'FAILED' : 'INCOMPLETE',
    fails: others,
    skips: [...skips, 'beacon_signature'],
    notes,
  };
}

const same = (one: Expected, other: Expected): boolean =>
  one.verdict === other.verdict &&
  one.notes === other.notes &&
  one.fails.toSorted().join() === other.fails.toSorted().join() &&
  one.skips.toSorted().join() === other.skips.toSorted().join();

/** Runs every vector twice, with and without the BLS check. */
export function runVectors(file: { vectors: ProofVector[] }): VectorOutcome[] {
  return file.vectors.map((vector) => {
    const full = summaryOf(vector, false);
    const quick = summaryOf(vector, true);
    const ok = same(full, vector) && same(quick, withoutBls(vector));
    return { id: vector.id, ok, detail: JSON.stringify({ full, quick }) };
  });
}

export interface LogVector {
  id: string;
  log: unknown;
  fails: string[];
  skips: string[];
}

/** The vectors of whole logs. */
export function runLogVectors(file: { vectors: LogVector[] }): VectorOutcome[] {
  return file.vectors.map(({ id, log, fails, skips }) => {
    const { steps } = checkLogFile(new TextEncoder().encode(JSON.stringify(log)));
    const names = (status: string): string =>
      steps.flatMap((step) => (step.status === status ? [step.name as string] : [])).join();
    const ok = names('FAIL') === fails.join() && names('SKIP') === skips.join();
    return { id, ok, detail: JSON.stringify({ fails: names('FAIL'), skips: names('SKIP') }) };
  });
}

export interface RecordedRounds {
  rounds: { round: number; signature: string; randomness: string }[];
}

/** Recorded rounds of the public beacon: each signature is of its round, and of no other. */
export function runRounds({ rounds }: RecordedRounds): VectorOutcome[] {
  return rounds.map(({ round, signature, randomness }) => {
    const ok =
      verifyBeaconSignature(QUICKNET, round, signature) &&
      !verifyBeaconSignature(QUICKNET, round + 1, signature) &&
      beaconRandomness(signature) === randomness;
    return { id: String(round), ok, detail: '' };
  });
}
