/** The host's notice between two draws (R72): "We go on at 21:30". */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { decideReplan, type RaffleFacts } from './status.ts';

/** Longest time from now until the evening goes on. */
const LONGEST_PAUSE_MS = 24 * 3_600_000;

/**
 * R72: from the opening on, while no draw runs and one is left.
 * @param until when the evening goes on, epoch ms; null where the host does not say
 * @param now epoch ms
 */
export function decidePause(facts: RaffleFacts, until: number | null, now: number): Decision {
  if (facts.status === 'draft') return refuse('raffle_not_open');
  const notRunning = decideReplan(facts);
  if (!notRunning.ok) return notRunning;
  if (until === null) return accept(undefined);
  return until > now && until <= now + LONGEST_PAUSE_MS ? accept(undefined) : refuse('pause_time');
}
