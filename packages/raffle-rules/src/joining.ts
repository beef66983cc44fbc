/**
 * H11: what someone who joins by the public link has to pass, when two email addresses belong to one person, and which
 * entries deserve a second look. Personal invitations skip all of it: the host named those people.
 */
import { foldEmail } from './names.ts';
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { decideReplan, effectiveStatus, type RaffleFacts } from './status.ts';

/** The host's choices for joining by the public link. */
export interface JoinChecks {
  /** The host approves each entry. */
  approval: boolean;
  /** The address has to be confirmed by a code or link in an email. */
  confirmEmail: boolean;
  onePerDevice: boolean;
  /** A changing code that is shown in the hall. */
  hallCode: boolean;
}

export const NO_JOIN_CHECKS: Readonly<JoinChecks> = {
  approval: false,
  confirmEmail: false,
  onePerDevice: false,
  hallCode: false,
};

/** What an entry can wait for before it gets its number. */
export type WaitsFor = 'email' | 'approval';

/** In the order in which the person passes them; empty: the entry counts at once. */
export function stepsBeforeEntry(checks: JoinChecks): WaitsFor[] {
  return [
    ...(checks.confirmEmail ? ['email' as const] : []),
    ...(checks.approval ? ['approval' as const] : []),
  ];
}

/** Approving and declining: while people can join. The list of a closed raffle does not grow. */
export function decideApproval(facts: RaffleFacts, now: number): Decision {
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  return effectiveStatus(facts, now) === 'open' ? accept(undefined) : refuse('approval_closed');
}

/** R77: where a raffle has rules, whoever joins accepts them. People whom the host enters are told of them instead. */
export function decideRules(hasRules: boolean, accepted: boolean): Decision {
  return hasRules && !accepted ? refuse('rules_not_accepted') : accept(undefined);
}

/** An address can be confirmed while people can join. */
export function decideConfirmation(facts: RaffleFacts, now: number): Decision {
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  return effectiveStatus(facts, now) === 'open' ? accept(undefined) : refuse('raffle_closed');
}

/** The same mailboxes under two names, which ignore dots before the @. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * H11: the form in which addresses of one person are equal. Everything from the first plus sign on is a tag, and Gmail
 * ignores dots. For comparing only; nothing is ever sent to it.
 */
export function emailPerson(email: string): string {
  const folded = foldEmail(email);
  const at = folded.lastIndexOf('@');
  // A quoted local part may hold a plus sign that is no tag.
  if (at < 1 || folded.startsWith('"')) return folded;
  const [box, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  const plus = box.indexOf('+');
  const untagged = plus > 0 ? box.slice(0, plus) : box;
  if (!DOTLESS_DOMAINS.has(domain)) return `${untagged}@${domain}`;
  const dotless = untagged.replaceAll('.', '');
  return `${dotless === '' ? untagged : dotless}@gmail.com`;
}

/** How many join at once from one network, and then steadily. */
export interface JoinLimit {
  burst: number;
  perMinute: number;
}

/** The host's limit within the operator's: the smaller of each number. Null: no limit. */
export function effectiveJoinLimit(operator: JoinLimit | null, host: JoinLimit | null): JoinLimit | null {
  if (operator === null || host === null) return operator ?? host;
  return {
    burst: Math.min(operator.burst, host.burst),
    perMinute: Math.min(operator.perMinute, host.perMinute),
  };
}

/** From how many entries on a group is shown for review. */
export const REVIEW_GROUPS = {
  /** Aliases of one address. */
  email: 2,
  /** Of one network within the same second. */
  second: 3,
} as const;

/** A few people from one household are no reason for a warning. */
const NETWORK_WARNING_ENTRIES = 5;

/** More than a tenth of the entries come from one network. */
export function isNetworkSuspicious(fromNetwork: number, entries: number): boolean {
  return fromNetwork >= NETWORK_WARNING_ENTRIES && fromNetwork * 10 > entries;
}
