/**
 * The host's list as text, one invitee a line: `display_name,email`, the e-mail optional, values with commas in quotes.
 * Blank lines don't count. Every line is judged, so that all problems can be mended in one go. Pure.
 */
import { type LineProblem, emailAddress } from '@glassdrum/contract';
import { acceptDisplayName, foldEmail, refusalMessage } from '@glassdrum/raffle-rules';
import { parse } from 'csv-parse/sync';

/** A line that is not blank; `line` counts from 1. */
export interface ListLine {
  line: number;
  text: string;
}

export interface ListedInvitee {
  source: ListLine;
  displayName: string;
  email: string | null;
  /** The form in which addresses are compared (R24). */
  emailFold: string | null;
}

/** As much of a line as its problem shows. */
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
  const [name = '', email = '', ...others] = values;
  if (others.some((value) => value !== '')) {
    return problem(
      source,
      'Only a name and an e-mail address fit on a line. Put a name with a comma in quotes.',
    );
  }
  const accepted = acceptDisplayName(name, { hostName });
  if (!accepted.ok) return problem(source, refusalMessage(accepted.refusal));
  if (email === '') return { source, displayName: accepted.value, email: null, emailFold: null };
  const address = emailAddress.safeParse(email);
  if (!address.success) return problem(source, address.error.issues[0]?.message ?? 'Please check this line.');
  return {
    source,
    displayName: accepted.value,
    email: address.data,
    emailFold: foldEmail(address.data),
  };
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
