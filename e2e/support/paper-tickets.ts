/** Reads printed tickets as a phone does: the QR codes of the PDF, from the black fields that the printer gets. */
import { inflateSync } from 'node:zlib';
import { codesIn } from './read-code.ts';

/** Pixels for each point of the page: a module of a code is about 2 points wide. */
const SCALE = 3;

interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** The addresses on the tickets of a PDF, in their order on the pages. */
export async function ticketLinks(pdf: Buffer): Promise<string[]> {
  const links: string[] = [];
  for (const page of pagesOf(pdf)) {
    const codes = await codesIn(page as ImageData);
    const placed = codes.map(({ text, position }) => ({ text, ...position.topLeft }));
    placed.sort((a, b) => Math.round((a.y - b.y) / 60) || a.x - b.x);
    links.push(...placed.map(({ text }) => text));
  }
  return links;
}

/** What each page fills with black rectangles. */
function pagesOf(pdf: Buffer): Picture[] {
  const text = pdf.toString('latin1');
  const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return [...text.matchAll(/\/Filter \/FlateDecode[^>]*>>\s*stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const start = index + head.length;
    const end = pdf.indexOf('endstream', start);
    const content = inflated(pdf.subarray(start, end));
    return content === null || !/ re\n/.test(content)
      ? []
      : [picture(content, Number(width) * SCALE, Number(height) * SCALE)];
  });
}

/** Null for a stream that is not a page's text, such as a font. */
function inflated(stream: Buffer): string | null {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return null;
  }
}

/** The page's first line turns its top left corner into the origin, so that y grows downwards. */
function picture(content: string, wide: number, high: number): Picture {
  const [width, height] = [Math.ceil(wide), Math.ceil(high)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [, ...box] of content.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)) {
    const [x = 0, y = 0, w = 0, h = 0] = box.map((part) => Number(part) * SCALE);
    // The cards' own edges are far larger than a row of a code.
    if (w > 80 * SCALE || h > 10 * SCALE) continue;
    for (let row = Math.round(y); row < Math.round(y + h); row += 1) {
      const from = (row * width + Math.round(x)) * 4;
      for (let at = from; at < from + Math.round(w) * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return { width, height, data };
}
