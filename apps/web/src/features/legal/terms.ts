/** The Terms of Service. */
import { m } from '../../messages/generated/messages.js';
import type { LegalSection } from './sections.ts';

export const TERMS: readonly LegalSection[] = [
  { title: m.legal_terms_1_title, text: m.legal_terms_1_text },
  { title: m.legal_terms_2_title, text: m.legal_terms_2_text },
  { title: m.legal_terms_3_title, text: m.legal_terms_3_text },
  { title: m.legal_terms_4_title, text: m.legal_terms_4_text },
  { title: m.legal_terms_5_title, text: m.legal_terms_5_text },
  { title: m.legal_terms_6_title, text: m.legal_terms_6_text },
  { title: m.legal_terms_7_title, text: m.legal_terms_7_text },
  { title: m.legal_terms_8_title, text: m.legal_terms_8_text },
  { title: m.legal_terms_9_title, text: m.legal_terms_9_text },
  { title: m.legal_terms_10_title, text: m.legal_terms_10_text },
  { title: m.legal_terms_11_title, text: m.legal_terms_11_text },
  { title: m.legal_terms_12_title, text: m.legal_terms_12_text },
];
