/**
 * Characters that nobody sees (R25, H1, H14): controls, direction marks and zero-width characters are in no name and no
 * line of the chat. The same characters are needed inside emoji and in some scripts, and stay there.
 */

/** An emoji, possibly of several parts: here variation selectors, U+200D and tags are seen. */
const EMOJI = [
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`,
  String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*`,
].join('|');

/** Scripts in which U+200C and U+200D decide how letters join (UAX #31, contexts A1, A2 and B). */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Adlam',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Balinese',
  'Javanese',
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');

/** A letter with one joiner behind it, a Han character or a Mongolian letter with its variant. */
const JOINED = [
  String.raw`(?=[\p{L}\p{M}])[${JOINING}][\u200C\u200D]`,
  String.raw`\p{scx=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?=\p{L})\p{scx=Mongolian}[\u180B-\u180D\u180F]`,
].join('|');

/**
 * Default_Ignorable holds the invisible letters too, such as Hangul fillers; the blank Braille pattern U+2800 is in no
 * such class.
 */
const INVISIBLE = String.raw`[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]`;

const NEEDED_OR_INVISIBLE = new RegExp(`(${EMOJI}|${JOINED})|${INVISIBLE}`, 'gu');

/** The text without them. What separates lines or words is a space. */
export function withoutInvisible(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, ' ')
    .replace(NEEDED_OR_INVISIBLE, (_found, needed: string | undefined) => needed ?? '');
}

/** Whether a name holds one where it isn't needed. */
export function holdsInvisible(text: string): boolean {
  for (const [, needed] of text.matchAll(NEEDED_OR_INVISIBLE)) if (needed === undefined) return true;
  return false;
}
