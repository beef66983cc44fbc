/** What a style's chunk gives to the show, a pure simulation and a world that draws it, and what all worlds share. */
import type { Camera, Scene, WebGLRenderer } from 'three';
import { mixRects } from './engine/camera.ts';
import type { Rect, Size } from './engine/camera.ts';
import { heartbeat, mix, sinTurns, smooth, smoother } from './engine/curves.ts';
import type { QualityLevel } from './engine/quality.ts';
import type { ShowPlan, ShowResult, Simulation } from './plan.ts';
import { AT } from './timing.ts';
import type { Moment } from './timing.ts';
import { revealLayout } from './winners/layout.ts';

/** Lets the page answer, paint and play sound before the next part of the work. */
export type YieldToMain = () => Promise<void>;

export interface WorldOptions {
  plan: ShowPlan;
  theme: 'light' | 'dark';
  /** CSS font families for numbers and names. */
  font: string;
  /** Short word that marks the viewer's own entry. */
  you: string;
  renderer: WebGLRenderer;
  /** False: no sky, wall or curtain behind it, because it lies over other content. */
  hasGround: boolean;
  yieldToMain: YieldToMain;
}

export interface View extends Size {
  /** Pixels at the foot that the page covers while the draw runs. */
  foot: number;
  pixelRatio: number;
  level: QualityLevel;
}

export interface World {
  /** How a world without a ground says what is transparent: where nothing is, or where it is dark. */
  groundless: 'empty' | 'dark';
  simulation: Simulation;
  scene: Scene;
  camera: Camera;
  /** Puts everything where it is at that moment; draws nothing. */
  update(moment: Moment, result: ShowResult | null, view: View): void;
  /** Works ahead to `t` what `update` would need at once, in short parts: who comes late waits for no long task. */
  reach?(t: number): Promise<void>;
  dispose(): void;
}

/**
 * Where a world stands: in the part of the screen that the page leaves free, as what is happening stands at its foot while
 * the draw runs; and beside the winners' cards at the end.
 *
 * @param places how many come out of the machine
 * @param margin share of width and height that stays empty at each side
 * @returns `aside`: 0..1 of the way beside the cards
 */
export function stageRect(t: number, view: View, places: number, margin = 0): { rect: Rect; aside: number } {
  const { width, height, foot } = view;
  const covered =
    foot * smoother(t, AT.warmup - 0.6, AT.warmup + 0.6) * (1 - smoother(t, AT.reveal - 0.6, AT.reveal));
  const free = {
    x: width * margin,
    y: height * margin,
    width: width * (1 - 2 * margin),
    height: (height - covered) * (1 - 2 * margin),
  };
  const aside = smoother(t, AT.reveal - 0.9, AT.reveal + 0.5);
  return { rect: mixRects(free, revealLayout(view, places).stage, aside), aside };
}

/** The light over time, in every world: full until the slow-down, one heartbeat in the pause, back for the winners. */
export interface Mood {
  /** 0..1 of the world's own light. */
  studio: number;
  /** 0..1 of the lamp on those in the running. */
  spot: number;
  /** 0..1 of the one heartbeat in the pause. */
  beat: number;
  /** 0..1, slowly up and down, while the beacon is late. */
  waiting: number;
}

export function moodAt({ t, ambient, hold }: Moment): Mood {
  const dim = smooth(t, AT.slowdown + 0.8, AT.pause + 0.5) * (1 - smooth(t, AT.runup + 0.4, AT.runup + 2.6));
  // While the beacon is late the light swells, once in five seconds.
  const swell = hold > 0 ? 0.5 + 0.5 * sinTurns(ambient / 5) : 0;
  const waiting = smooth(hold, 0, 1.5) * swell;
  const beat = heartbeat(t, AT.pause + 0.55);
  return {
    studio: mix(1, 0.36, dim) + 0.2 * beat + 0.12 * waiting,
    spot: dim * (0.75 + 0.45 * beat + 0.12 * waiting),
    beat,
    waiting,
  };
}
