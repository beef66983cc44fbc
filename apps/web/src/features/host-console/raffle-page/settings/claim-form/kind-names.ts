/** How the kinds of fields of a claim form are called (R74), and where the form is read. */
import type { ClaimFieldKind } from '@glassdrum/raffle-rules';
import { m } from '../../../../../messages/generated/messages.js';

export const KIND_NAMES: Readonly<Record<ClaimFieldKind, () => string>> = {
  text: m.claim_form_kind_text,
  email: m.claim_form_kind_email,
  phone: m.claim_form_kind_phone,
  address: m.claim_form_kind_address,
  choice: m.claim_form_kind_choice,
  yes_no: m.claim_form_kind_yes_no,
};

export const claimFormPath = (raffleId: string): string => `/api/raffles/${raffleId}/claim-form`;
