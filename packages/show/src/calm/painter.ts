/** Paints the calm version into a plain canvas: slow fades, no flash, no shake, no camera. */
import type { Size } from '../engine/camera.ts';
import { cosTurns, heartbeat, mix, sinTurns, smooth } from '../engine/curves.ts';
import { fitText } from '../engine/fit-text.ts';
import type { ShowPlan, ShowResult, ShowStyle } from '../plan.ts';
import { AT } from '../timing.ts';
import type { Moment } from '../timing.ts';
import { revealLayout } from '../winners/layout.ts';
import { arrange } from './arrangement.ts';
import type { Arrangement } from './arrangement.ts';
import type { CalmPalette } from './palette.ts';
import type { CalmSimulation } from './simulate.ts';

export interface CalmPainter {
  paint(moment: Moment, result: ShowResult | null): void;
  /** @param pixelRatio texture pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
}

interface PainterOptions {
  context: CanvasRenderingContext2D;
  style: ShowStyle;
  plan: ShowPlan;
  palette: CalmPalette;
  simulation: CalmSimulation;
  font: string;
  you: string;
  /** False: transparent, for a show that lies over other content. */
  hasGround: boolean;
}

export function calmPainter(options: PainterOptions): CalmPainter {
  const { context, style, plan, palette, simulation, font, you, hasGround } = options;
  const { entrants, places } = simulation;
  let size: Size = { width: 1, height: 1 };
  let ratio = 1;
  let plot: Arrangement = arrange(style, entrants.length, plan.seedHex, 1);
  const bold = (pixels: number): string => `720 ${pixels}px ${font}`;

  function ground(dim: number): void {
    const { width, height } = size;
    context.globalAlpha = 1;
    if (!hasGround) {
      context.clearRect(0, 0, width, height);
      return;
    }
    const light = context.createRadialGradient(
      width / 2,
      height * 0.45,
      0,
      width / 2,
      height * 0.45,
      Math.max(width, height) * 0.7,
    );
    light.addColorStop(0, palette.middle);
    light.addColorStop(1, palette.ground);
    context.fillStyle = light;
    context.fillRect(0, 0, width, height);
    context.globalAlpha = dim;
    context.fillStyle = palette.dusk;
    context.fillRect(0, 0, width, height);
  }

  function outline(x: number, y: number, r: number): void {
    context.beginPath();
    switch (plot.shape) {
      case 'tile':
        context.roundRect(x - r, y - r * 0.8, 2 * r, r * 1.6, r * 0.12);
        break;
      case 'sign':
        context.roundRect(x - r, y - r * 0.6, 2 * r, r * 1.2, r * 0.2);
        break;
      case 'rosette':
      case 'round':
      case 'point':
        context.arc(x, y, r, 0, 2 * Math.PI);
        break;
    }
  }

  function chip(
    x: number,
    y: number,
    r: number,
    look: { there: number; ink: number; number: number; own: boolean },
  ): void {
    const { there, ink, number, own } = look;
    if (there <= 0.01) return;
    context.globalAlpha = there;
    context.fillStyle = palette.chip;
    context.strokeStyle = own && ink > 0.5 ? palette.own : palette.edge;
    context.lineWidth = Math.max(1, r * (own ? 0.1 : 0.05));
    outline(x, y, r);
    context.fill();
    context.stroke();
    if (plot.shape === 'rosette') rays(x, y, r);
    if (number === 0 || ink <= 0.01) return;
    context.globalAlpha = there * ink;
    context.fillStyle = own ? palette.own : palette.text;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    fitText(
      context,
      String(number),
      { x, y: own ? y - r * 0.1 : y + r * 0.04, width: r * 1.5, most: r * 0.86 },
      bold,
    );
    if (own) fitText(context, you, { x, y: y + r * 0.44, width: r * 1.1, most: r * 0.34 }, bold);
  }

  function rays(x: number, y: number, r: number): void {
    context.beginPath();
    for (let ray = 0; ray < 16; ray += 1) {
      const angle = ray / 16;
      const [cos, sin] = [cosTurns(angle), sinTurns(angle)];
      context.moveTo(x + cos * r * 1.12, y + sin * r * 1.12);
      context.lineTo(x + cos * r * 1.3, y + sin * r * 1.3);
    }
    context.stroke();
  }

  return {
    paint({ t, ambient, hold }, result) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const { width, height } = size;
      const dark =
        smooth(t, AT.slowdown + 1, AT.pause + 0.6) * (1 - smooth(t, AT.runup + 1, AT.reveal + 0.4));
      // One soft swell; while the beacon is late it comes again, once in six seconds.
      const again = hold > 0 ? heartbeat((hold % 6) / 2.2, 0.5) : 0;
      ground(dark * mix(0.42, 0.26, 0.6 * heartbeat(t, AT.pause + 0.55) + 0.5 * again));
      const running = smooth(t, AT.warmup, AT.main) * (1 - smooth(t, AT.slowdown, AT.pause));
      const aside = smooth(t, AT.reveal - 0.8, AT.reveal);
      const field = Math.min(width, height) / 2;
      const halfX = width * 0.48;
      const halfY = height * 0.46;
      const layout = revealLayout(size, places);
      if (plot.shape === 'round') drum(field, aside);
      for (const index of entrants.keys()) {
        const place = plot.chips[index];
        if (place === undefined) continue;
        const number = simulation.bearer(index, t, result)?.number ?? 0;
        const own = number !== 0 && number === plan.ownNumber;
        const look = { there: simulation.there(index, t), ink: simulation.ink(index, t), number, own };
        const r = plot.radius * field;
        // A slow wave over all of them while the draw runs: one breath takes five seconds.
        const wave = 0.5 + 0.5 * sinTurns(ambient / 5 + place.x * 0.35 + place.y * 0.2);
        const shown = look.there * (1 - 0.34 * wave * running);
        chip(width / 2 + place.x * halfX, height / 2 + place.y * halfY, r, {
          ...look,
          there: shown * (1 - aside),
        });
      }
      for (let kept = 0; kept < places; kept += 1) {
        const hero = layout.heroes[kept];
        const index = simulation.kept(kept);
        if (hero === undefined || aside === 0) continue;
        const number = simulation.bearer(index, t, result)?.number ?? 0;
        chip(hero.x, hero.y, hero.pixels * 0.44, {
          there: aside,
          ink: simulation.ink(index, t),
          number,
          own: number !== 0 && number === plan.ownNumber,
        });
      }
    },
    resize(next, pixelRatio) {
      size = next;
      ratio = pixelRatio;
      context.canvas.width = Math.round(next.width * pixelRatio);
      context.canvas.height = Math.round(next.height * pixelRatio);
      plot = arrange(style, entrants.length, plan.seedHex, (next.width * 0.48) / (next.height * 0.46));
    },
  };

  function drum(field: number, aside: number): void {
    context.globalAlpha = 1 - aside;
    context.strokeStyle = palette.edge;
    context.lineWidth = field * 0.022;
    context.beginPath();
    context.arc(size.width / 2, size.height / 2, field * 0.93, 0, 2 * Math.PI);
    context.stroke();
  }
}
