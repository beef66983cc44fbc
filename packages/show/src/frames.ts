/**
 * The show as single frames (R76): the same worlds, calm picture and winners' cards that pages show, painted into a canvas one instant
 * after another, as slowly or as fast as somebody asks for them.
 */
import { openCalm } from './calm/open-calm.ts';
import type { Size } from './engine/camera.ts';
import type { Picture } from './engine/canvas.ts';
import type { ShowResult } from './plan.ts';
import type { ShowOptions, ShowRenderer } from './renderer.ts';
import { DEFAULT_FONT, loadFont } from './show.ts';
import { winnersPainter } from './winners/frame-painter.ts';

export interface FrameOptions extends Pick<
  ShowOptions,
  'style' | 'plan' | 'theme' | 'calm' | 'texts' | 'font' | 'yieldToMain'
> {
  size: Size;
  /** Prizes' images, by the address that winners have. */
  images: ReadonlyMap<string, Picture>;
}

export interface ShowFrames {
  /**
   * Paints the frame of an instant, with the origin at its upper left corner.
   * @param t seconds of show @param result null until it is known
   */
  paint(context: CanvasRenderingContext2D, t: number, result: ShowResult | null): void;
  dispose(): void;
}

/** Without WebGL 2 the frames are the calm ones. @throws Error when the style's code could not be downloaded */
export async function openFrames(options: FrameOptions): Promise<ShowFrames> {
  const { font = DEFAULT_FONT, size } = options;
  await loadFont(font);
  // In no page: nothing is seen of it but what is painted.
  const container = document.createElement('div');
  const shown: ShowOptions = { ...options, container, quality: 0 };
  const world = options.calm ? null : await (await import('./gl-renderer.ts')).openGlRenderer(shown, font);
  const renderer: ShowRenderer = world ?? openCalm(shown, font);
  const canvas = container.querySelector('canvas');
  if (canvas === null) throw new Error('A renderer has a canvas.');
  renderer.resize(size.width, size.height, 1);
  const paintWinners = winnersPainter({ ...options, font, calm: world === null });
  return {
    paint(context, t, result) {
      renderer.render(t, result);
      // In the same turn, before the browser takes the picture of a frame away.
      context.drawImage(canvas, 0, 0, size.width, size.height);
      paintWinners(context, t, result);
    },
    dispose: () => renderer.dispose(),
  };
}

export { linesWithin, paintCovering, paintWhole } from './engine/canvas.ts';
export type { Picture } from './engine/canvas.ts';
export type { Rect, Size } from './engine/camera.ts';
