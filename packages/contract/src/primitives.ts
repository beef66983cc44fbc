/** The small value shapes that every call and message is made of. Times are epoch milliseconds, UTC (R50). */
import { EMAIL_PATTERN, LIMITS, namePublications } from '@glassdrum/raffle-rules';
import { z } from 'zod';

/** Ids and tokens: 128 random bits or more, base64url (I4). */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'This is not an id of this product.');
/** R78: how much of a name is published: all of it, first name and initial, or the number only. */
export const namePublication = z.enum(namePublications);
export const epochMs = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** A time that someone enters: until the year 9999, so that every format of dates can say it. */
export const enteredTime = epochMs.max(
  Date.UTC(9999, 11, 31),
  'Please choose a time before the end of the year 9999.',
);
/** An id that is a number: 64 bits in the database, and exact in JavaScript. */
export const numericId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const count = z.number().int().nonnegative();
/** R71: of those who can win in the next draw, how many are checked in, and how many there are. */
export const checkInCounts = z.object({ present: count, expected: count });
/** R73: how long a prize can be claimed, in seconds (whole minutes or whole days); null for a prize that never lapses. */
export const claimWindow = z.number().int().positive().nullable();
export const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

export const animationStyle = z.enum(['classic', 'casino', 'cosmic', 'neon', 'fireworks']);
export type AnimationStyle = z.infer<typeof animationStyle>;

export const raffleStatus = z.enum(['draft', 'open', 'closed', 'drawn']);

export const assurance = z.enum(['beacon', 'room', 'participants', 'operator']);

/** "Required" is the message for an empty field. */
export const emailAddress = z
  .string()
  .trim()
  .max(LIMITS.email.max, `An email address has at most ${LIMITS.email.max} characters.`)
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'Please enter a valid email address.' }));

/** Boolean, or the 0/1 that older clients send. */
export const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => Boolean(value));

/** H15: NUL is in nothing that anyone means to send, and PostgreSQL takes it in no text. Looks at keys and values. */
export function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || containsNul(inner));
}
