/** Knows which number each body's label shows, and paints only those that the result has changed. */
import type { Entrant, ShowPlan, ShowResult } from '../plan.ts';
import { AT } from '../timing.ts';
import type { LabelAtlas } from './label-atlas.ts';
import type { StageEntrant } from './stage-sample.ts';

export interface LabelKeeper {
  update(t: number, result: ShowResult | null): void;
  /** True when a body's label can be read at all; a body may have given its number away. */
  written(body: number): boolean;
}

interface KeeperOptions {
  plan: ShowPlan;
  entrants: readonly StageEntrant[];
  labels: LabelAtlas;
  bearer(body: number, t: number, result: ShowResult | null): Entrant | null;
  /** Paints one label; null: a body without a name. */
  paint(
    context: CanvasRenderingContext2D,
    size: { width: number; height: number },
    bearer: Entrant | null,
    own: boolean,
  ): void;
}

export function keepLabels({ plan, entrants, labels, bearer, paint }: KeeperOptions): LabelKeeper {
  const borne = entrants.map(({ number }) => number);
  let seen: { result: ShowResult | null; moment: number } = { result: null, moment: 0 };

  return {
    written: (body) => (borne[body] ?? 0) > 0,
    update(t, result) {
      // Bodies get other numbers only at the reveal; four looks a second are enough.
      const moment = result === null || t < AT.reveal ? 0 : Math.floor(t * 4);
      const known = moment === 0 ? null : result;
      if (seen.result === known && seen.moment === moment) return;
      seen = { result: known, moment };
      for (const body of entrants.keys()) {
        const now = bearer(body, t, known);
        const number = now?.number ?? 0;
        if (borne[body] === number) continue;
        borne[body] = number;
        labels.repaint(body, (context, _index, width, height) => {
          paint(context, { width, height }, now, number > 0 && number === plan.ownNumber);
        });
      }
    },
  };
}
