/** Names and addresses at the door: what may be a display name (R25), how it is shortened (R43), and when two e-mail addresses are one (R24). */
import { LIMITS } from './limits.ts';
import { looksLike } from './look-alikes.ts';
import { accept, refuse } from './refusals.ts';
import type { Decision } from './refusals.ts';

/** R9: senders and entrants of these names would be taken for the product or its host. */
const RESERVED_NAMES = ['System', 'Host'];

/** More UTF-16 units than any acceptable name has, however it is composed and padded. */
const RAW_LENGTH_MAX = 4000;

/** An emoji, possibly of several parts: here variation selectors and U+200D are visible, elsewhere they hide. */
const EMOJI =
  /[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/gu;

/**
 * Controls, lone surrogates, bidi marks, zero-width and other invisible characters (H1). Default_Ignorable holds the
 * invisible letters too, such as Hangul fillers; the blank Braille pattern U+2800 is in no such class.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Something to see: a name of spaces and accents alone is blank. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * R25, R9: NFC, trimmed, 1–100 code points (so at most 400 bytes of UTF-8), nothing invisible, and nothing that looks like
 * System, Host or, where given, the host's name. The value is the name to store; it is accepted again unchanged.
 */
export function acceptDisplayName(
  raw: string,
  context: { hostName?: string | undefined } = {},
): Decision<string> {
  if (raw.length > RAW_LENGTH_MAX) return refuse('name_too_long');
  const name = raw.normalize('NFC').trim();
  if (FORBIDDEN.test(name.replace(EMOJI, ''))) return refuse('name_forbidden_characters');
  if (!VISIBLE.test(name)) return refuse('name_blank');
  if (Array.from(name).length > LIMITS.displayName.max) return refuse('name_too_long');
  const reserved = context.hostName === undefined ? RESERVED_NAMES : [...RESERVED_NAMES, context.hostName];
  return reserved.some((other) => looksLike(name, other)) ? refuse('name_reserved') : accept(name);
}

/** R43: first word and the initial of the last: "Anna Maria Berg" → "Anna B.". One word stays. */
export function publicShortName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = words[0] ?? '';
  const initial = words.length > 1 ? /[\p{L}\p{N}]\p{M}*/u.exec(words.at(-1) ?? '')?.[0] : undefined;
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** R24: the form in which e-mail addresses are compared; the address as typed is the one written to. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
