/** Host accounts: seed calls /api/auth/*. Passwords: 8–100 characters (I2). */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { emailAddress, opaqueId } from './primitives.ts';

export const registerBody = z.object({
  email: emailAddress,
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(LIMITS.hostName.max, `A name has at most ${LIMITS.hostName.max} characters.`),
  password: z
    .string()
    .min(LIMITS.password.min, `String must contain at least ${LIMITS.password.min} character(s)`)
    .max(LIMITS.password.max, `A password has at most ${LIMITS.password.max} characters.`),
});
export type RegisterBody = z.infer<typeof registerBody>;

export const loginBody = z.object({ email: emailAddress, password: z.string().min(1, 'Required').max(1000) });
export type LoginBody = z.infer<typeof loginBody>;

export const currentUser = z.object({ id: opaqueId, name: z.string(), email: z.string() });
export type CurrentUser = z.infer<typeof currentUser>;
