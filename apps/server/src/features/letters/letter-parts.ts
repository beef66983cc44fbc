/** What the parts of this feature share. */
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';

export interface LetterParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  /** Where letters lead: the configured address, without a slash at the end. */
  publicUrl: string;
}
