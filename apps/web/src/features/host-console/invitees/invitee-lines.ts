/**
 * The invitee list, one a line as `display_name,email` with an optional note behind, judged by the rules that the server applies (R9, R24,
 * R25), so that a problem shows while the host still types. Pure; the server decides again.
 */
import type { Invitation } from '@glassdrum/contract';
import {
  LIMITS,
  acceptDisplayName,
  foldEmail,
  isEmailAddress,
  refusalMessage,
} from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';

/** One person as found on a line of text or in a row of a file. */
export interface FoundInvitee {
  /** From 1. */
  line: number;
  /** As it stood there, for fixing. */
  text: string;
  name: string;
  email: string;
  /** The host's own note; empty for none. */
  notes: string;
  /** Anything beyond name, address and note. */
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
  /** Lines among the good ones that repeat a name without an address: perhaps the same person twice. */
  doubles: InviteeProblem[];
}

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
      const [name = '', email = '', notes = '', ...others] = split.map((value) => value.trim());
      found.push({ ...source, name, email, notes, others });
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
  const doubles: InviteeProblem[] = [];
  const lineOfEmail = new Map<string, number>();
  const lineOfName = new Map<string, number>();
  for (const one of found) {
    const message = 'message' in one ? one.message : problemOf(one, hostName, lineOfEmail);
    if (message !== null) bad.push({ line: one.line, text: one.text, message });
    else if (!('message' in one)) {
      if (one.email !== '') lineOfEmail.set(foldEmail(one.email), one.line);
      else {
        const first = lineOfName.get(foldName(one.name));
        if (first === undefined) lineOfName.set(foldName(one.name), one.line);
        else
          doubles.push({ line: one.line, text: one.text, message: m.console_line_double({ line: first }) });
      }
      good.push(toLine(one));
    }
  }
  return { good, bad, doubles };
}

/** The ids of those whose name is on the list more than once, without an address; who was revoked doesn't count. */
export function doublesOf(
  invitations: readonly Pick<Invitation, 'invitee_id' | 'display_name' | 'email' | 'state'>[],
): ReadonlySet<string> {
  const idsOf = new Map<string, string[]>();
  for (const { invitee_id: id, display_name: name, email, state } of invitations) {
    if (email !== null || state === 'revoked' || state === 'left_out') continue;
    const fold = foldName(name);
    idsOf.set(fold, [...(idsOf.get(fold) ?? []), id]);
  }
  return new Set([...idsOf.values()].filter((ids) => ids.length > 1).flat());
}

/** Names that are equal but for case and spaces are probably one person's. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('en');
}

function problemOf(one: FoundInvitee, hostName: string, known: ReadonlyMap<string, number>): string | null {
  if (one.others.some((value) => value !== '')) return m.console_line_too_much();
  const accepted = acceptDisplayName(one.name, { hostName });
  if (!accepted.ok) return refusalMessage(accepted.refusal);
  if (Array.from(one.notes).length > LIMITS.notes.max) return m.console_line_notes({ max: LIMITS.notes.max });
  if (one.email === '') return null;
  if (!isEmailAddress(one.email)) return m.console_line_email();
  const first = known.get(foldEmail(one.email));
  return first === undefined ? null : m.console_line_twice({ line: first });
}

/** As the server reads it. */
function toLine({ name, email, notes }: FoundInvitee): string {
  if (notes !== '') return [name, email, notes].map(quoted).join(',');
  return email === '' ? quoted(name) : `${quoted(name)},${email}`;
}

/** One value of a line; a cell of a workbook may have lines of its own. */
function quoted(value: string): string {
  const text = value.replace(/\s*[\r\n]+\s*/gu, ' ');
  return /[",]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
