/** What a style's chunk gives to the show: a pure simulation, and a world that draws it. */
import type { Camera, Scene, WebGLRenderer } from 'three';
import type { Size } from './engine/camera.ts';
import type { QualityLevel } from './engine/quality.ts';
import type { ShowPlan, ShowResult, Simulation } from './plan.ts';
import type { Moment } from './timing.ts';

/** Lets the page answer, paint and play sound before the next part of the work. */
export type Breathe = () => Promise<void>;

export interface WorldOptions {
  plan: ShowPlan;
  theme: 'light' | 'dark';
  /** CSS font families for numbers and names. */
  font: string;
  /** Short word that marks the viewer's own entry. */
  you: string;
  renderer: WebGLRenderer;
  /** False: no sky, wall or curtain behind it, because it lies over another picture. */
  hasGround: boolean;
  breathe: Breathe;
}

export interface View extends Size {
  /** Pixels at the foot that the page covers while the draw runs. */
  foot: number;
  pixelRatio: number;
  level: QualityLevel;
}

export interface World {
  /** How a picture without a ground says what is transparent: where nothing is, or where it is dark. */
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
