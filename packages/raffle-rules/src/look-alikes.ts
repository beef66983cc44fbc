/**
 * R9: does a name look like another one?
 *
 * 1. Both are taken apart (NFKD, accents dropped, lower case, "rn" read as "m" and "vv" as "w"), so that full-width,
 *    mathematical and circled letters become plain ones.
 * 2. Each letter or digit has the readings of `READINGS` besides itself; two characters look alike when they share one.
 * 3. Spaces, punctuation and symbols may be overlooked; those that stand for a letter ("$", "@") may also be read as it.
 * 4. The names look alike when, overlooking nothing else, one can be read as the other from end to end.
 *
 * The table holds what a reader takes for a Latin letter at a glance (Cyrillic, Greek, Armenian, Cherokee, Lisu, small
 * capitals, digits and signs); it is meant for a raffle's door, not as the whole of Unicode TR 39.
 */

/** Latin letter → characters that can be read as it. Case does not matter. */
const READINGS: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ4@ꓮᎪ',
  b: 'вьβʙ8ꓐᏴ',
  c: 'сϲᴄⅽꓚᏟ(',
  d: 'ԁᴅꓓᎠ',
  e: 'еεɛᴇ3€эꓰᎬҽ',
  f: 'ғϝꜰꓝ',
  g: 'ɡɢ9ցԍꓖᏀ',
  h: 'һнηʜհꓧᎻ#',
  i: 'іιɩı1!|lӏɪꓲᎥ',
  j: 'јϳᴊꓙᎫ',
  k: 'кκᴋꓗᏦ',
  l: '1!|iіιıӏʟłꓡᏞ',
  m: 'мμᴍꓟᎷ',
  n: 'пηνɴոꓠ',
  o: 'оοσ0øօᴏꓳഠө°',
  p: 'рρᴘꓑᏢ',
  q: 'ԛգ',
  r: 'гʀꓣᏒ',
  s: 'ѕςσ5$ꜱꓢᏚտ§',
  t: 'тτᴛ7+ꓔᎢ†',
  u: 'υμսᴜꓴ',
  v: 'νѵᴠꓦᏙ',
  w: 'ԝωшᴡꓪᎳ',
  x: 'хχ×ꓫ',
  y: 'уүγυʏ¥ꓬᎩ',
  z: 'ᴢ2ζꓜᏃ',
};

/** Letters in circles and squares that NFKD leaves whole, and the flag letters: each range runs from A to Z. */
const LETTER_RANGES = [0x1f150, 0x1f170, 0x1f1e6];

interface Sign {
  readings: ReadonlySet<string>;
  /** Neither letter nor digit: a reader may overlook it. */
  overlooked: boolean;
}

const readingsOf = new Map<string, Set<string>>();
for (const [letter, lookAlikes] of Object.entries(READINGS)) {
  for (const sign of Array.from(letter + lookAlikes.toLowerCase())) {
    const readings = readingsOf.get(sign) ?? new Set([sign]);
    readingsOf.set(sign, readings.add(letter));
  }
}

/** Whether `name` could be mistaken for `other`. A name of signs alone is only like itself. */
export function looksLike(name: string, other: string): boolean {
  const wanted = wantedSigns(other);
  if (wanted.length === 0) return plain(name) === plain(other);
  // `reached[p]`: what was read so far can be the first p signs of `wanted`.
  let reached = [true, ...wanted.map(() => false)];
  for (const sign of signsOf(name)) {
    if (!reached.includes(true)) return false;
    reached = reached.map((before, p) => {
      const target = wanted[p - 1];
      const reads = target !== undefined && reached[p - 1] === true && shareReading(sign, target);
      return reads || (before && sign.overlooked);
    });
  }
  return reached.at(-1) === true;
}

/** The product's own names and the host's are asked for at every join. */
const kept = new Map<string, readonly Sign[]>();
const KEPT = 100;

function wantedSigns(other: string): readonly Sign[] {
  const known = kept.get(other);
  if (known !== undefined) return known;
  const wanted = [...signsOf(other)].filter((sign) => !sign.overlooked);
  if (kept.size >= KEPT) kept.clear();
  kept.set(other, wanted);
  return wanted;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|\s/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** One by one: most names are told apart by their first sign. */
function* signsOf(text: string): Generator<Sign> {
  for (const char of plain(text)) {
    const sign = enclosedLetter(char) ?? char;
    yield { readings: readingsOf.get(sign) ?? new Set([sign]), overlooked: !/[\p{L}\p{N}]/u.test(sign) };
  }
}

function enclosedLetter(char: string): string | undefined {
  const code = char.codePointAt(0) ?? 0;
  const start = LETTER_RANGES.find((first) => code >= first && code < first + 26);
  return start === undefined ? undefined : String.fromCodePoint(0x61 + code - start);
}

function shareReading(a: Sign, b: Sign): boolean {
  return [...a.readings].some((reading) => b.readings.has(reading));
}
