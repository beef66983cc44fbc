/** The worker thread that makes the results document: a report in, the PDF out. */
import { parentPort, workerData } from 'node:worker_threads';
import { displayFace, textFace } from '../../../platform/fonts/typeface.ts';
import { drawReport } from './draw-report.ts';
import type { ResultsReport } from './report.ts';

const faces = { display: displayFace(), text: textFace() };
parentPort?.postMessage(await drawReport(workerData as ResultsReport, faces));
