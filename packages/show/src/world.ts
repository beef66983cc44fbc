/** What a style's chunk gives to the show: a pure simulation, and a world that draws it. */
import type { Camera, Scene, WebGLRenderer } from 'three';
import type { Size } from './engine/camera.ts';
import type { QualityLevel } from './engine/quality.ts';
import type { ShowPlan, ShowResult, Simulation } from './plan.ts';
import type { Moment } from './timing.ts';

export interface WorldOptions {
  plan: ShowPlan;
  theme: 'light' | 'dark';
  /** CSS font families for numbers and names. */
  font: string;
  /** Short word that marks the viewer's own entry. */
  you: string;
  renderer: WebGLRenderer;
}

export interface View extends Size {
  pixelRatio: number;
  level: QualityLevel;
}

export interface World {
  simulation: Simulation;
  scene: Scene;
  camera: Camera;
  /** Puts everything where it is at that moment; draws nothing. */
  update(moment: Moment, result: ShowResult | null, view: View): void;
  dispose(): void;
}
