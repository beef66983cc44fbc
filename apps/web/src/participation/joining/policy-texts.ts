/** R93: what a raffle's beacon policy means for its draw, one honest sentence each. */
import type { PublicRaffle } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

/** @param policy.room_numbers how many numbers are thrown, where they are made in the room */
export function policySentence({
  beacon_policy: policy,
  room_numbers: count,
}: Pick<PublicRaffle, 'beacon_policy' | 'room_numbers'>): string {
  switch (policy) {
    case 'wait':
      return m.promise_policy_wait();
    case 'lower':
      return m.promise_policy_lower();
    case 'room':
      return m.promise_policy_room({ count });
    case 'none':
      return m.promise_policy_none();
  }
}
