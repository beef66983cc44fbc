/**
 * Draws the results document (R76) on A4: for each draw its facts beside a QR code to its proof, the winners by prize, and who was
 * passed over. Tables repeat their headings on each page, every page says which of how many it is, and nothing is cut off: long
 * texts go on in further lines. The same report gives the same bytes.
 */
import Pdf from 'pdfkit';
import type { PenFaces } from '../../../platform/pdf/pen.ts';
import { createFlow, type Flow, PAGE } from './page-flow.ts';
import type { ReportDraw, ReportPrize, ResultsReport } from './report.ts';
import type { Fact } from './report-facts.ts';
import { drawTable } from './tables.ts';
import { wholeLines } from './whole-lines.ts';

const INK = '#000000';
const SOFT = '#4d4d4d';

const WORDS = {
  results: 'Results',
  asOf: 'As of',
  intro:
    'This document is the installation’s own account of the draw. The proof behind it can be checked on any device: scan the code or open the address, and choose “Verify”.',
  check: 'Check it at',
  noWinner: 'Nobody won this prize.',
  passedOver: 'Passed over since the draw',
  erased: 'Name erased',
  /** In letters that no font here has. */
  notDrawable: 'Name on the results page',
};

const LABEL_WIDTH = 104;
const QR_SIDE = 82;
const QR_GAP = 16;
/** A hash fits one line. */
const TEXT = { size: 8.6, leading: 12 };

export async function drawReport(report: ResultsReport, faces: PenFaces): Promise<Buffer> {
  const doc = new Pdf({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: report.title,
      Subject: WORDS.results,
      Creator: 'Glassdrum',
      Producer: 'Glassdrum',
      CreationDate: new Date(report.asOf),
    },
  });
  const pieces: Uint8Array[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Uint8Array) => pieces.push(piece));
    doc.on('end', () => resolve(Buffer.concat(pieces)));
    doc.on('error', reject);
  });
  const flow = createFlow(doc, faces);
  drawTitle(flow, report);
  for (const draw of report.draws) drawOneDraw(flow, draw);
  flow.finish(faces.text.drawable(report.title) ?? new URL(report.publicUrl).host);
  doc.end();
  return whole;
}

function drawTitle(flow: Flow, { title, publicUrl, asOf }: ResultsReport): void {
  const host = new URL(publicUrl).host;
  const asOfText = new Date(asOf).toISOString().slice(0, 19).replace('T', ' ');
  flow.paragraph('text', `${WORDS.results} · ${host} · ${WORDS.asOf} ${asOfText} UTC`, {
    size: 9,
    leading: 14,
    color: SOFT,
  });
  const { display } = flow.faces;
  flow.paragraph('display', display.drawable(title) ?? host, { size: 22, leading: 27 });
  flow.space(4);
  flow.paragraph('text', WORDS.intro, { ...TEXT, color: SOFT });
  flow.space(6);
}

function drawOneDraw(flow: Flow, draw: ReportDraw): void {
  flow.keep(200);
  if (draw.heading !== null) {
    flow.space(10);
    flow.paragraph('display', titleText(flow, draw.heading), { size: 15, leading: 20 });
  }
  flow.space(6);
  drawFacts(flow, [...draw.facts, { label: WORDS.check, value: draw.link }], draw.link);
  for (const prize of draw.prizes) drawPrize(flow, prize);
  drawPassedOver(flow, draw);
}

/** Labels, values and, on the right, the code. */
function drawFacts(flow: Flow, facts: readonly Fact[], link: string): void {
  const { pen, faces } = flow;
  const right = PAGE.width - PAGE.margin;
  const codeEnds = flow.y + QR_SIDE;
  pen.qr(link, { x: right - QR_SIDE, y: flow.y, side: QR_SIDE });
  const width = right - PAGE.margin - LABEL_WIDTH - QR_SIDE - QR_GAP;
  for (const { label, value } of facts) {
    const { size, leading } = TEXT;
    const labels = wholeLines(faces.text, label, { width: LABEL_WIDTH - 8, size });
    const shown = faces.text.drawable(value) ?? WORDS.notDrawable;
    const values = wholeLines(faces.text, shown, { width, size });
    flow.keep(Math.max(labels.length, values.length) * leading + 3);
    for (const [index, line] of labels.entries()) {
      pen.write('text', line, { x: PAGE.margin, y: flow.y + 9 + index * leading, size, color: SOFT });
    }
    for (const [index, line] of values.entries()) {
      pen.write('text', line, {
        x: PAGE.margin + LABEL_WIDTH,
        y: flow.y + 9 + index * leading,
        size,
        color: INK,
      });
    }
    flow.space(Math.max(labels.length, values.length) * leading + 3);
  }
  if (flow.y < codeEnds) flow.space(codeEnds - flow.y);
}

function drawPrize(flow: Flow, prize: ReportPrize): void {
  const { rows } = prize;
  const hasMoved = rows.some(({ since }) => since !== '');
  const heading = titleText(flow, prize);
  flow.space(14);
  if (rows.length === 0) {
    flow.keep(40);
    flow.paragraph('display', heading, { size: 12, leading: 16 });
    flow.paragraph('text', WORDS.noWinner, { ...TEXT, color: SOFT });
    return;
  }
  drawTable(flow, {
    heading,
    columns: [
      { label: 'Place', width: 40 },
      { label: 'Entry', width: 56 },
      { label: 'Winner', width: null },
      ...(hasMoved ? [{ label: 'Since the draw', width: 190 }] : []),
    ],
    rows: rows.map(({ place, entry, name, since }) => [
      place,
      entry,
      nameText(flow, name),
      ...(hasMoved ? [nameText(flow, since)] : []),
    ]),
  });
}

function drawPassedOver(flow: Flow, { passedOver }: ReportDraw): void {
  if (passedOver.length === 0) return;
  flow.space(18);
  drawTable(flow, {
    heading: WORDS.passedOver,
    columns: [
      { label: 'Prize', width: 110 },
      { label: 'Passed over', width: null },
      { label: 'Reason', width: 92 },
      { label: 'Time', width: 58 },
      { label: 'Moved up', width: 112 },
    ],
    rows: passedOver.map(({ place, entry, name, reason, at, now }) => [
      nameText(flow, place),
      `${nameText(flow, name)} (${entry})`,
      nameText(flow, reason),
      at,
      nameText(flow, now),
    ]),
  });
}

/** As far as the fonts here have its letters: half a name would be another name. */
function nameText({ faces }: Flow, name: string | null): string {
  if (name === null) return WORDS.erased;
  return name === '' ? '' : (faces.text.drawable(name) ?? WORDS.notDrawable);
}

function titleText({ faces }: Flow, { title, plainTitle }: { title: string; plainTitle: string }): string {
  return faces.display.drawable(title) ?? plainTitle;
}
