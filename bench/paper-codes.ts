/** What the tickets of bench/paper.ts are compared with: the same number of QR codes on pages of PDFKit, and nothing else. */
import { randomBytes } from 'node:crypto';
import Pdf from 'pdfkit';
import { encodeQR } from 'qr';
import { monotonicMs } from './measure.ts';

const [count = 0, times = 0] = process.argv.slice(2).map(Number);
const ON_PAGE = 10;
const [SIDE, GAP] = [71, 20];

/** @returns the size of the document */
async function codes(): Promise<number> {
  const doc = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false });
  for (let index = 0; index < count; index += 1) {
    if (index % ON_PAGE === 0) doc.addPage();
    const [x, y] = [GAP + (index % 2) * 200, GAP + Math.floor((index % ON_PAGE) / 2) * (SIDE + GAP)];
    // As long as a ticket's address.
    const rows = encodeQR(`http://127.0.0.1:3000/ticket/${randomBytes(18).toString('base64url')}`, 'raw', {
      ecc: 'medium',
      border: 1,
    });
    const module = SIDE / rows.length;
    for (const [row, dark] of rows.entries()) {
      for (const [column, isDark] of dark.entries()) {
        if (isDark) doc.rect(x + column * module, y + row * module, module, module);
      }
    }
    doc.fill('#000000');
  }
  doc.end();
  let bytes = 0;
  for await (const piece of doc) bytes += (piece as Uint8Array).length;
  return bytes;
}

const made: { ms: number; bytes: number }[] = [];
for (let time = 0; time < times; time += 1) {
  const begun = monotonicMs();
  const bytes = await codes();
  made.push({ ms: monotonicMs() - begun, bytes });
}
process.send?.({ made, mostMb: (process.resourceUsage().maxRSS * 1024) / 1e6 });
