/** A small XLSX workbook as spreadsheets write them, for dropping on the console. */
import { strToU8, zipSync } from 'fflate';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const column = (index: number): string => String.fromCodePoint(65 + index);

/** One sheet; up to 26 columns of text. */
export function workbook(rows: readonly (readonly string[])[]): Buffer {
  const strings = new Map<string, number>();
  const cell = (text: string, reference: string): string => {
    const index = strings.get(text) ?? strings.size;
    strings.set(text, index);
    return `<c r="${reference}" t="s"><v>${index}</v></c>`;
  };
  const sheet = rows
    .map((row, y) => {
      const cells = row.map((text, x) => (text === '' ? '' : cell(text, `${column(x)}${y + 1}`)));
      return `<row r="${y + 1}">${cells.join('')}</row>`;
    })
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${[...strings.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}
