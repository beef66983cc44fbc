/** What a video of a draw is (R76): its sizes, its frames and their times. As long as the replay, frame by frame. Pure. */
import { SHOW_STARTS } from '@glassdrum/raffle-rules';
import { pagesMs, type TimedPage } from '../../live/winner-pages.ts';
import { slugOf } from '../../ui/slug.ts';

export const VIDEO_SIZES = {
  square: { width: 1080, height: 1080 },
  wide: { width: 1920, height: 1080 },
} as const;
export type VideoSize = keyof typeof VIDEO_SIZES;

export const FRAMES_PER_SECOND = 30;

/** Milliseconds: the show and the pages of winners after it. */
export function videoLength(pages: readonly TimedPage[]): number {
  return SHOW_STARTS.complete + pagesMs(pages);
}

export interface Frame {
  /** Milliseconds from the beginning, as its duration. */
  at: number;
  duration: number;
}

/** Together exactly as long as the video; the last one is shorter where that is no whole number of frames. */
export function framesOf(length: number): Frame[] {
  const count = Math.ceil((length * FRAMES_PER_SECOND) / 1000);
  const startOf = (index: number): number => Math.min(length, (index * 1000) / FRAMES_PER_SECOND);
  return Array.from({ length: count }, (_, index) => ({
    at: startOf(index),
    duration: startOf(index + 1) - startOf(index),
  }));
}

/** "summer-party-1920x1080.mp4". @param ending without a dot */
export function videoFileName(title: string, size: VideoSize, ending: string): string {
  const { width, height } = VIDEO_SIZES[size];
  return `${slugOf(title, 'draw')}-${width}x${height}.${ending}`;
}
