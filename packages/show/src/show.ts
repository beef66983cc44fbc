/**
 * Opens a show in an element and plays it: a pure function of plan, result and the time it is given (R34, R35).
 *
 * 1. The calm renderer, which needs no download of its own and no WebGL, is on stage as soon as its font is loaded.
 * 2. Unless the viewer prefers reduced motion, the style's world is downloaded, built and faded in over it.
 * 3. Where that fails (no WebGL 2, no network, a server error, a bug), the calm renderer plays the show to its end.
 */
import { openCalm } from './calm/open-calm.ts';
import type { ShowRenderer, ShowOptions, WarmStage } from './renderer.ts';

export interface Show extends ShowRenderer {
  /** Resolves with the renderer that stays: the world once it is on stage, calm where there will be none. Never rejects. */
  settled: Promise<'calm' | 'world'>;
}

export const DEFAULT_FONT = "'Bricolage Grotesque', ui-sans-serif, system-ui, sans-serif";
const FADE_MS = 400;

/** Opens a show with the calm renderer, and with the style's world as soon as it is there: see above. */
export async function openShow(options: ShowOptions): Promise<Show> {
  const { font = DEFAULT_FONT } = options;
  await loadFont(font);
  const calm = openCalm(options, font);
  let renderer: ShowRenderer = calm;
  let size: Parameters<ShowRenderer['resize']> | null = null;
  let isDisposed = false;

  async function openWorld(): Promise<'calm' | 'world'> {
    const world = options.calm
      ? null
      : await (await import('./gl-renderer.ts')).openGlRenderer(options, font);
    if (world === null) return 'calm';
    if (isDisposed) {
      world.dispose();
      return 'calm';
    }
    renderer = world;
    if (size !== null) world.resize(...size);
    calm.fadeOut(FADE_MS);
    return 'world';
  }

  return {
    settled: openWorld().catch(() => 'calm'),
    render: (t, result, hold) => renderer.render(t, result, hold),
    resize(...next) {
      size = next;
      renderer.resize(...next);
    },
    stats: () => renderer.stats(),
    state: (t, result) => renderer.state(t, result),
    dispose() {
      isDisposed = true;
      renderer.dispose();
      calm.dispose();
    },
  };
}

/**
 * Gets ready what a show will need, before the draw: fetches it, compiles it and lets the graphics card draw it once, so
 * that nothing of that happens while the countdown runs.
 *
 * @param options as the show will be opened
 * @returns null where nothing has to be stored: calm, or without WebGL 2
 */
export async function warmShow(
  options: Pick<ShowOptions, 'style' | 'theme' | 'calm' | 'font' | 'hasGround' | 'yieldToMain'>,
): Promise<WarmStage | null> {
  const { style, theme, calm, font = DEFAULT_FONT, hasGround = true } = options;
  await loadFont(font);
  if (calm) return null;
  const { warmGlStage } = await import('./gl-renderer.ts');
  return warmGlStage(style, theme, hasGround, font, options.yieldToMain);
}

/** Labels are painted once, so the face must be there before; without it they use the next family. */
export async function loadFont(font: string): Promise<void> {
  try {
    await document.fonts.load(`760 40px ${font}`, '0123456789 Aé');
  } catch {
    // A face that does not load is no reason not to draw.
  }
}
