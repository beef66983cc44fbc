/**
 * The host's list as text, one invitee per line: `display_name,email,notes`, of which the name is required; values
 * with commas are quoted. Blank lines are skipped. Every line is checked, so that all problems can be fixed at once. Pure.
 */
import { type LineProblem, emailAddress } from '@glassdrum/contract';
import { LIMITS, acceptDisplayName, foldEmail, refusalMessage } from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import { parse } from 'csv-parse/sync';

/** A line that is not blank; `line` counts from 1. */
export interface ListLine {
  line: number;
  text: string;
}

/** Somebody on the host's list. */
export interface ListedInvitee {
  source: ListLine;
  displayName: string;
  email: string | null;
  /** The form in which addresses are compared (R24). */
  emailFold: string | null;
  /** The host's own note about this person. */
  notes: string | null;
  /** The host's labels (R63); a line of text names none. */
  groups: readonly string[];
}

/** Characters of a line that its problem shows. */
const SHOWN = 200;

export function listLines(text: string): ListLine[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** @param hostName names that look like the host's are refused (R9, H1) */
export function readLine(source: ListLine, hostName: string): ListedInvitee | LineProblem {
  const values = valuesOf(source.text);
  if (values === null) return problem(source, 'The quotes of this line do not match up.');
  const [name = '', email = '', note = '', ...others] = values;
  if (others.some((value) => value !== '')) {
    return problem(
      source,
      'Only a name, an email address and a note fit on a line. Put a name or note with a comma in quotes.',
    );
  }
  const accepted = acceptDisplayName(name, { hostName, lookAlikes: unicodeLookAlikes });
  if (!accepted.ok) return problem(source, refusalMessage(accepted.refusal));
  if (Array.from(note).length > LIMITS.notes.max) {
    return problem(source, `A note has at most ${LIMITS.notes.max} characters. Please shorten it.`);
  }
  const notes = note === '' ? null : note;
  const person = { source, displayName: accepted.value, notes, groups: [] };
  if (email === '') return { ...person, email: null, emailFold: null };
  const address = emailAddress.safeParse(email);
  if (!address.success) return problem(source, address.error.issues[0]?.message ?? 'Please check this line.');
  return { ...person, email: address.data, emailFold: foldEmail(address.data) };
}

export function isProblem(result: ListedInvitee | LineProblem): result is LineProblem {
  return 'message' in result;
}

export function problem({ line, text }: ListLine, message: string): LineProblem {
  return { line, text: text.slice(0, SHOWN), message };
}

/** Null when a quote is opened and not closed, or closed in the middle of a value. */
function valuesOf(text: string): string[] | null {
  if (!text.includes('"')) return text.split(',').map((value) => value.trim());
  try {
    const [values = []] = parse(text, { trim: true, relaxColumnCount: true });
    return values;
  } catch {
    return null;
  }
}
