/** The drum on the page: paints the show's present instant on every frame, in at most double resolution. */
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import { useEffect, useMemo, useRef } from 'react';
import { m } from '../messages/generated/messages.js';
import { type DrumPicture, paintDrum, readPalette } from './drum-painter.ts';
import { createDrumScene } from './drum-scene.ts';

interface DrumCanvasProps {
  freezeHash: string;
  entries: number;
  own: number | null;
  clock: DrawClock;
  now: () => number;
  /** Entry numbers of the winners on the rail, once they are announced. */
  announced: readonly number[];
  className?: string;
}

const MOST_PIXELS_PER_PIXEL = 2;
/** Above this on average the picture gets coarser, so that it stays smooth. */
const SLOW_PAINT_MS = 8;
const FRAMES_AHEAD = 24;

export function DrumCanvas({ freezeHash, entries, own, clock, now, announced, className }: DrumCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useMemo(() => createDrumScene({ freezeHash, entries, own }), [freezeHash, entries, own]);
  const { t0, beaconAt } = clock;
  useEffect(() => {
    const target = canvas.current;
    const ctx = target?.getContext('2d') ?? null;
    if (target === null || ctx === null) return;
    const calmWish = matchMedia('(prefers-reduced-motion: reduce)');
    let palette = readPalette(target);
    let width = 0;
    let height = 0;
    let ratio = Math.min(MOST_PIXELS_PER_PIXEL, devicePixelRatio);
    let paintMs = 0;
    let frame = 0;

    const fit = (): void => {
      width = target.clientWidth;
      height = target.clientHeight;
      target.width = Math.round(width * ratio);
      target.height = Math.round(height * ratio);
    };
    const paint = (): void => {
      const started = performance.now();
      const picture: DrumPicture = {
        scene,
        seconds: showTime({ t0, beaconAt }, now()),
        own,
        ownLabel: m.draw_you(),
        announced,
        calm: calmWish.matches,
      };
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintDrum(ctx, width, height, picture, palette);
      paintMs = paintMs * 0.95 + (performance.now() - started) * 0.05;
      if (paintMs > SLOW_PAINT_MS && ratio > 1) {
        ratio = 1;
        paintMs = 0;
        fit();
      }
      scene.computeAhead(FRAMES_AHEAD);
      frame = requestAnimationFrame(paint);
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(target);
    const themes = new MutationObserver(() => {
      palette = readPalette(target);
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    fit();
    paint();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      themes.disconnect();
    };
  }, [scene, own, t0, beaconAt, now, announced]);
  return <canvas ref={canvas} aria-hidden className={className} />;
}
