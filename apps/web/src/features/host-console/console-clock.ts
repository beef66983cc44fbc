/** The server's clock, as the console's connection measures it: for what ends at one moment for everybody. */
import { createServerClock, localNow } from '../../live/server-clock.ts';

export const consoleClock = createServerClock(localNow);
