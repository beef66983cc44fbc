/** The calm version of every style: for reduced motion, and where there is no WebGL. */
import type { Show, ShowOptions } from '../show.ts';
import { AT } from '../timing.ts';
import { winnersLayer } from '../winners/layer.ts';
import { calmPainter } from './painter.ts';
import { calmPalette } from './palette.ts';
import { simulateCalm } from './simulate.ts';

/** @param font already loaded */
export function openCalm(options: ShowOptions, font: string): Show {
  const { container, plan, theme, texts, hasGround = true, clock = () => 0 } = options;
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
  });
  canvas.ariaHidden = 'true';
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
    dispose() {
      layer.dispose();
      canvas.remove();
    },
  };
}
