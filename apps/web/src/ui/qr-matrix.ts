/** A QR code as what is drawn: dark modules on a white square, with the quiet zone that scanners need. */
import { encodeQR } from 'qr';

/** Modules of white around the code. */
const QUIET = 4;

export interface QrShape {
  /** Side in modules, quiet zone included. */
  size: number;
  /** Dark modules in a row: where they begin, and how many. */
  runs: readonly (readonly [x: number, y: number, length: number])[];
}

export function qrShape(text: string): QrShape {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const runs: [number, number, number][] = [];
  for (const [y, row] of rows.entries()) {
    let from = -1;
    for (let x = 0; x <= row.length; x += 1) {
      const dark = row[x] === true;
      if (dark && from < 0) from = x;
      else if (!dark && from >= 0) {
        runs.push([from, y, x - from]);
        from = -1;
      }
    }
  }
  return { size: rows.length, runs };
}

/** The dark modules as one SVG path. */
export function qrPath({ runs }: QrShape): string {
  return runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h${-length}z`).join('');
}

/** A file of its own, for printing at any size. */
export function qrSvg(shape: QrShape): string {
  const { size } = shape;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(shape)}"/></svg>`;
}

const PNG_PIXELS = 1200;

/** At least 1200 pixels wide, every module a whole number of them. */
export function qrPng({ size, runs }: QrShape): Promise<Blob | null> {
  const scale = Math.ceil(PNG_PIXELS / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return Promise.resolve(null);
  ctx.fillStyle = '#fff';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.scale(scale, scale);
  ctx.fillStyle = '#000';
  for (const [x, y, length] of runs) ctx.fillRect(x, y, length, 1);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
