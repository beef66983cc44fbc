/**
 * The invitee list, one a line as `display_name,email`, judged by the rules that the server applies (R9, R24,
 * R25), so that a problem shows while the host still types. Pure; the server decides again.
 */
import { LIMITS, acceptDisplayName, foldEmail, refusalMessage } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';

/** One person as found on a line of text or in a row of a file. */
export interface FoundInvitee {
  /** From 1. */
  line: number;
  /** As it stood there, for mending. */
  text: string;
  name: string;
  email: string;
  /** Anything beyond a name and an address. */
  others: readonly string[];
}

export interface InviteeProblem {
  line: number;
  text: string;
  message: string;
}

export interface JudgedInvitees {
  /** Ready to be sent, one a line; quoted where a comma asks for it. */
  good: string[];
  bad: InviteeProblem[];
}

/** What the contract's schema takes for an e-mail address. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const LINE_END = /\r\n|\r|\n/u;

/** Lines that are not blank. */
export function countInvitees(text: string): number {
  let count = 0;
  for (const line of text.split(LINE_END)) if (line.trim() !== '') count += 1;
  return count;
}

/** @param values splits a line that has quotes in it; null when they don't match up */
export function findInLines(
  text: string,
  values: (line: string) => readonly string[] | null,
): (FoundInvitee | InviteeProblem)[] {
  const found: (FoundInvitee | InviteeProblem)[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/u, '')
    .split(LINE_END)
    .entries()) {
    const source = { line: index + 1, text: raw.trim() };
    if (source.text === '') continue;
    const split = source.text.includes('"') ? values(source.text) : source.text.split(',');
    if (split === null) found.push({ ...source, message: m.console_line_quotes() });
    else {
      const [name = '', email = '', ...others] = split.map((value) => value.trim());
      found.push({ ...source, name, email, others });
    }
  }
  return found;
}

/** @param hostName names that look like the host's are refused (R9) */
export function judgeInvitees(
  found: readonly (FoundInvitee | InviteeProblem)[],
  hostName: string,
): JudgedInvitees {
  const good: string[] = [];
  const bad: InviteeProblem[] = [];
  const lineOfEmail = new Map<string, number>();
  for (const one of found) {
    const message = 'message' in one ? one.message : problemOf(one, hostName, lineOfEmail);
    if (message !== null) bad.push({ line: one.line, text: one.text, message });
    else if (!('message' in one)) {
      if (one.email !== '') lineOfEmail.set(foldEmail(one.email), one.line);
      good.push(toLine(one));
    }
  }
  return { good, bad };
}

function problemOf(one: FoundInvitee, hostName: string, known: ReadonlyMap<string, number>): string | null {
  if (one.others.some((value) => value !== '')) return m.console_line_too_much();
  const accepted = acceptDisplayName(one.name, { hostName });
  if (!accepted.ok) return refusalMessage(accepted.refusal);
  if (one.email === '') return null;
  if (one.email.length > LIMITS.email.max || !EMAIL.test(one.email)) return m.console_line_email();
  const first = known.get(foldEmail(one.email));
  return first === undefined ? null : m.console_line_twice({ line: first });
}

/** As the server reads it. */
function toLine({ name, email }: Pick<FoundInvitee, 'name' | 'email'>): string {
  const quoted = /[",]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
  return email === '' ? quoted : `${quoted},${email}`;
}
