/** The worker thread that makes sheets of tickets: tickets in, the pieces of a PDF out, then null. */
import { parentPort, workerData } from 'node:worker_threads';
import { displayFace, textFace } from '../../../platform/fonts/typeface.ts';
import { drawSheets } from './draw-sheets.ts';
import type { SheetTask } from './ticket-sheets.ts';

const sheets = drawSheets(workerData as SheetTask, { display: displayFace(), text: textFace() });
for await (const piece of sheets) parentPort?.postMessage(piece);
parentPort?.postMessage(null);
