/** The show in WebGL 2: renderer, the style's world and the text layer, driven by the time it is given. */
import { Color, WebGLRenderer } from 'three';
import type { Size } from './engine/camera.ts';
import { makeQuality } from './engine/quality.ts';
import type { ShowStyle } from './plan.ts';
import type { Show, ShowOptions } from './show.ts';
import { AT } from './timing.ts';
import { winnersLayer } from './winners/layer.ts';
import type { World, WorldOptions } from './world.ts';

interface WorldCode {
  openWorld(options: WorldOptions): World | Promise<World>;
}

/** Only the chosen style's code is fetched; asked for beforehand, it is there when the draw starts. */
export function fetchWorld(style: ShowStyle): Promise<WorldCode> {
  switch (style) {
    case 'classic':
      return import('./styles/classic/world.ts');
    case 'casino':
      return import('./styles/casino/world.ts');
    case 'cosmic':
      return import('./styles/cosmic/world.ts');
    case 'neon':
      return import('./styles/neon/world.ts');
    case 'fireworks':
      return import('./styles/fireworks/world.ts');
  }
}

/**
 * @param canvas carries the context
 * @param font already loaded
 */
export async function openGlShow(
  options: ShowOptions,
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
  font: string,
): Promise<Show> {
  const { container, plan, theme, texts, clock = () => 0 } = options;
  const quality = makeQuality(options.quality ?? 'auto');
  const renderer = new WebGLRenderer({ canvas, context, antialias: true });
  renderer.setClearColor(new Color(0), 1);
  renderer.info.autoReset = false;
  const { openWorld } = await fetchWorld(options.style);
  const world = await openWorld({ plan, theme, font, you: texts.you, renderer });
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
  });
  canvas.ariaHidden = 'true';
  container.append(canvas);
  const layer = winnersLayer({ container, plan, style: options.style, theme, texts, font, calm: false });
  let size: Size = { width: 1, height: 1 };
  let device = 1;
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
        pixelRatio: quality.pixelRatio(device),
        level,
      });
      renderer.info.reset();
      renderer.render(world.scene, world.camera);
      layer.show(t, known);
      lastFrameMs = clock() - start;
      if (quality.watch(lastFrameMs, start - lastStart)) fit();
      lastStart = start;
    },
    resize(width, height, dpr) {
      size = { width: Math.max(width, 1), height: Math.max(height, 1) };
      device = dpr;
      fit();
    },
    stats: () => ({ lastFrameMs, drawCalls: renderer.info.render.calls, quality: quality.level }),
    state: (t, result = null) => world.simulation.state(t, result),
    dispose() {
      world.dispose();
      layer.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      canvas.remove();
    },
  };
}
