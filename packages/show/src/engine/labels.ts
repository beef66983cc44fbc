/**
 * Numbers and names as one texture, so that a thousand labels cost one draw call. Painted once; when the result changes
 * which number a body bears, only that label is painted again.
 */
import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace } from 'three';
import type { StageEntrant } from '../on-stage.ts';
import type { Entrant, ShowPlan, ShowResult } from '../plan.ts';
import { AT } from '../timing.ts';
import type { Uniforms } from './materials.ts';

/** One label: its size in texture pixels, and how it is painted in red, green and blue as the style's shader reads them, with centred text. */
export interface LabelLook {
  width: number;
  height: number;
  /** @param own the word that marks the viewer's own entry; null on all others */
  paint(
    context: CanvasRenderingContext2D,
    size: { width: number; height: number },
    bearer: Entrant,
    font: string,
    own: string | null,
  ): void;
}

export interface Labels {
  /** uLabels and uCells, as `LABEL` in shader-parts reads them. */
  uniforms: Uniforms;
  /** Paints what the result has changed; uploaded with the next frame. */
  update(t: number, result: ShowResult | null): void;
  /** True when a body's label can be read at all; a body may have given its number away. */
  written(body: number): boolean;
  dispose(): void;
}

interface LabelOptions {
  plan: ShowPlan;
  font: string;
  you: string;
}

/** The labels of a simulation's bodies; those without `bearer` keep their own entrant's. */
export function makeLabels(
  { plan, font, you }: LabelOptions,
  simulation: {
    entrants: readonly StageEntrant[];
    bearer?(body: number, t: number, result: ShowResult | null): Entrant | null;
  },
  { width, height, paint }: LabelLook,
): Labels {
  const { entrants } = simulation;
  const count = entrants.length;
  const columns = Math.max(1, Math.ceil(Math.sqrt((count * height) / width)));
  const rows = Math.max(1, Math.ceil(count / columns));
  const canvas = document.createElement('canvas');
  canvas.width = columns * width;
  canvas.height = rows * height;
  const context = canvas.getContext('2d');
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  texture.colorSpace = NoColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 4;
  const borne = entrants.map(({ number }) => number);
  let seen: { result: ShowResult | null; moment: number } = { result: null, moment: 0 };

  function put(body: number, bearer: Entrant | null): void {
    if (context === null) return;
    context.save();
    context.translate((body % columns) * width, Math.floor(body / columns) * height);
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    // Opaque black: colours that are stored with their transparency would lose their soft edges.
    context.fillStyle = '#000000';
    context.fillRect(0, 0, width, height);
    if (bearer !== null)
      paint(context, { width, height }, bearer, font, bearer.number === plan.ownNumber ? you : null);
    context.restore();
  }

  for (const [body, entrant] of entrants.entries()) put(body, entrant);
  return {
    uniforms: { uLabels: { value: texture }, uCells: { value: [columns, rows] } },
    written: (body) => (borne[body] ?? 0) > 0,
    update(t, result) {
      // Bodies get other numbers only at the reveal; four times a second are enough.
      const moment = result === null || t < AT.reveal ? 0 : Math.floor(t * 4);
      const known = moment === 0 ? null : result;
      if (seen.result === known && seen.moment === moment) return;
      seen = { result: known, moment };
      for (const [body, entrant] of entrants.entries()) {
        const bearer = simulation.bearer === undefined ? entrant : simulation.bearer(body, t, known);
        const number = bearer?.number ?? 0;
        if (borne[body] === number) continue;
        borne[body] = number;
        put(body, bearer);
        texture.needsUpdate = true;
      }
    },
    dispose: () => texture.dispose(),
  };
}
