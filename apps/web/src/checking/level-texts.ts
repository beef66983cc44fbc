/** The assurance levels in plain words (draw protocol §7): a label, and the sentence that is true at that level. */
import type { Assurance } from '@glassdrum/fair-draw';
import { m } from '../messages/generated/messages.js';

export function levelTexts(level: Assurance): { label: string; sentence: string } {
  switch (level) {
    case 'beacon':
      return { label: m.checking_level_beacon(), sentence: m.checking_level_beacon_text() };
    case 'room':
      return { label: m.checking_level_room(), sentence: m.checking_level_room_text() };
    case 'participants':
      return { label: m.checking_level_participants(), sentence: m.checking_level_participants_text() };
    case 'operator':
      return { label: m.checking_level_operator(), sentence: m.checking_level_operator_text() };
  }
}
