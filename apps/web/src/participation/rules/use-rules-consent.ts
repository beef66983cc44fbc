/** R77: whether the rules were accepted on this page, and what the form says while they were not. */
import type { PublicRaffle } from '@glassdrum/contract';
import { RULES_NOT_ACCEPTED } from '@glassdrum/raffle-rules';
import { useState } from 'react';
import type { CallFailed } from '../../api/call.ts';

export function useRulesConsent({ has_rules: hasRules }: Pick<PublicRaffle, 'has_rules'>) {
  const [isAccepted, setAccepted] = useState(false);
  const [isMissed, setMissed] = useState(false);
  return {
    isAccepted,
    onChange(accepted: boolean): void {
      setAccepted(accepted);
      setMissed(false);
    },
    /** False, and said so, where there are rules that were not accepted. */
    check(): boolean {
      const ok = !hasRules || isAccepted;
      setMissed(!ok);
      return ok;
    },
    errorOf(refusal: CallFailed | null): string | undefined {
      if (isMissed) return RULES_NOT_ACCEPTED;
      return refusal?.code === 'rules_not_accepted' && !isAccepted ? refusal.message : undefined;
    },
  };
}

/** What of it is sent. */
export function rulesFields({ has_rules: hasRules }: Pick<PublicRaffle, 'has_rules'>): {
  rules_accepted?: true;
} {
  return hasRules ? { rules_accepted: true } : {};
}
