/**
 * R74: the form that a winner fills in to claim a prize, or to correct the answers afterwards. What was typed stays when it is
 * refused, when the network fails, and when the dialog is closed.
 */
import { useRef, useState } from 'react';
import type { ClaimBody, OwnClaimsAnswer } from '@glassdrum/contract';
import {
  checkClaimAnswers,
  type ClaimAnswer,
  type ClaimField,
  type ClaimProblems,
} from '@glassdrum/raffle-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toast.tsx';
import { problemsInRefusal, type TypedAnswers } from './claim-answers.ts';
import type { OwnPrizeDialogProps } from './claim-dialog.tsx';
import { ClaimFormFields } from './claim-form-fields.tsx';
import { prizeOf } from './own-claim-texts.ts';
import { ownClaimsKey } from './use-own-claims.ts';

interface ClaimFormDialogProps extends OwnPrizeDialogProps {
  fields: readonly ClaimField[];
  answers: TypedAnswers;
  onAnswers: (answers: TypedAnswers) => void;
}

export function ClaimFormDialog({
  raffleId,
  claim,
  isNamed,
  fields,
  answers,
  onAnswers,
  onClose,
}: ClaimFormDialogProps) {
  const queries = useQueryClient();
  const [problems, setProblems] = useState<ClaimProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const { draw_id, prize, entry_number, state } = claim;
  const isClaimed = state === 'claimed';
  const sending = useMutation<OwnClaimsAnswer, CallFailed, Record<string, ClaimAnswer>>({
    mutationFn: (checked) =>
      call('POST', ownClaimsKey(raffleId)[0], {
        draw_id,
        prize,
        entry_number,
        answers: checked,
      } satisfies ClaimBody),
    onSuccess(answer) {
      queries.setQueryData(ownClaimsKey(raffleId), answer);
      toast({ title: isClaimed ? m.claim_form_sent() : m.claims_claimed_toast(), tone: 'good' });
      onClose();
    },
    onError(failure) {
      const found = problemsInRefusal(failure.fields);
      if (Object.keys(found).length > 0) return show(found);
      // The prize may have moved on meanwhile.
      void queries.invalidateQueries({ queryKey: ownClaimsKey(raffleId) });
      toast({ title: m.claims_claim_failed(), description: failure.message, tone: 'danger' });
    },
  });

  function show(found: ClaimProblems): void {
    setProblems(found);
    if (form.current !== null && Object.keys(found).length > 0) focusFirstError(form.current);
  }

  function submit(): void {
    const checked = checkClaimAnswers(fields, answers, 'winner');
    show(checked.ok ? {} : checked.problems);
    if (checked.ok) sending.mutate(checked.answers);
  }

  const called = prizeOf(claim, isNamed);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(called, isClaimed)}
      description={isClaimed ? m.claim_form_again_text() : m.claim_form_own_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button
            type="submit"
            form="claim-form"
            pending={sending.isPending}
            pendingLabel={m.claim_form_sending()}
          >
            {isClaimed ? m.claim_form_send() : m.claims_claim_confirm()}
          </Button>
        </div>
      }
    >
      <form
        id="claim-form"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isPending) submit();
        }}
      >
        <ClaimFormFields
          fields={fields}
          answers={answers}
          onAnswers={(changed) => {
            onAnswers(changed);
            setProblems(withoutChanged(problems, answers, changed));
          }}
          problems={problems}
        />
      </form>
    </Dialog>
  );
}

function titleOf(prize: string | null, isClaimed: boolean): string {
  if (isClaimed) return m.claim_form_again_title();
  return prize === null ? m.claims_claim_title_place() : m.claims_claim_title({ prize });
}

/** A sentence goes when its field changes. */
function withoutChanged(problems: ClaimProblems, before: TypedAnswers, after: TypedAnswers): ClaimProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([path]) => {
      const [id = ''] = path.split('.');
      return before[id] === after[id];
    }),
  );
}
