/** The host's steps about a claim in words (R73). */
import type { ClaimRow } from '@glassdrum/contract';
import { m } from '../../../../../messages/generated/messages.js';
import type { ClaimStep } from './claim-steps.ts';

interface StepTexts {
  button: () => string;
  title: (input: { name: string }) => string;
  text: (input: { time: string }) => string;
  done: (input: { name: string }) => string;
}

export const STEP_TEXTS: Record<ClaimStep, StepTexts> = {
  hand_over: {
    button: m.claims_step_hand_over,
    title: m.claims_ask_hand_over,
    text: () => m.claims_ask_hand_over_text(),
    done: m.claims_done_hand_over,
  },
  claim: {
    button: m.claims_step_claim,
    title: m.claims_ask_claim,
    text: () => m.claims_ask_claim_text(),
    done: m.claims_done_claim,
  },
  extend: {
    button: m.claims_step_extend,
    title: m.claims_ask_extend,
    text: m.claims_ask_extend_text,
    done: m.claims_done_extend,
  },
  decline: {
    button: m.claims_step_decline,
    title: m.claims_ask_decline,
    text: () => m.claims_ask_decline_text(),
    done: m.claims_done_decline,
  },
  ineligible: {
    button: m.claims_step_ineligible,
    title: m.claims_ask_ineligible,
    text: () => m.claims_ask_ineligible_text(),
    done: m.claims_done_ineligible,
  },
};

/** A paper ticket has no name, and names are erased in the end. */
export function claimerName({
  person,
  entry_number: number,
}: Pick<ClaimRow, 'person' | 'entry_number'>): string {
  const name = person.display_name ?? m.console_name_erased();
  return name === '' ? m.console_entry({ number }) : name;
}
