/** The notice between two draws as everyone reads it (R72), at the clock of this device. */
import type { PublicRaffle } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

/** "We go on at 21:30. Dessert is served" */
export function pauseSentence({ until, text }: NonNullable<PublicRaffle['pause']>): string {
  const time =
    until === null
      ? null
      : m.pause_until({
          time: new Date(until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
        });
  const parts = [time, text].filter((part) => part !== null);
  return parts.length === 0 ? m.pause_plain() : parts.join(' ');
}
