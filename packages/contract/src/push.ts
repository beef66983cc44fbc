/** Push notifications on a participant's device (R52). */
import { z } from 'zod';

const endpoint = z.url().max(2000);

/** What a browser's `PushSubscription.toJSON()` gives; its expiry is not needed. */
export const pushSubscriptionBody = z.object({
  endpoint,
  keys: z.object({
    /** An uncompressed P-256 point, 65 bytes. */
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/),
  }),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

export const pushSubscriptionEnd = z.object({ endpoint });
