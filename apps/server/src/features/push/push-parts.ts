/** What the parts of this feature share. */
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import type { PushSender } from '../../push/push-sender.ts';

export interface PushParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  sender: PushSender;
}
