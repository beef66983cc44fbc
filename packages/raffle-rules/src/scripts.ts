/** Which scripts may stand together in one word (H14): the level "highly restrictive" of Unicode's UTS #39, word by word. */

/** Scripts that people write their names in today (UAX #31, tables 5 and 7). */
const SCRIPTS = [
  'Latin',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
  'Adlam',
  'Balinese',
  'Bamum',
  'Batak',
  'Cham',
  'Chakma',
  'Canadian_Aboriginal',
  'Cherokee',
  'Coptic',
  'Hanifi_Rohingya',
  'Javanese',
  'Kayah_Li',
  'Lepcha',
  'Limbu',
  'Lisu',
  'Mandaic',
  'Meetei_Mayek',
  'Miao',
  'Mongolian',
  'New_Tai_Lue',
  'Newa',
  'Nko',
  'Ol_Chiki',
  'Osage',
  'Saurashtra',
  'Sundanese',
  'Syloti_Nagri',
  'Syriac',
  'Tai_Le',
  'Tai_Tham',
  'Tai_Viet',
  'Tifinagh',
  'Vai',
  'Wancho',
  'Yi',
  'Nyiakeng_Puachue_Hmong',
];

/** Japanese, Chinese and Korean, each with Latin letters. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => String.raw`\p{scx=${script}}`).join('');

const GROUPS = [...TOGETHER, ...SCRIPTS.map((script) => [script])];

const ONE_GROUP = [
  ...GROUPS.map((scripts) => `[${classOf(scripts)}${classOf(['Common', 'Inherited'])}]`),
  // Any other script: not to be mixed with one of these.
  `[^${classOf(GROUPS.flat())}]`,
].map((allowed) => new RegExp(`^${allowed}*$`, 'u'));

/** Whether a word of this name mixes scripts as no language does. Words may have scripts of their own: "Анна Smith". */
export function mixesScripts(name: string): boolean {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => !ONE_GROUP.some((group) => group.test(word)));
}
