/** Names at the door (R25, R9, R43): normalised once, here; never again afterwards, so that commitments stay true. */
import { LIMITS } from './limits.ts';
import { allowed, type Decision, refused } from './refusals.ts';

/** Controls, bidi overrides and isolates, zero-width characters, line separators, tags, lone surrogates, non-characters. */
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}]|\p{Noncharacter_Code_Point}/u;
/** A joiner is fine between two pictographs (family emoji) and nowhere else. */
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/u;

const RESERVED = ['system', 'host', 'thehost', 'admin', 'administrator', 'moderator', 'glassdrum'];

/** Letters of other scripts, and digits, that pass for Latin ones at a glance. Applied after NFKD and lower case. */
const LOOK_ALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  ё: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ї: 'i',
  ј: 'j',
  һ: 'h',
  ԁ: 'd',
  м: 'm',
  т: 't',
  н: 'h',
  к: 'k',
  в: 'b',
  г: 'r',
  ԛ: 'q',
  ԝ: 'w',
  ɡ: 'g',
  α: 'a',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ѡ: 'w',
  ѵ: 'v',
  օ: 'o',
  հ: 'h',
  ս: 'u',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ꜱ: 's',
  ᴍ: 'm',
  ʜ: 'h',
  ᴏ: 'o',
  ᴛ: 't',
  ᴇ: 'e',
  ʏ: 'y',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '|': 'i',
  '!': 'i',
  $: 's',
  '@': 'a',
  l: 'i',
  ⅼ: 'i',
};

/** What a name looks like at a glance: for comparing with reserved names, never for showing or storing. */
function skeleton(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(folded, (character) => LOOK_ALIKES[character] ?? character)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm');
}

const RESERVED_SKELETONS = new Set(RESERVED.map(skeleton));

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * R25: NFC, trimmed, 1–100 characters and at most 400 UTF-8 bytes, nothing invisible, nothing reserved (R9).
 * @param hostName the host's name, which no entrant may imitate
 * @returns the name as it is stored, shown and committed to
 */
export function acceptDisplayName(raw: string, options: { hostName?: string } = {}): Decision<string> {
  if (FORBIDDEN.test(raw) || STRAY_JOINER.test(raw)) return refused('name_forbidden_characters');
  const name = raw.normalize('NFC').trim();
  if (name === '') return refused('name_blank');
  if (Array.from(name).length > LIMITS.displayName.max || utf8Length(name) > LIMITS.displayName.maxBytes) {
    return refused('name_too_long');
  }
  const look = skeleton(name);
  if (RESERVED_SKELETONS.has(look)) return refused('name_reserved');
  if (options.hostName !== undefined && look !== '' && look === skeleton(options.hostName))
    return refused('name_reserved');
  return allowed(name);
}

/** R43: what visitors see before they join: the first word and an initial, "Anna Berg" → "Anna B.". */
export function publicShortName(name: string): string {
  const [first = '', second] = name.split(/\s+/u);
  const initial = second === undefined ? undefined : Array.from(second)[0];
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase('en')}.`;
}

/** R24: addresses that differ only in case are the same. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
