/** The Privacy Policy. */
import { m } from '../../messages/generated/messages.js';
import type { LegalSection } from './sections.ts';

export const PRIVACY: readonly LegalSection[] = [
  { title: m.legal_privacy_1_title, text: m.legal_privacy_1_text },
  { title: m.legal_privacy_2_title, text: m.legal_privacy_2_text },
  { title: m.legal_privacy_3_title, text: m.legal_privacy_3_text },
  { title: m.legal_privacy_4_title, text: m.legal_privacy_4_text },
  { title: m.legal_privacy_5_title, text: m.legal_privacy_5_text },
  { title: m.legal_privacy_6_title, text: m.legal_privacy_6_text },
  { title: m.legal_privacy_7_title, text: m.legal_privacy_7_text },
  { title: m.legal_privacy_8_title, text: m.legal_privacy_8_text },
  { title: m.legal_privacy_9_title, text: m.legal_privacy_9_text },
  { title: m.legal_privacy_10_title, text: m.legal_privacy_10_text },
  { title: m.legal_privacy_11_title, text: m.legal_privacy_11_text },
  { title: m.legal_privacy_12_title, text: m.legal_privacy_12_text },
];
