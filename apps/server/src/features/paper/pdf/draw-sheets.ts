/**
 * Draws tickets on sheets (R67). A ticket has a stub for the seller with room for a name and a phone number, and a part for the
 * buyer: raffle, number, prizes, short code, and a QR code that opens the ticket. Everything is black on white, for any printer.
 */
import { shownTicketCode } from '@glassdrum/raffle-rules';
import Pdf from 'pdfkit';
import { createPen, type Pen, type PenFaces, readyPieces } from '../../../platform/pdf/pen.ts';
import { ticketUrl } from '../ticket-links.ts';
import { type PrizeLine, prizeLines } from './prize-lines.ts';
import { type Box, mm, sheetLayout, TICKETS_ON_SHEET } from './sheet-layout.ts';
import type { SheetTask } from './ticket-sheets.ts';

const INK = '#000000';
const SOFT = '#4d4d4d';
const LINE = '#b3b3b3';

const PADDING = mm(4);
const STUB = mm(30);
const QR = mm(25);
/** Scanners need four modules of white around the code: of the smallest code that any ticket has, this many. */
const QUIET = mm(3.5);

const WORDS = {
  number: 'Ticket',
  name: 'Name',
  phone: 'Phone',
  prizes: 'Prizes',
  scan: 'Scan the code to see this ticket and to follow the draw.',
};
/** As many as fit above the last line of a ticket on the smaller paper. */
const PRIZE_LINES = 4;

/** Pieces of the file, as they are made. */
export async function* drawSheets(task: SheetTask, faces: PenFaces): AsyncGenerator<Uint8Array> {
  const { width, height, tickets: boxes, cutMarks, cutLines } = sheetLayout(task.paper);
  const doc = new Pdf({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'Paper tickets', Creator: 'Glassdrum', Producer: 'Glassdrum' },
  });
  const pen = createPen(doc, faces);
  const shared = sharedTexts(task, faces, (boxes[0]?.width ?? 0) - STUB - 2 * PADDING);
  for (const [index, ticket] of task.tickets.entries()) {
    const place = index % TICKETS_ON_SHEET;
    if (place === 0) {
      doc.addPage();
      pen.lines(cutLines, { width: 0.25, color: LINE, dash: 2 });
      pen.lines(cutMarks, { width: 0.5, color: INK });
      // What has been drawn so far leaves; the rest of the file follows.
      yield* readyPieces(doc);
    }
    const box = boxes[place];
    if (box === undefined) continue;
    drawStub(pen, box, { ...ticket, ...shared });
    drawTicket(pen, box, { ...ticket, ...shared, url: ticketUrl(task.publicUrl, ticket.token) });
  }
  doc.end();
  for await (const piece of doc) yield piece as Uint8Array;
}

/** What all tickets say, cut to its place once. */
interface SharedTexts {
  title: { lines: string[]; size: number };
  /** For the stub. */
  shortTitle: string;
  prizes: PrizeLine[];
}

const TITLE_SIZE = 11;
const STUB_TITLE_SIZE = 7;
const PRIZE_SIZE = 7.5;
/** Where a long name goes on. */
const PRIZE_INDENT = mm(1.5);

/**
 * A title or prize in letters that no font here has is left out: half a name would be another name. The installation's address
 * then stands for the title.
 */
function sharedTexts(
  { title, prizes, publicUrl }: SheetTask,
  { display, text }: PenFaces,
  width: number,
): SharedTexts {
  const shownTitle = display.drawable(title) ?? display.drawable(new URL(publicUrl).host) ?? '';
  return {
    title: {
      size: TITLE_SIZE,
      lines: display.wrap(shownTitle, { width, size: TITLE_SIZE, lines: 2 }),
    },
    shortTitle: text.fit(text.drawable(shownTitle) ?? '', {
      width: STUB - 2 * PADDING,
      size: STUB_TITLE_SIZE,
      least: STUB_TITLE_SIZE,
    }).text,
    prizes: prizeLines(prizes, text, {
      width: width - QR - QUIET,
      size: PRIZE_SIZE,
      lines: PRIZE_LINES,
      indent: PRIZE_INDENT,
    }),
  };
}

type Drawn = SharedTexts & { number: number; code: string };

/** The seller's part, on the left of the perforation. */
function drawStub(pen: Pen, { x, y, height }: Box, { number, code, shortTitle }: Drawn): void {
  const left = x + PADDING;
  pen.write('text', shortTitle, { x: left, y: y + mm(6.5), size: STUB_TITLE_SIZE, color: SOFT });
  pen.number(number, { x: left, y: y + mm(15), size: 20, width: STUB - 2 * PADDING });
  pen.write('text', shownTicketCode(code), { x: left, y: y + mm(20.5), size: 9 });
  for (const [word, at] of [
    [WORDS.name, height - mm(14)],
    [WORDS.phone, height - mm(5.5)],
  ] as const) {
    pen.write('text', word, { x: left, y: y + at - mm(5), size: 6, color: SOFT });
    pen.lines([{ from: [left, y + at], to: [x + STUB - PADDING, y + at] }], { width: 0.4, color: SOFT });
  }
  const perforation = x + STUB;
  pen.lines([{ from: [perforation, y + mm(2)], to: [perforation, y + height - mm(2)] }], {
    width: 0.75,
    color: SOFT,
    dash: 3,
  });
}

/** The buyer's part. */
function drawTicket(pen: Pen, box: Box, ticket: Drawn & { url: string }): void {
  const { title, prizes, number, code, url } = ticket;
  const left = box.x + STUB + PADDING;
  const right = box.x + box.width - PADDING;
  const bottom = box.y + box.height;
  for (const [index, line] of title.lines.entries()) {
    pen.write('display', line, { x: left, y: box.y + mm(7) + index * mm(4.6), size: title.size });
  }
  const qrTop = box.y + mm(15);
  pen.qr(url, { x: right - QR, y: qrTop, side: QR });
  pen.write('text', shownTicketCode(code), {
    x: right - QR / 2,
    y: qrTop + QR + mm(4.5),
    size: 9.5,
    centred: true,
  });
  pen.write('text', WORDS.number, { x: left, y: qrTop + mm(1.8), size: 7, color: SOFT });
  pen.number(number, { x: left, y: qrTop + mm(11), size: 27, width: right - QR - QUIET - left });
  if (prizes.length > 0) {
    pen.write('text', WORDS.prizes, { x: left, y: qrTop + mm(16), size: 7, color: SOFT });
    for (const [index, { text, isContinued }] of prizes.entries()) {
      const x = left + (isContinued ? PRIZE_INDENT : 0);
      pen.write('text', text, { x, y: qrTop + mm(19.4) + index * mm(3.2), size: PRIZE_SIZE });
    }
  }
  pen.write('text', WORDS.scan, { x: left, y: bottom - mm(3.5), size: 6, color: SOFT });
}
