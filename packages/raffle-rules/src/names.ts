/** Names and addresses when joining: what may be a display name (R25), and when two email addresses are one (R24). */
import { holdsInvisible } from './invisible.ts';
import { LIMITS } from './limits.ts';
import { type LookAlikes, plainLookAlikes } from './look-alikes.ts';
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { mixesScripts } from './scripts.ts';

/** R9: no display name may be or contain one of these words, because it would be mistaken for the product. */
const SYSTEM_WORDS = ['System', 'Operator', 'Moderator', 'Admin', 'Administrator', 'Glassdrum'];

/** R9: an entrant of such a name would be taken for the host. */
const HOST_WORDS = ['Host', 'Organizer', 'Organiser'];

const WORDS_OF_OTHERS = [...SYSTEM_WORDS, ...HOST_WORDS];

/** R78: what entries are called whose name isn't published. */
const NUMBER_NAME = /^number\s+\p{Nd}+$/iu;

/** More UTF-16 units than any acceptable name has, however it is composed and padded. */
const RAW_LENGTH_MAX = 4000;

/** H14: more than two accents on a letter, or more than four marks of a script that needs them (UTS #39, §5.4). */
const TOO_MANY_MARKS =
  /(?:[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]){3}|[\p{Mn}\p{Me}]{5}/u;

/** Letters, digits and signs of ASCII: each is seen, takes no marks, and mixes with no other script. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Something to see: a name of spaces and accents alone is blank. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export interface NameContext {
  hostName?: string | undefined;
  /** How names are compared; screens know less of it than the server. */
  lookAlikes?: LookAlikes;
}

/**
 * R25, R9: NFC, trimmed, 1–100 code points (so at most 400 bytes of UTF-8), nothing invisible, no word of mixed scripts, and
 * nothing that could be mistaken for the product or the host. The value is the name to store; it is accepted again unchanged.
 */
export function acceptDisplayName(raw: string, context: NameContext = {}): Decision<string> {
  return acceptName(raw, WORDS_OF_OTHERS, context);
}

/** The same for the name of a host, who may be called so. */
export function acceptHostName(raw: string, context: Omit<NameContext, 'hostName'> = {}): Decision<string> {
  return acceptName(raw, SYSTEM_WORDS, context);
}

function acceptName(
  raw: string,
  words: readonly string[],
  { hostName, lookAlikes = plainLookAlikes }: NameContext,
): Decision<string> {
  if (raw.length > RAW_LENGTH_MAX) return refuse('name_too_long');
  const name = raw.normalize('NFC').trim();
  const isPlain = PLAIN.test(name);
  if (!isPlain && holdsInvisible(name)) return refuse('name_forbidden_characters');
  if (!VISIBLE.test(name)) return refuse('name_blank');
  if (isLonger(name, LIMITS.displayName.max)) return refuse('name_too_long');
  if (!isPlain && TOO_MANY_MARKS.test(name)) return refuse('name_too_many_marks');
  const { looksLike, holds } = lookAlikes;
  if (words.some((word) => looksLike(name, word) || holds(name, word))) return refuse('name_reserved');
  if (NUMBER_NAME.test(name)) return refuse('name_reserved');
  if (hostName !== undefined && isTakenFor(name, hostName, lookAlikes)) return refuse('name_reserved');
  return !isPlain && mixesScripts(name) ? refuse('name_mixed_scripts') : accept(name);
}

/** @param max code points, none of which has fewer UTF-16 units than one */
function isLonger(text: string, max: number): boolean {
  return text.length > max && Array.from(text).length > max;
}

/** One word alone is many people's first name, so that only the whole name counts; more words are the host's own. */
function isTakenFor(name: string, hostName: string, { looksLike, holds }: LookAlikes): boolean {
  if (looksLike(name, hostName)) return true;
  return /\S\s+\S/u.test(hostName) && holds(name, hostName);
}

/** R24: the form in which email addresses are compared; the address as typed is the one written to. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
