/** Answers that say nothing but that it was done. */
import { z } from 'zod';

export const done = z.object({ ok: z.literal(true) });
export const OK = { ok: true } as const;
