/** Every limit of the product in one place (R20, R23, R25). Lengths are characters, sizes are bytes. */

export const LIMITS = {
  title: { max: 200 },
  description: { max: 1000 },
  winners: { min: 1, max: 100, default: 3 },
  /** R20: the most tickets one participant may hold. */
  maxTickets: { min: 1, max: 1000, default: 1 },
  /** R23 */
  maxEntries: { min: 1, max: 1_000_000 },
  hostName: { min: 1, max: 100 },
  password: { min: 8, max: 100 },
  passphrase: { max: 100 },
  /** `maxBytes` is the draw protocol's own bound on a committed name (§1). */
  displayName: { min: 1, max: 100, maxBytes: 400 },
  inviteesPerCall: { max: 10_000 },
} as const;
