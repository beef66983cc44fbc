/**
 * `node scripts/read-confusables.mjs` writes `packages/raffle-rules/src/confusables.ts`: which characters look alike,
 * as Unicode's UTS #39 lists them in confusables.txt. No kept package on the npm registry carries this list, but every
 * official build of Node.js does, as ICU's compiled table `confusables.cfu`. Run it again with a Node.js whose
 * `process.versions.unicode` is newer. The table's layout: ICU, i18n/uspoof_impl.h (SpoofDataHeader) and ucmndata.h.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';

const target = join(import.meta.dirname, '../packages/raffle-rules/src/confusables.ts');

/** ICU's header of a data item: size of the header, two magic bytes, …, and at byte 12 the format, here `Cfu `. */
const ITEM_MAGIC = Buffer.from([0xda, 0x27]);
const FORMAT = Buffer.from('Cfu ');
/** First word of the table itself. */
const TABLE_MAGIC = 0x3845fdef;

function findTable(bytes) {
  for (let at = bytes.indexOf(FORMAT); at >= 0; at = bytes.indexOf(FORMAT, at + 1)) {
    const item = at - 12;
    if (item < 0 || !bytes.subarray(item + 2, item + 4).equals(ITEM_MAGIC)) continue;
    const table = bytes.subarray(item + bytes.readUInt16LE(item));
    if (table.readUInt32LE(0) === TABLE_MAGIC && table[4] === 2) return table;
  }
  throw new Error('This Node.js has no table of confusable characters. Use an official build.');
}

/** Pairs [character, what it looks like], in order of code points. */
function* pairsOf(table) {
  const [keysAt, keyCount, valuesAt, , stringsAt] = [12, 16, 20, 24, 28].map((at) => table.readInt32LE(at));
  for (let index = 0; index < keyCount; index += 1) {
    const key = table.readUInt32LE(keysAt + 4 * index);
    const units = (key >>> 24) + 1;
    const value = valuesAt + 2 * index;
    const text = units === 1 ? value : stringsAt + 2 * table.readUInt16LE(value);
    yield [String.fromCodePoint(key & 0x1fffff), table.subarray(text, text + 2 * units).toString('utf16le')];
  }
}

/** Escaped where a reader or an editor could be misled: everything beyond printable ASCII, and what ends a string. */
function escaped(text) {
  return Array.from(text, (char) =>
    /[ -&(-[\]-~]/.test(char) ? char : `\\u{${char.codePointAt(0).toString(16)}}`,
  ).join('');
}

/** One line for each look: the look, a space, and every character that has it. */
const lookAlikes = new Map();
for (const [char, look] of pairsOf(findTable(readFileSync(process.execPath)))) {
  lookAlikes.set(look, (lookAlikes.get(look) ?? '') + char);
}
const lines = [...lookAlikes].map(([look, chars]) => `  ['${escaped(look)}', '${escaped(chars)}'],`);
const source = `/**
 * Characters that look alike, from Unicode ${process.versions.unicode} (UTS #39, confusables.txt, by way of ICU ${process.versions.icu}; © Unicode, Inc.,
 * Unicode License V3). Written by \`scripts/read-confusables.mjs\`; never edited by hand.
 */

/* oxlint-disable max-lines -- a table */

/** What it looks like → the characters that do. */
export const CONFUSABLES: readonly (readonly [look: string, characters: string])[] = [
${lines.join('\n')}
];
`;
const options = await prettier.resolveConfig(target);
writeFileSync(target, await prettier.format(source, { ...options, parser: 'typescript' }));
console.log(`${lines.length} looks written to ${target}.`);
