/** Recipients of emails about a raffle decide whether they get more (R51). */
import { z } from 'zod';

export const mailStopped = z.enum(['no', 'raffle', 'all']);

/** What is stopped: nothing, mail about this raffle, or all raffle mail of this installation to this address. */
export const unsubscribeState = z.object({ raffle_title: z.string(), stopped: mailStopped });
export type UnsubscribeState = z.infer<typeof unsubscribeState>;

export const unsubscribeBody = z.object({ stopped: mailStopped });
