/**
 * R32: this device computes the winners itself, from what it saw before they existed.
 *
 * 1. The freeze record is the one that was shown, and it binds the list, the number of winners and the named round.
 * 2. The list is the frozen one: its root leads to the close record, which the freeze record names. The visitor's own
 *    entry stands in it.
 * 3. The seed is the committed one; the round follows from the announced time; the beacon's signature is genuine.
 * 4. From these alone follow all rows. What is announced later must be the same.
 *
 * Everything here came from a server: nothing is believed before it was checked. Pure; runs in the worker.
 */
import type { DrawPlan } from '@glassdrum/contract';
import {
  type BeaconChain,
  beaconRandomness,
  clientSeed,
  closeHash,
  combinedSeed,
  type CommittedEntry,
  drawOrder,
  entriesRoot,
  freezeHash,
  freezeRecord,
  nameCommit,
  parseBeaconChain,
  QUICKNET,
  type Receipt,
  roundAt,
  seedCommitHash,
  ticketTotal,
  verifyBeaconSignature,
} from '@glassdrum/fair-draw';

export interface DeviceCheckInput {
  /** As it is now, with seed and beacon. */
  plan: DrawPlan;
  /** The freeze hash that this device saw first. */
  seenFreezeHash: string;
  entries: unknown;
  /** A demonstration's chain in drand's spelling; null for the public one alone. */
  testChain: unknown;
  /** The visitor's own receipt; null for those who only watch. */
  receipt: Receipt | null;
}

export type DeviceProblem =
  | 'freeze_changed'
  | 'freeze_record'
  | 'entries'
  | 'own_entry'
  | 'seed'
  | 'beacon_round'
  | 'beacon_value'
  | 'beacon_signature';

interface ComputedRow {
  entryNumber: number;
  selectionIndex: string;
}

export type DeviceCheck =
  | {
      ok: true;
      /** Winners, then alternates. */
      rows: ComputedRow[];
      /** How many of the rows are winners. */
      winners: number;
      beacon: 'public' | 'test' | 'none';
      ownEntryListed: boolean;
    }
  | { ok: false; problem: DeviceProblem };

/** Never throws: malformed input is a problem like any other. */
export function checkDraw(input: DeviceCheckInput): DeviceCheck {
  const { plan, receipt } = input;
  const entries = committedEntries(input.entries);
  const chain = chainOf(plan, input.testChain);
  const problem =
    freezeProblem(input) ??
    entriesProblem(plan, entries) ??
    ownEntryProblem(plan, entries, receipt) ??
    seedProblem(plan) ??
    beaconProblem(plan, chain);
  if (problem !== null) return { ok: false, problem };
  const seed = combinedSeed(plan.seed_reveal ?? '', clientSeed(plan.freeze_hash, plan.beacon_value ?? '-'));
  const rows = drawOrder({
    combinedSeed: seed,
    tickets: entries.map(([tickets]) => tickets),
    rows: plan.winners + plan.alternates,
  });
  return {
    ok: true,
    rows,
    winners: Math.min(plan.winners, rows.length),
    beacon: beaconUsed(plan, chain),
    ownEntryListed: receipt !== null,
  };
}

function beaconUsed(plan: DrawPlan, chain: BeaconChain | null): 'public' | 'test' | 'none' {
  if (plan.beacon.kind === 'none') return 'none';
  return chain === QUICKNET ? 'public' : 'test';
}

function committedEntries(value: unknown): CommittedEntry[] {
  // Rows are judged where the root is computed, which refuses malformed ones.
  return Array.isArray(value) ? (value as CommittedEntry[]) : [];
}

function chainOf(plan: DrawPlan, testChain: unknown): BeaconChain | null {
  if (plan.beacon.chain_hash === QUICKNET.chainHash) return QUICKNET;
  const chain = parseBeaconChain(testChain);
  return chain?.chainHash === plan.beacon.chain_hash ? chain : null;
}

function freezeProblem({ plan, seenFreezeHash }: DeviceCheckInput): DeviceProblem | null {
  if (plan.freeze_hash !== seenFreezeHash) return 'freeze_changed';
  // The contributions' hash is the one field of the record that the plan does not repeat.
  const contributionsHash = plan.freeze_record.text.split('\n')[3] ?? '';
  const fields = {
    drawId: plan.draw_id,
    closeHash: plan.close_hash,
    contributionsHash,
    winners: plan.winners,
    alternates: plan.alternates,
    beacon: { kind: plan.beacon.kind, chainHash: plan.beacon.chain_hash, round: plan.beacon.round },
    frozenAt: plan.frozen_at,
    drawAt: plan.draw_at,
  };
  return holds(
    () => freezeRecord(fields) === plan.freeze_record.text && freezeHash(fields) === plan.freeze_hash,
  )
    ? null
    : 'freeze_record';
}

function entriesProblem(plan: DrawPlan, entries: CommittedEntry[]): DeviceProblem | null {
  const bound = holds(
    () =>
      closeHash({
        drawId: plan.draw_id,
        openHash: plan.open_hash,
        entriesRoot: entriesRoot(plan.draw_id, entries),
        entryCount: entries.length,
        ticketTotal: ticketTotal(entries),
        // The close record is written together with the freeze.
        closedAt: plan.frozen_at,
      }) === plan.close_hash,
  );
  return bound ? null : 'entries';
}

function ownEntryProblem(
  plan: DrawPlan,
  entries: CommittedEntry[],
  receipt: Receipt | null,
): DeviceProblem | null {
  if (receipt === null) return null;
  const listed = holds(() => {
    const entry = entries[receipt.entry_number - 1];
    return (
      entry !== undefined &&
      receipt.open_hash === plan.open_hash &&
      receipt.seed_commit_hash === plan.seed_commit_hash &&
      entry[0] === receipt.tickets &&
      entry[1] === nameCommit(receipt.salt, receipt.display_name) &&
      entry[2] === receipt.entropy_commit
    );
  });
  return listed ? null : 'own_entry';
}

function seedProblem(plan: DrawPlan): DeviceProblem | null {
  return plan.seed_reveal !== null && seedCommitHash(plan.seed_reveal) === plan.seed_commit_hash
    ? null
    : 'seed';
}

function beaconProblem(plan: DrawPlan, chain: BeaconChain | null): DeviceProblem | null {
  const { kind, round } = plan.beacon;
  if (kind === 'none') return plan.beacon_value === '-' ? null : 'beacon_value';
  if (chain === null || round === '-') return 'beacon_round';
  if (!holds(() => roundAt(plan.draw_at, chain) === round)) return 'beacon_round';
  const signature = plan.beacon_signature ?? '';
  if (!holds(() => beaconRandomness(signature) === plan.beacon_value)) return 'beacon_value';
  return verifyBeaconSignature(chain, round, signature) ? null : 'beacon_signature';
}

/** A field that cannot even be written into a record holds nothing. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
