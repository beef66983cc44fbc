/** One line of text in a box, for labels that are painted into canvases. */

/** Writes it as large as it fits and at most `most` pixels high; at `least` pixels it is cut instead. */
export function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  box: { x: number; y: number; width: number; most: number; least?: number },
  font: (pixels: number) => string,
): void {
  const { x, y, width, most, least = 0 } = box;
  context.font = font(most);
  const wide = context.measureText(text).width;
  const pixels = Math.max(wide > width ? (most * width) / wide : most, least);
  context.font = font(pixels);
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width * 1.01) {
    shown = `${shown.slice(0, shown.endsWith('…') ? -2 : -1).trimEnd()}…`;
  }
  context.fillText(shown, x, y);
}
