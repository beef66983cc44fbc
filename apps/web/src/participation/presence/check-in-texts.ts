/** R71: presence in words. */
import type { CheckInCounts, PublicRaffle } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

export function presentText({ present, expected }: CheckInCounts): string {
  return m.presence_count({ present: present.toLocaleString(), expected: expected.toLocaleString() });
}

/** At which draws people must be present to win; null where at none. */
export function presenceSentence({
  presence,
  draws,
}: Pick<PublicRaffle, 'presence' | 'draws'>): string | null {
  if (presence === null) return null;
  if (draws.total === 1) return m.presence_promise();
  if (presence.draws.length === draws.total) return m.presence_promise_all();
  const [only, ...more] = presence.draws;
  return more.length === 0
    ? m.presence_promise_one({ draw: String(only) })
    : m.presence_promise_some({ draws: presence.draws.join(', ') });
}
