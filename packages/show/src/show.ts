/** Opens a show in an element and plays it: a pure function of plan, result and the time it is given (R34, R35). */
import type { QualityLevel } from './engine/quality.ts';
import type { GlStage } from './gl-stage.ts';
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
  /** False: transparent where the world has only its sky or its walls, for a picture that lies over another. */
  hasGround?: boolean;
  /** From `warmShow`; becomes the show's own, or is disposed of where it does not fit. */
  warm?: WarmStage | null;
  /** Called between the parts of the work of opening; resolves when the page has done what it has to. Default: at once. */
  breathe?: () => Promise<void>;
  /** Seconds of show by now, for those who come late. */
  at?: () => number;
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
  /**
   * @param width CSS pixels, as height and foot
   * @param dpr devicePixelRatio
   * @param foot how much of the height the page covers from below while the draw runs; default 0
   */
  resize(width: number, height: number, dpr: number, foot?: number): void;
  stats(): ShowStats;
  /** What a test can compare; independent of the screen. */
  state(t: number, result?: ShowResult | null): SceneState;
  dispose(): void;
}

const DEFAULT_FONT = "'Bricolage Grotesque', ui-sans-serif, system-ui, sans-serif";

/** A stage that waits for its draw; goes into one show, or is disposed of. */
export interface WarmStage {
  style: ShowStyle;
  hasGround: boolean;
  isLost(): boolean;
  dispose(): void;
}

/**
 * Opens a show, in parts that leave the page its time; its first frame costs what every frame costs. Calm when asked for,
 * and where the browser has no WebGL 2; each version and style is fetched by itself.
 */
export async function openShow(options: ShowOptions): Promise<Show> {
  const { font = DEFAULT_FONT, calm, style, hasGround = true } = options;
  await loadFont(font);
  if (!calm) {
    const { makeGlStage } = await import('./gl-stage.ts');
    const { openGlShow } = await import('./gl-show.ts');
    const stage = takeWarm(options) ?? makeGlStage(style, hasGround);
    if (stage !== null) return openGlShow(options, stage, font);
  }
  const { openCalm } = await import('./calm/open-calm.ts');
  return openCalm(options, font);
}

/**
 * Gets ready what a show will need, before the draw: fetches it, compiles it and lets the graphics card draw it once, so
 * that nothing of that happens while the countdown runs.
 *
 * @param options as the show will be opened
 * @returns null where nothing has to be kept: calm, or without WebGL 2
 */
export async function warmShow(
  options: Pick<ShowOptions, 'style' | 'theme' | 'calm' | 'font' | 'hasGround' | 'breathe'>,
): Promise<WarmStage | null> {
  const { style, theme, calm, font = DEFAULT_FONT, hasGround = true } = options;
  await loadFont(font);
  if (!calm) {
    const { rush } = await import('./gl-show.ts');
    const { warmGlStage } = await import('./gl-stage.ts');
    const stage = await warmGlStage(style, theme, hasGround, font, options.breathe ?? rush);
    if (stage !== null) return stage;
  }
  await import('./calm/open-calm.ts');
  return null;
}

function takeWarm({ warm, style, hasGround = true }: ShowOptions): GlStage | null {
  if (warm === null || warm === undefined) return null;
  if (warm.style === style && warm.hasGround === hasGround && !warm.isLost()) return warm as GlStage;
  warm.dispose();
  return null;
}

/** Labels are painted once, so the face must be there before; without it they use the next family. */
async function loadFont(font: string): Promise<void> {
  try {
    await document.fonts.load(`760 40px ${font}`, '0123456789 Aé');
  } catch {
    // A face that does not load is no reason not to draw.
  }
}
