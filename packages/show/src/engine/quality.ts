/** Less resolution before fewer frames: watches how long frames take and steps down, never up in the same show. */

export type QualityLevel = 0 | 1 | 2 | 3;

const PIXEL_RATIOS = [2, 1.5, 1.1, 0.8] as const;
/** Frames that must be slow within a window before a step down. */
const WINDOW = 45;
const SLOW_SHARE = 0.4;

export interface Quality {
  readonly level: QualityLevel;
  /** The device's own ratio, limited by the level. */
  pixelRatio(device: number): number;
  /**
   * Reports a frame: milliseconds of work and since the frame before.
   *
   * @returns true when the level has changed
   */
  watch(work: number, sinceLast: number): boolean;
}

/** @param wanted a fixed level, or 'auto' to begin at the best one and adapt */
export function makeQuality(wanted: 'auto' | QualityLevel): Quality {
  let level: QualityLevel = wanted === 'auto' ? 0 : wanted;
  let seen = 0;
  let slow = 0;
  return {
    get level() {
      return level;
    },
    pixelRatio: (device) => Math.min(device, PIXEL_RATIOS[level]),
    watch(work, sinceLast) {
      // A gap is a hidden tab or a jump in the replay, not a slow frame.
      if (wanted !== 'auto' || level === 3 || sinceLast > 400) return false;
      seen += 1;
      if (work > 10 || sinceLast > 21) slow += 1;
      if (seen < WINDOW) return false;
      const tooSlow = slow > seen * SLOW_SHARE;
      seen = 0;
      slow = 0;
      if (tooSlow) level = (level + 1) as QualityLevel;
      return tooSlow;
    },
  };
}
