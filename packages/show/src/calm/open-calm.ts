/**
 * The calm version of every style: for reduced motion, and wherever the style's world is not there (not yet downloaded, a
 * failed download, no WebGL). Everything it needs is in the same file as `openShow`.
 */
import { makeCanvas } from '../renderer.ts';
import type { ShowRenderer, ShowOptions } from '../renderer.ts';
import { AT } from '../timing.ts';
import { winnersLayer } from '../winners/layer.ts';
import { calmPainter } from './painter.ts';
import { calmPalette } from './palette.ts';
import { simulateCalm } from './simulate.ts';

export interface CalmRenderer extends ShowRenderer {
  /** Fades out over the renderer below it: the texts at once, the rest slowly; disposed of then. */
  fadeOut(ms: number): void;
}

/** @param font already loaded */
export function openCalm(options: ShowOptions, font: string): CalmRenderer {
  const { container, plan, theme, texts, hasGround = true, clock = () => 0 } = options;
  const canvas = makeCanvas();
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas.');
  container.append(canvas);
  const simulation = simulateCalm(plan);
  const palette = calmPalette(options.style, theme);
  const painter = calmPainter({
    context,
    style: options.style,
    plan,
    palette,
    simulation,
    font,
    you: texts.you,
    hasGround,
  });
  const layer = winnersLayer({ container, plan, style: options.style, theme, texts, font, calm: true });
  let lastFrameMs = 0;
  return {
    render(t, result = null, hold = 0) {
      const start = clock();
      const known = t >= AT.runup ? result : null;
      painter.paint({ t, ambient: t + hold, hold }, known);
      layer.show(t, known);
      lastFrameMs = clock() - start;
    },
    resize(width, height, dpr) {
      const size = { width: Math.max(width, 1), height: Math.max(height, 1) };
      painter.resize(size, Math.min(dpr, 2));
      layer.resize(size);
    },
    stats: () => ({ lastFrameMs, drawCalls: 0, quality: 0 }),
    state: (t, result = null) => simulation.state(t, result),
    fadeOut(ms) {
      layer.dispose();
      canvas.style.opacity = '0';
      canvas.animate({ opacity: [1, 0] }, ms).onfinish = () => canvas.remove();
    },
    dispose() {
      layer.dispose();
      canvas.remove();
    },
  };
}
