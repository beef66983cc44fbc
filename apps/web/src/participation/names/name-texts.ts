/** How much of a name is published (R78), in words. */
import type { NamePublication } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';

export const PUBLICATIONS: Record<NamePublication, { label: () => string; public: () => string }> = {
  full: { label: m.names_full, public: m.participation_names_public },
  initial: { label: m.names_initial, public: m.names_public_initial },
  number: { label: m.names_number, public: m.names_public_number },
};
