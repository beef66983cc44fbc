/** The worker thread that draws cards: a card in, its SVG out. Reading fonts and laying out long names takes a while. */
import { parentPort, workerData } from 'node:worker_threads';
import { cardSvg } from './card-svg.ts';
import type { Card } from './card-svg.ts';
import { displayFace, textFace } from '../../../platform/fonts/typeface.ts';

parentPort?.postMessage(cardSvg(workerData as Card, { display: displayFace(), text: textFace() }));
