/** What a show is opened with, and the interface of its two renderers: the calm one and a style's world. */
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
  /** False: transparent where the world has only its sky or its walls, for a show that lies over other content. */
  hasGround?: boolean;
  /** From `warmShow`; becomes the show's own, or is disposed of where it does not fit. */
  warm?: WarmStage | null;
  /** Called between the parts of the work of opening; resolves when the page has done what it has to. Default: at once. */
  yieldToMain?: () => Promise<void>;
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

/** One way to show the plan: the calm renderer or a style's world. */
export interface ShowRenderer {
  /**
   * Draws the frame of an instant.
   *
   * @param t seconds of show; stands at 25 while the beacon is late
   * @param result null until it is known; nothing of it is shown before 28
   * @param hold seconds for which the show has been held at 25 so far; keeps the waiting scene in motion
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

/** A stage that waits for its draw; goes into one show, or is disposed of. */
export interface WarmStage {
  style: ShowStyle;
  hasGround: boolean;
  isLost(): boolean;
  dispose(): void;
}

/** A canvas that fills the show's container; screen readers hear the page instead. */
export function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    display: 'block',
  });
  canvas.ariaHidden = 'true';
  return canvas;
}
