/** The show in WebGL 2: renderer, the style's world and the text layer, driven by the time it is given. */
import type { Size } from './engine/camera.ts';
import { makeQuality } from './engine/quality.ts';
import { drawWorld, fetchWorld, settleWorld } from './gl-stage.ts';
import type { GlStage } from './gl-stage.ts';
import type { Show, ShowOptions } from './show.ts';
import { AT } from './timing.ts';
import { winnersLayer } from './winners/layer.ts';

/** Without pauses, for those who have nothing else to do. */
export function rush(): Promise<void> {
  return Promise.resolve();
}

/**
 * Builds the world in short parts and resolves when its frames cost no more than frames do.
 *
 * @param stage becomes the show's own
 * @param font already loaded
 */
export async function openGlShow(options: ShowOptions, stage: GlStage, font: string): Promise<Show> {
  const { container, plan, theme, texts, clock = () => 0, breathe = rush } = options;
  const { renderer, canvas, hasGround } = stage;
  const quality = makeQuality(options.quality ?? 'auto');
  const { openWorld } = await fetchWorld(options.style);
  await breathe();
  const world = await openWorld({ plan, theme, font, you: texts.you, renderer, hasGround, breathe });
  await breathe();
  await settleWorld(stage, world, [Math.max(options.at?.() ?? 0, 0)], breathe);
  container.append(canvas);
  const layer = winnersLayer({ container, plan, style: options.style, theme, texts, font, calm: false });
  let size: Size = { width: 1, height: 1 };
  let device = 1;
  let foot = 0;
  let lastFrameMs = 0;
  let lastStart = 0;

  function fit(): void {
    renderer.setPixelRatio(quality.pixelRatio(device));
    renderer.setSize(size.width, size.height, false);
    layer.resize(size);
  }

  return {
    render(t, result = null, hold = 0) {
      const start = clock();
      const known = t >= AT.runup ? result : null;
      const { level } = quality;
      world.update({ t, ambient: t + hold, hold }, known, {
        ...size,
        foot,
        pixelRatio: quality.pixelRatio(device),
        level,
      });
      drawWorld(stage, world);
      layer.show(t, known);
      lastFrameMs = clock() - start;
      if (quality.watch(lastFrameMs, start - lastStart)) fit();
      lastStart = start;
    },
    resize(width, height, dpr, covered = 0) {
      size = { width: Math.max(width, 1), height: Math.max(height, 1) };
      device = dpr;
      foot = covered;
      fit();
    },
    stats: () => ({ lastFrameMs, drawCalls: renderer.info.render.calls, quality: quality.level }),
    state: (t, result = null) => world.simulation.state(t, result),
    dispose() {
      world.dispose();
      layer.dispose();
      stage.dispose();
    },
  };
}
