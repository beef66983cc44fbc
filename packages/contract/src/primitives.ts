/** The small value shapes that every call and message is made of. Times are epoch milliseconds, UTC (R50). */
import { z } from 'zod';

/** Ids and tokens: 128 random bits or more, base64url (I4). */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'This is not an id of this product.');
export const epochMs = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
export const count = z.number().int().nonnegative();
export const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

export const animationStyle = z.enum(['classic', 'casino', 'cosmic', 'neon', 'fireworks']);
export type AnimationStyle = z.infer<typeof animationStyle>;

export const raffleStatus = z.enum(['draft', 'open', 'closed', 'drawn']);

export const assurance = z.enum(['beacon', 'room', 'participants', 'operator']);

/** "Required" is the message for an empty field. */
export const emailAddress = z
  .string()
  .trim()
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('Please enter a valid e-mail address.'));

/** Boolean, or the 0/1 that older clients send. */
export const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => Boolean(value));
