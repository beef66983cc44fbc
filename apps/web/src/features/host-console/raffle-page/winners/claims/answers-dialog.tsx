/** R74: what a winner answered, for the host, who can enter and correct it until the prize is handed over. */
import { useRef, useState } from 'react';
import type { ClaimAnswersAnswer, ClaimRow } from '@glassdrum/contract';
import { checkClaimAnswers, claimAnswerText, type ClaimProblems } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../../api/call.ts';
import { m } from '../../../../../messages/generated/messages.js';
import {
  countryName,
  problemsInRefusal,
  type TypedAnswers,
} from '../../../../../participation/claims/claim-answers.ts';
import { ClaimFormFields } from '../../../../../participation/claims/claim-form-fields.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../../../ui/date-time.tsx';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { focusFirstError } from '../../../../../ui/focus-first-error.ts';
import { toast } from '../../../../../ui/toast.tsx';
import { Loading } from '../../../loading.tsx';
import { claimerName } from './claim-step-texts.ts';
import { claimsPath, placeBody, useClaimCall } from './claims-data.ts';

interface AnswersDialogProps {
  raffleId: string;
  row: ClaimRow;
  /** Answers can be entered: the prize is claimed, and not handed over. */
  canChange: boolean;
  onClose: () => void;
}

export function AnswersDialog({ raffleId, row, canChange, onClose }: AnswersDialogProps) {
  const path = `${claimsPath(raffleId)}/answers${placeQuery(row)}`;
  const { data, isError, refetch } = useQuery({
    // Below the claims, so that what makes these new makes the answers new too.
    queryKey: [claimsPath(raffleId), 'answers', path],
    queryFn: () => call<ClaimAnswersAnswer>('GET', path),
    staleTime: 0,
    gcTime: 0,
  });
  const [typed, setTyped] = useState<TypedAnswers | null>(null);
  const [problems, setProblems] = useState<ClaimProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const save = useClaimCall(raffleId, {
    onDone: () => {
      toast({ title: m.claim_answers_saved(), tone: 'good' });
      setTyped(null);
    },
    onRefused: (_message, fields) => {
      const found = problemsInRefusal(fields);
      show(found);
      return Object.keys(found).length > 0;
    },
  });

  function show(found: ClaimProblems): void {
    setProblems(found);
    if (form.current !== null && Object.keys(found).length > 0) focusFirstError(form.current);
  }

  function submit(): void {
    if (data === undefined || typed === null || save.isPending) return;
    const checked = checkClaimAnswers(data.fields, typed, 'other');
    show(checked.ok ? {} : checked.problems);
    if (checked.ok) save.mutate({ path: '', body: { ...placeBody(row), answers: checked.answers } });
  }

  const isGiven = data !== undefined && data.given !== null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.claim_answers_title({ name: claimerName(row) })}
      description={m.claim_answers_text()}
      footer={
        data === undefined || !canChange ? undefined : (
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
            {typed === null ? (
              <Button key="change" variant="quiet" onClick={() => setTyped(data.given?.answers ?? {})}>
                {isGiven ? m.claim_answers_change() : m.claim_answers_enter()}
              </Button>
            ) : (
              <Button
                // Another button than the one before: the press on that must not submit.
                key="save"
                type="submit"
                form="claim-answers"
                pending={save.isPending}
                pendingLabel={m.console_saving()}
              >
                {m.claim_answers_save()}
              </Button>
            )}
          </div>
        )
      }
    >
      {data === undefined && <Loading className="h-40" failed={isError} onRetry={() => void refetch()} />}
      {data !== undefined && typed === null && <Answers data={data} />}
      {data !== undefined && typed !== null && (
        <form
          id="claim-answers"
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <ClaimFormFields
            fields={data.fields}
            answers={typed}
            onAnswers={setTyped}
            problems={problems}
            isForOther
          />
        </form>
      )}
    </Dialog>
  );
}

function placeQuery(row: ClaimRow): string {
  const { draw_id: drawId, prize, entry_number: entry } = row;
  return `?draw_id=${drawId}&prize=${prize}&entry_number=${entry}`;
}

function Answers({ data: { fields, given } }: { data: ClaimAnswersAnswer }) {
  if (given === null) return <p>{m.claim_answers_none()}</p>;
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4">
        {fields.map(({ id, label }) => {
          const answer = given.answers[id];
          const text = answer === undefined ? null : claimAnswerText(answer, countryName);
          return (
            <div key={id} className="grid gap-0.5">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="flex flex-wrap items-start justify-between gap-2 font-semibold wrap-anywhere">
                <span className="min-w-0 flex-1 basis-48 py-2">{text ?? m.claim_answers_empty()}</span>
                {text !== null && (
                  <CopyButton
                    text={text}
                    label={m.claim_answers_copy()}
                    name={m.claim_answers_copy_of({ question: label })}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="text-sm text-ink-soft">{givenText(given)}</p>
    </div>
  );
}

function givenText({ by, at }: NonNullable<ClaimAnswersAnswer['given']>): string {
  const time = formatDateTime(at);
  return by === 'device' ? m.claim_answers_by_winner({ time }) : m.claim_answers_by_host({ time });
}
