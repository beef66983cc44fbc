/** The drum on the page: paints the show's present instant on every frame, coarser before it gets slower. */
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import { useEffect, useMemo, useRef } from 'react';
import { m } from '../messages/generated/messages.js';
import { drumUnit, paintDrum } from './drum-painter.ts';
import { createDrumScene } from './drum-scene.ts';
import { makeSprites, readPalette, type Sprites } from './drum-sprites.ts';
import { createFrameQuality } from './frame-quality.ts';

export interface DrumCanvasProps {
  freezeHash: string;
  entries: number;
  own: number | null;
  clock: DrawClock;
  now: () => number;
  /** Entry numbers of the winners on the rail, once they are announced. */
  announced: readonly number[];
  className?: string;
}

/** What a frame may spend on frames to come. */
const AHEAD_MS = 1;
const AHEAD_FRAMES = 4;

export function DrumCanvas({ freezeHash, entries, own, clock, now, announced, className }: DrumCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useMemo(() => createDrumScene({ freezeHash, entries, own }), [freezeHash, entries, own]);
  // Read by each frame: another clock or result needs no new picture.
  const latest = useRef({ clock, now, announced });
  useEffect(() => {
    latest.current = { clock, now, announced };
  });
  useEffect(() => {
    const target = canvas.current;
    const ctx = target?.getContext('2d') ?? null;
    if (target === null || ctx === null) return;
    const calmWish = matchMedia('(prefers-reduced-motion: reduce)');
    const quality = createFrameQuality();
    let sprites: Sprites | null = null;
    let lastStart = performance.now();
    let frame = 0;

    const fit = (): void => {
      const ratio = quality.ratio(devicePixelRatio);
      target.width = Math.max(1, Math.round(target.clientWidth * ratio));
      target.height = Math.max(1, Math.round(target.clientHeight * ratio));
      sprites = null;
    };
    const paint = (): void => {
      const started = performance.now();
      const { width, height } = target;
      const palette = sprites === null ? readPalette(target) : null;
      if (palette?.glass === '') {
        // The page's styles are still on their way.
        frame = requestAnimationFrame(paint);
        return;
      }
      if (palette !== null) sprites = makeSprites(drumUnit(width, height), palette, m.draw_you());
      if (sprites === null) return;
      const shown = latest.current;
      const picture = {
        scene,
        seconds: showTime(shown.clock, shown.now()),
        own,
        announced: shown.announced,
        calm: calmWish.matches,
      };
      paintDrum(ctx, width, height, picture, sprites);
      const painted = performance.now();
      if (quality.watch(painted - started, started - lastStart)) fit();
      lastStart = started;
      while (scene.computeAhead(AHEAD_FRAMES) && performance.now() - painted < AHEAD_MS);
      frame = requestAnimationFrame(paint);
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(target);
    const repaint = (): void => {
      sprites = null;
    };
    const themes = new MutationObserver(repaint);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    // Numbers painted before their face was there are painted again.
    document.fonts.addEventListener('loadingdone', repaint);
    fit();
    paint();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      themes.disconnect();
      document.fonts.removeEventListener('loadingdone', repaint);
    };
  }, [scene, own]);
  return <canvas ref={canvas} aria-hidden className={className} />;
}
