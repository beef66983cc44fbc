/**
 * The two computations that grow with the list of entries: its root, and the draw itself. Long lists go to a worker thread, so
 * that the event loop stays free while 100,000 entries are frozen or drawn.
 */
import {
  buildProof,
  type CommittedEntry,
  type DrawProof,
  entriesRoot,
  type ProofInput,
} from '@glassdrum/fair-draw';
import { runInThread } from '../../../platform/threads/start-thread.ts';

/** The input of a proof without names: functions cannot be sent to another thread. */
export type NamelessProofInput = Omit<ProofInput, 'names'>;

/** One task of the worker thread. */
export type HeavyTask =
  { kind: 'root'; drawId: string; entries: CommittedEntry[] } | { kind: 'proof'; input: NamelessProofInput };

/** Entries from which starting a thread is cheap compared with the work. */
const THREAD_FROM_ENTRIES = 3_000;

/** Merkle root of the list, 64 hex. */
export async function rootOf(drawId: string, entries: CommittedEntry[]): Promise<string> {
  if (entries.length < THREAD_FROM_ENTRIES) return entriesRoot(drawId, entries);
  return (await inThread({ kind: 'root', drawId, entries })) as string;
}

/** Draws; every name in the proof is null. */
export async function namelessProofOf(input: NamelessProofInput): Promise<DrawProof> {
  if (input.entries.length < THREAD_FROM_ENTRIES) return buildProof({ ...input, names: () => null });
  return (await inThread({ kind: 'proof', input })) as DrawProof;
}

function inThread(task: HeavyTask): Promise<unknown> {
  return runInThread(import.meta.dirname, 'draw-thread', task);
}
