/**
 * The results document for auditors (R76) with 1,000 winners, in Latin and in Chinese letters: how long it takes to draw. Compared in the
 * same run with a document of PDFKit that has the same lines of text in one of its own fonts, and neither rules nor measured columns.
 */
import Pdf from 'pdfkit';
import { drawReport } from '../apps/server/src/features/sharing/results-pdf/draw-report.ts';
import type { ResultsReport } from '../apps/server/src/features/sharing/results-pdf/report.ts';
import { displayFace, textFace } from '../apps/server/src/platform/fonts/typeface.ts';
import { monotonicMs, percentile, report } from './measure.ts';

const WINNERS = 1000;
const TIMES = 5;
const NAMES = {
  Latin: (index: number) => `Maximiliane Obermeier ${index}`,
  Chinese: (index: number) => `王小明${index}`,
};
const LINES_ON_PAGE = 40;

function reportOf(nameOf: (index: number) => string): ResultsReport {
  const rows = Array.from({ length: WINNERS }, (_, index) => ({
    place: String(index + 1),
    entry: `#${index + 1}`,
    name: nameOf(index + 1),
    since: '',
  }));
  return {
    title: 'Summer raffle of the harbour choir',
    publicUrl: 'https://raffle.example',
    asOf: 1_764_183_300_000,
    draws: [
      {
        heading: null,
        facts: [{ label: 'Frozen list (SHA-256)', value: '0'.repeat(64) }],
        prizes: [{ title: 'Bottle of wine', plainTitle: 'Prize 1', rows }],
        passedOver: [],
        link: 'https://raffle.example/results/AbCdEfGhIjKlMnOpQrStUv',
      },
    ],
  };
}

/** The same words, as PDFKit writes them in the quickest way. */
async function plainLines({ draws }: ResultsReport): Promise<number> {
  const doc = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false });
  const rows = draws.flatMap(({ prizes }) => prizes.flatMap((prize) => prize.rows));
  for (const [index, { place, entry, name }] of rows.entries()) {
    const line = index % LINES_ON_PAGE;
    if (line === 0) doc.addPage().font('Helvetica').fontSize(9.5);
    for (const [column, text] of [place, entry, name ?? ''].entries()) {
      doc.text(text, 50 + column * 60, 50 + line * 18, { lineBreak: false });
    }
  }
  doc.end();
  let bytes = 0;
  for await (const piece of doc) bytes += (piece as Uint8Array).length;
  return bytes;
}

async function median(work: () => Promise<number>): Promise<{ ms: number; bytes: number }> {
  const made: number[] = [];
  let bytes = await work();
  for (let time = 0; time < TIMES; time += 1) {
    const begun = monotonicMs();
    bytes = await work();
    made.push(monotonicMs() - begun);
  }
  return { ms: percentile(made, 0.5), bytes };
}

const faces = { display: displayFace(), text: textFace() };
const plain = await median(() => plainLines(reportOf(NAMES.Latin)));
report('1,000 lines of PDFKit', plain.ms, 'ms', `Helvetica, the same words; median of ${TIMES}`);
for (const [script, nameOf] of Object.entries(NAMES)) {
  const content = reportOf(nameOf);
  const made = await median(async () => (await drawReport(content, faces)).length);
  report(`1,000 winners, ${script} names`, made.ms, 'ms', `fonts open already; median of ${TIMES}`);
  report(`size of the file, ${script} names`, made.bytes / 1e6, 'MB');
  report(`${script} names to plain lines`, made.ms / plain.ms, '×', 'lower is better');
}
