/** Opens a show in an element and plays it: a pure function of plan, result and the time it is given (R34, R35). */
import type { QualityLevel } from './engine/quality.ts';
import type { SceneState, ShowPlan, ShowResult, ShowStyle } from './plan.ts';
import type { ShowTexts } from './winners/layer.ts';

export interface ShowOptions {
  /** Gets a canvas and a text layer that fill it; needs a position of its own (relative, absolute or fixed). */
  container: HTMLElement;
  style: ShowStyle;
  plan: ShowPlan;
  theme: 'light' | 'dark';
  /** Fades only: no flashes, no moves of a camera. For `prefers-reduced-motion`. */
  calm: boolean;
  texts: ShowTexts;
  quality?: 'auto' | QualityLevel;
  /** CSS font families for numbers and names; loaded before the first frame. */
  font?: string;
  /** Monotonic milliseconds, such as performance.now: lets the show measure itself and adapt its resolution. */
  clock?: () => number;
}

export interface ShowStats {
  /** Work of the last frame in milliseconds; 0 without a clock. */
  lastFrameMs: number;
  drawCalls: number;
  quality: QualityLevel;
}

export interface Show {
  /**
   * Draws the frame of an instant.
   *
   * @param t seconds of show; stands at 25 while the beacon is late
   * @param result null until it is known; nothing of it is shown before 28
   * @param hold seconds for which the show has been held at 25 so far; keeps the waiting picture alive
   */
  render(t: number, result?: ShowResult | null, hold?: number): void;
  /** @param width CSS pixels @param dpr devicePixelRatio */
  resize(width: number, height: number, dpr: number): void;
  stats(): ShowStats;
  /** What a test can compare; independent of the screen. */
  state(t: number, result?: ShowResult | null): SceneState;
  dispose(): void;
}

const DEFAULT_FONT = "'Bricolage Grotesque', ui-sans-serif, system-ui, sans-serif";

/**
 * Opens a show. Calm when asked for, and where the browser has no WebGL 2; each version and style is fetched by itself.
 */
export async function openShow(options: ShowOptions): Promise<Show> {
  const { font = DEFAULT_FONT } = options;
  await loadFont(font);
  const canvas = options.calm ? null : document.createElement('canvas');
  const context = canvas?.getContext('webgl2', {
    alpha: false,
    antialias: true,
    depth: true,
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (canvas === null || context === null || context === undefined) {
    const { openCalm } = await import('./calm/open-calm.ts');
    return openCalm(options, font);
  }
  const { openGlShow } = await import('./gl-show.ts');
  return openGlShow(options, canvas, context, font);
}

/**
 * Fetches what a show is made of before it is needed, so that nobody waits for it in the countdown.
 *
 * @param calm as it will be opened
 */
export async function fetchShow(style: ShowStyle, calm: boolean): Promise<void> {
  if (calm) {
    await import('./calm/open-calm.ts');
    return;
  }
  const { fetchWorld } = await import('./gl-show.ts');
  await fetchWorld(style);
}

/** Labels are painted once, so the face must be there before; without it they use the next family. */
async function loadFont(font: string): Promise<void> {
  try {
    await document.fonts.load(`760 40px ${font}`, '0123456789 Aé');
  } catch {
    // A face that does not load is no reason not to draw.
  }
}
