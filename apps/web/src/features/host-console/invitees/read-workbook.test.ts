/** Workbooks that are bombs (ASVS V5.2.3): refused before they fill the memory of the host's browser. */
import { readFileSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { WorkbookTooBig, readWorkbook } from './read-workbook.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const SHEET = 'xl/worksheets/sheet1.xml';
const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const BEGINNING = `<worksheet ${NAMESPACE}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ada</t></is></c></row>`;
const END = '</sheetData></worksheet>';

/** Everything of a workbook but its sheet. */
const AROUND = {
  'xl/workbook.xml': strToU8(
    `<workbook ${NAMESPACE} xmlns:r="${RELATIONS}"><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ),
};
const workbookOf = (sheet: string): Uint8Array => zipSync({ ...AROUND, [SHEET]: strToU8(sheet) });

/** A ZIP file of one sheet that grows by so many MiB of blanks; `says` is the size in its headers. */
function bomb(mebibytes: number, says: number): Uint8Array {
  const piece = (text: string | Buffer): Buffer =>
    deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const blanks = piece(Buffer.alloc(MIB, ' '));
  const packed = Buffer.concat([
    piece(BEGINNING),
    ...Array.from({ length: mebibytes }, () => blanks),
    deflateRawSync(END),
  ]);
  // Stored as it is by the packer; the headers are then told that it was packed.
  const bytes = zipSync({ [SHEET]: packed, ...AROUND }, { level: 0 });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const central = view.getUint32(bytes.length - 6, true);
  view.setUint16(8, 8, true);
  view.setUint32(22, says, true);
  view.setUint16(central + 10, 8, true);
  view.setUint32(central + 24, says, true);
  return bytes;
}

/** Neither of this project's bounds is 300 MiB; each bomb is more, or becomes it. */
const MOST_GROWTH = 300 * MIB;

/**
 * The most memory of this process that was resident so far, in bytes. What the system calls `maxRSS` begins on Linux with what
 * the parent had when it started this process.
 */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

/** The most memory that this process ever had grows by no more than this. */
async function expectBounded(call: () => Promise<unknown>): Promise<void> {
  const before = peakMemory();
  await call();
  expect(peakMemory() - before).toBeLessThan(MOST_GROWTH);
}

test('ASVS V5.2.3 a workbook within the bounds is read', async () => {
  expect(await readWorkbook(workbookOf(BEGINNING + END))).toEqual([['Ada']]);
  // What the bombs below are made of is no bomb while it is small and honest.
  const size = BEGINNING.length + 3 * MIB + END.length;
  expect(await readWorkbook(bomb(3, size))).toEqual([['Ada']]);
});

test('ASVS V5.2.3 a sheet that unpacks to 2 GB is refused before it is unpacked', async () => {
  const bytes = bomb(2048, 2 * GIB + BEGINNING.length + END.length);
  expect(bytes.length).toBeLessThan(4 * MIB);
  await expectBounded(() => expect(readWorkbook(bytes)).rejects.toThrow(WorkbookTooBig));
});

test('ASVS V5.2.3 a sheet that grows to more than the archive says is not unpacked further', async () => {
  const bytes = bomb(256, 600);
  await expectBounded(() => expect(readWorkbook(bytes)).rejects.toThrow(/out of bounds/u));
});

test('ASVS V5.2.3 an archive of very many files is refused', async () => {
  const nothing = new Uint8Array();
  // 65,535 is the most that the plain format counts.
  const files = Array.from({ length: 65_000 }, (_, n) => [`xl/worksheets/sheet${n}.xml`, nothing] as const);
  const bytes = zipSync({ ...Object.fromEntries(files), ...AROUND }, { level: 0 });
  await expectBounded(() => expect(readWorkbook(bytes)).rejects.toThrow(WorkbookTooBig));
});

test('ASVS V5.2.3 an archive within an archive is not opened', async () => {
  const inner = bomb(256, 256 * MIB);
  await expectBounded(() =>
    expect(readWorkbook(zipSync({ 'inner.xlsx': inner }))).rejects.toThrow(/not found inside/u),
  );
  const asSheet = zipSync({ ...AROUND, [SHEET]: inner });
  await expectBounded(() => expect(readWorkbook(asSheet)).rejects.toBeInstanceOf(Error));
});
