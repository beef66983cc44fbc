/** What the seal shows of the device checks of a browser's entries (R87, R88). Pure. */
import type { DrawPlan } from '@glassdrum/contract';
import type { DeviceCheckOutcome, DrawProof, Reason } from '@glassdrum/fair-draw';
import type { EntryEvidence, NoKeyReason } from '../../storage/evidence.ts';
import { takesPart } from './device-evidence.ts';

export interface DeviceView {
  colour: DeviceCheckOutcome['colour'];
  /** Why it is not green; of several entries each reason once. */
  reasons: readonly Reason[];
  /** This device's visitor has no entry in the raffle. */
  isVisitor: boolean;
  /** An entry of this browser doesn't take part any more. */
  hasLeft: boolean;
  /** Why an entry of this browser has no key here; null where each has one. */
  noKey: NoKeyReason | null;
  /** What the draw's randomness comes from. */
  beacon: 'public' | 'test' | 'room' | 'none';
  assurance: DrawProof['assurance'];
}

/** The worst comes first; what is open outweighs what is only late. */
const RANK = { red: 0, pending: 1, yellow: 2, green: 3 } as const;

export function viewOf(
  { outcomes }: { outcomes: readonly DeviceCheckOutcome[] },
  {
    evidence,
    hasUnstoredEntry,
    plan,
  }: {
    evidence: readonly EntryEvidence[];
    /** There is an entry, but this browser stores nothing. */
    hasUnstoredEntry: boolean;
    plan: DrawPlan;
  },
): DeviceView {
  const colour = outcomes
    .map((outcome) => outcome.colour)
    .reduce((worst, one) => (RANK[one] < RANK[worst] ? one : worst), 'green');
  const shown = outcomes.filter((outcome) => outcome.colour === colour).flatMap(({ reasons }) => reasons);
  return {
    colour: outcomes.length === 0 ? 'pending' : colour,
    reasons: shown.filter((reason, index) => shown.findIndex(({ code }) => code === reason.code) === index),
    isVisitor: evidence.length === 0 && !hasUnstoredEntry,
    hasLeft: evidence.some((entry) => !takesPart(entry)),
    noKey: hasUnstoredEntry ? 'storage' : (evidence.find(({ device }) => device === null)?.noKey ?? null),
    beacon: beaconOf(plan),
    assurance: plan.assurance,
  };
}

function beaconOf({ beacon, assurance }: DrawPlan): DeviceView['beacon'] {
  // Only the public chain supports the label `beacon`.
  if (beacon.kind === 'drand') return assurance === 'beacon' ? 'public' : 'test';
  return beacon.kind;
}
