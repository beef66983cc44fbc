/** The assurance levels in plain words (draw protocol §7): a label, and the one sentence that is true at that level. */
import type { Assurance, Step } from '@glassdrum/fair-draw';
import { m } from '../messages/generated/messages.js';

/** @param hasWitnesses the check `witnesses` passed: only then may more be said than the server's word */
export function levelTexts(level: Assurance, hasWitnesses = false): { label: string; sentence: string } {
  switch (level) {
    case 'beacon':
      return {
        label: m.checking_level_beacon(),
        sentence: hasWitnesses ? m.checking_level_beacon_witnessed() : m.checking_level_beacon_text(),
      };
    case 'room':
      return { label: m.checking_level_room(), sentence: m.checking_level_room_text() };
    case 'participants':
      return { label: m.checking_level_participants(), sentence: m.checking_level_participants_text() };
    case 'operator':
      return { label: m.checking_level_operator(), sentence: m.checking_level_operator_text() };
  }
}

/** Whether witnesses that this device knows confirmed in time when the list was frozen. */
export function isWitnessed(steps: readonly Step[]): boolean {
  return steps.some(({ name, status }) => name === 'witnesses' && status === 'PASS');
}
