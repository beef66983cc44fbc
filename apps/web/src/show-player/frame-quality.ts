/**
 * Less resolution before fewer frames: watches what frames cost and steps down, never up while the same show runs, so
 * that nothing flickers between two sizes.
 */

/** Picture pixels per CSS pixel at most, from best to coarsest. */
const RATIOS = [2, 1.5, 1, 0.75] as const;
/** Frames that are looked at together. */
const WINDOW = 24;
/** Work of a frame that leaves the browser time to show it at 60 a second. */
const DEAR_MS = 6;
/** Between two frames; at 60 a second it is 16.7. */
const LATE_MS = 24;
/** Share of dear or late frames in a window from which on the picture gets coarser. */
const TOO_MANY = 1 / 3;
/** A longer gap is a hidden tab or a jump, not a slow frame. */
const GAP_MS = 300;

export interface FrameQuality {
  /** @param device devicePixelRatio */
  ratio(device: number): number;
  /**
   * Tells of a frame.
   *
   * @param workMs what painting it took @param sinceLastMs since the frame before began
   * @returns true when the picture is to be made anew, coarser
   */
  watch(workMs: number, sinceLastMs: number): boolean;
}

export function createFrameQuality(): FrameQuality {
  let level = 0;
  let seen = 0;
  let bad = 0;
  return {
    ratio: (device) => Math.min(device, RATIOS[level] ?? 1),
    watch(workMs, sinceLastMs) {
      if (level === RATIOS.length - 1 || sinceLastMs > GAP_MS) return false;
      seen += 1;
      if (workMs > DEAR_MS || sinceLastMs > LATE_MS) bad += 1;
      if (seen < WINDOW) return false;
      const isTooSlow = bad > seen * TOO_MANY;
      seen = 0;
      bad = 0;
      if (isTooSlow) level += 1;
      return isTooSlow;
    },
  };
}
