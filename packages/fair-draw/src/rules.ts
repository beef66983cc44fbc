/** The rules of a raffle as its entrants saw them, and their hash in the open record (draw protocol §3). */
import { isIntegerIn, isLine, isLongText, MAX_WEIGHT } from './field-rules.ts';
import { record, sha256Hex } from './text-records.ts';

/**
 * Which kind of beacon a draw may have.
 * - wait: drand only
 * - lower: drand, or none where it cannot be reached before the freeze
 * - room: numbers made by the audience
 * - none: no beacon
 */
export type BeaconPolicy = 'wait' | 'lower' | 'room' | 'none';

export interface RaffleRules {
  /** A line. */
  title: string;
  /** The largest weight an entry may have in a pool. */
  ticketLimit: number | null;
  /** Unix seconds. */
  deadline: number | null;
  beaconPolicy: BeaconPolicy;
  /** A long text, possibly empty. */
  text: string;
}

/** The member `rules` of a proof. */
export interface ProofRules {
  title: string;
  ticket_limit: number | '-';
  deadline: number | '-';
  beacon_policy: BeaconPolicy;
  text: string;
}

/** `rules_hash`, 64 hex. @throws RangeError for a value that rules cannot have */
export function rulesHash(rules: RaffleRules): string {
  const { title, ticketLimit, deadline, beaconPolicy, text } = rules;
  if (!isLine(title)) throw new RangeError('A title is 1 to 400 bytes without control characters.');
  if (!isLongText(text)) throw new RangeError('The rules are at most 10,000 characters without controls.');
  if (ticketLimit !== null && !isIntegerIn(ticketLimit, 1, MAX_WEIGHT)) {
    throw new RangeError('A ticket limit is an integer in 1 … 2^32-1.');
  }
  return sha256Hex(record('draw.rules.v2', title, ticketLimit, deadline, beaconPolicy) + text);
}

/** The rules as a proof shows them. */
export function proofRules(rules: RaffleRules): ProofRules {
  return {
    title: rules.title,
    ticket_limit: rules.ticketLimit ?? '-',
    deadline: rules.deadline ?? '-',
    beacon_policy: rules.beaconPolicy,
    text: rules.text,
  };
}

/** The rules out of a proof. */
export function rulesOfProof(rules: ProofRules): RaffleRules {
  return {
    title: rules.title,
    ticketLimit: rules.ticket_limit === '-' ? null : rules.ticket_limit,
    deadline: rules.deadline === '-' ? null : rules.deadline,
    beaconPolicy: rules.beacon_policy,
    text: rules.text,
  };
}

/** Whether rules with this policy allow a draw with this kind of beacon. */
export function beaconKindAllowed(policy: BeaconPolicy, kind: 'drand' | 'room' | 'none'): boolean {
  switch (policy) {
    case 'wait':
      return kind === 'drand';
    case 'lower':
      return kind !== 'room';
    case 'room':
    case 'none':
      return kind === policy;
  }
}
