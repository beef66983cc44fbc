/** Reads what a PDF of this server says: the texts that are written with embedded fonts, page by page. */
import { inflateSync } from 'node:zlib';

/** @returns for each page its texts in the order of writing; what is drawn by outlines is not among them */
export function pdfTexts(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf);
  const lettersOf = fontsOf(objects);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))?.stream ?? '';
    const texts: string[] = [];
    let letters: readonly string[] = [];
    for (const [, font, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = lettersOf.get(font) ?? [];
      else texts.push(lettersIn(shown, letters));
    }
    return texts;
  });
}

interface PdfObject {
  head: string;
  /** Unpacked; empty without one. */
  stream: string;
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const [, number, content = ''] of text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [head = '', stream] = content.split(/\nstream\r?\n/);
    objects.set(Number(number), { head, stream: stream === undefined ? '' : unpacked(head, stream) });
  }
  return objects;
}

function unpacked(head: string, stream: string): string {
  const bytes = Buffer.from(stream, 'latin1');
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** By the name of the font in pages: the letters of its glyphs. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>();
  for (const { head } of objects.values()) {
    for (const [, name = '', number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(number))?.head ?? '';
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))?.stream ?? '';
      fonts.set(name, lettersOfMap(map));
    }
  }
  return fonts;
}

/** Ranges as "<0000> <00ff> [<0000> <0041> …]", each letter in UTF-16. */
function lettersOfMap(map: string): string[] {
  const letters: string[] = [];
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters[Number.parseInt(first, 16) + index] = String.fromCharCode(
        ...units.map((unit) => Number.parseInt(unit, 16)),
      );
    }
  }
  return letters;
}

function lettersIn(shown: string, letters: readonly string[]): string {
  const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '\ufffd').join('');
}
