/** The operator's own legal texts, where the configuration names them; else the screens show the product's. */
import { z } from 'zod';

const ownLegalTexts = z.object({
  /** As the operator wrote it, e.g. "August 15, 2025". */
  updated: z.string(),
  /** Markdown. */
  terms: z.string(),
  /** Markdown. */
  privacy: z.string(),
});
export type OwnLegalTexts = z.infer<typeof ownLegalTexts>;

export const legalAnswer = z.object({ own: ownLegalTexts.nullable() });
export type LegalAnswer = z.infer<typeof legalAnswer>;
