/** Every bound on what people may send, in one place: forms, schemas and rules all read it (R20, R23, R25, R53, H2, H4, H7). */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Lengths count characters, sizes count bytes, retention counts days. */
export const LIMITS = {
  title: { min: 1, max: 200 },
  description: { max: 1000 },
  winners: { min: 1, max: 100, default: 3 },
  /** R20: the most tickets that one participant may hold. */
  maxTickets: { min: 1, max: 1000, default: 1 },
  /** R23; the upper bound also holds for raffles without a capacity of their own. */
  maxEntries: { min: 1, max: 1_000_000 },
  passphrase: { max: 100 },
  hostName: { min: 1, max: 100 },
  password: { min: 8, max: 100 },
  email: { max: 254 },
  /** R25: Unicode code points, so at most 400 bytes of UTF-8 (draw protocol §1). */
  displayName: { min: 1, max: 100 },
  notes: { max: 500 },
  inviteesPerCall: { max: 10_000 },
  chatMessage: { min: 1, max: 500 },
  retentionDays: { min: 1, max: 30, default: 30 },
  /** The file as chosen; as a data URL it grows by a third and still fits `imageBodyBytes`. */
  raffleImageBytes: { max: 20 * MIB },
  chatImageBytes: { max: 10 * MIB },
  imagePixels: { max: 40_000_000 },
  bodyBytes: { max: 64 * KIB },
  inviteeListBodyBytes: { max: 5 * MIB },
  imageBodyBytes: { max: 28 * MIB },
  socketFrameBytes: { max: 16 * KIB },
} as const;
