/**
 * The editor of a claim form (R74): up to six fields in their order, with a preview of what winners see. What is typed stays when
 * the dialog is closed, until it is saved or discarded.
 */
import { useEffect, useRef, useState } from 'react';
import type { HostClaimForm } from '@glassdrum/contract';
import { type ClaimFieldKind, claimFieldKinds, cleanClaimForm, LIMITS } from '@glassdrum/raffle-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { call, type CallFailed } from '../../../../../api/call.ts';
import { m } from '../../../../../messages/generated/messages.js';
import type { TypedAnswers } from '../../../../../participation/claims/claim-answers.ts';
import { ClaimFormFields } from '../../../../../participation/claims/claim-form-fields.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { focusFirstError } from '../../../../../ui/focus-first-error.ts';
import { toast } from '../../../../../ui/toast-store.ts';
import { storeInput } from '../../stored-input.ts';
import { FieldEditor } from './field-editor.tsx';
import { claimFormPath, KIND_NAMES } from './kind-names.ts';
import {
  inputOf,
  isSameForm,
  problemsInRefusal,
  problemsOf,
  readTyped,
  type TypedField,
  typedOf,
  withNewField,
} from './typed-form.ts';

interface ClaimFormDialogProps {
  raffleId: string;
  form: HostClaimForm;
  onClose: () => void;
}

export function ClaimFormDialog({ raffleId, form, onClose }: ClaimFormDialogProps) {
  const [base] = useState(() => typedOf(form.fields));
  const [typed, setTyped] = useState(() => readTyped(raffleId, base) ?? base);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const list = useRef<HTMLDivElement>(null);
  const isChanged = !isSameForm(typed, base);
  const save = useSave(raffleId, {
    onSaved: onClose,
    onRefused: (found) => showProblems(found),
  });
  useEffect(() => {
    if (!save.isSuccess) storeInput('claim-form', raffleId, isChanged ? { base, typed } : null);
  });

  function showProblems(found: Readonly<Record<string, string>>): void {
    setProblems(found);
    if (list.current !== null) focusFirstError(list.current);
  }

  function submit(): void {
    const found = problemsOf(typed);
    if (Object.keys(found).length > 0) showProblems(found);
    else save.mutate(typed);
  }

  /** Sentences name fields by their places, which are others after this. */
  function setFields(fields: TypedField[]): void {
    setTyped(fields);
    setProblems({});
  }

  function change(index: number, field: TypedField): void {
    setTyped(typed.with(index, field));
    setProblems(
      Object.fromEntries(Object.entries(problems).filter(([path]) => !path.startsWith(`${index}.`))),
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.claim_form_title()}
      description={m.claim_form_dialog_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {isChanged && (
            <Button variant="quiet" onClick={() => setFields(base)}>
              {m.raffle_prizes_discard()}
            </Button>
          )}
          <Button
            unavailable={!isChanged}
            pending={save.isPending}
            pendingLabel={m.console_saving()}
            onClick={submit}
          >
            {m.claim_form_save()}
          </Button>
        </div>
      }
    >
      <div ref={list} className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:items-start">
        <div className="grid gap-4">
          {typed.length === 0 && <p className="text-ink-soft">{m.claim_form_empty()}</p>}
          <ol className="grid gap-4">
            {typed.map((field, index) => (
              <FieldEditor
                key={field.key}
                field={field}
                index={index}
                count={typed.length}
                problems={problems}
                onChange={(changed) => change(index, changed)}
                onMove={(by) => setFields(moved(typed, index, by))}
                onRemove={() => setFields(typed.toSpliced(index, 1))}
              />
            ))}
          </ol>
          <AddField
            isFull={typed.length >= LIMITS.claimFields.max}
            onAdd={(kind) => setFields(withNewField(typed, { kind, label: suggestedLabel(kind, typed) }))}
          />
        </div>
        <Preview typed={typed} />
      </div>
    </Dialog>
  );
}

function moved(fields: readonly TypedField[], index: number, by: -1 | 1): TypedField[] {
  const field = fields[index];
  return field === undefined ? [...fields] : fields.toSpliced(index, 1).toSpliced(index + by, 0, field);
}

/** What the kind asks for anyway, unless another field asks for it. */
function suggestedLabel(kind: ClaimFieldKind, typed: readonly TypedField[]): string {
  if (kind !== 'email' && kind !== 'phone' && kind !== 'address') return '';
  const label = KIND_NAMES[kind]();
  return typed.some((field) => field.label === label) ? '' : label;
}

function useSave(
  raffleId: string,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (problems: Record<string, string>) => void },
) {
  const queryClient = useQueryClient();
  return useMutation<HostClaimForm, CallFailed, readonly TypedField[]>({
    mutationFn: (typed) => call('PUT', claimFormPath(raffleId), inputOf(typed)),
    onSuccess: async (saved) => {
      const queryKey = [claimFormPath(raffleId)];
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      storeInput('claim-form', raffleId, null);
      toast({ title: m.claim_form_saved(), tone: 'good' });
      onSaved();
    },
    onError: (failure) => {
      toast({ title: failure.message, tone: 'danger' });
      onRefused(problemsInRefusal(failure.fields));
    },
  });
}

function AddField({ isFull, onAdd }: { isFull: boolean; onAdd: (kind: ClaimFieldKind) => void }) {
  if (isFull) return <p className="text-ink-soft">{m.claim_form_full({ max: LIMITS.claimFields.max })}</p>;
  return (
    <section aria-label={m.claim_form_add()} className="grid gap-2">
      <p className="font-semibold">{m.claim_form_add()}</p>
      <div className="flex flex-wrap gap-2">
        {claimFieldKinds.map((kind) => (
          <Button key={kind} variant="quiet" className="px-3!" onClick={() => onAdd(kind)}>
            <Plus aria-hidden className="size-4.5 shrink-0" />
            {KIND_NAMES[kind]()}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** As on a winner's phone; what is typed there goes nowhere. */
function Preview({ typed }: { typed: readonly TypedField[] }) {
  const [answers, setAnswers] = useState<TypedAnswers>({});
  const shown = cleanClaimForm(inputOf(typed).fields).filter(({ label }) => label !== '');
  return (
    <section
      aria-labelledby="claim-form-preview"
      className="grid gap-4 rounded-2xl border border-dashed border-line-strong p-4"
    >
      <h3 id="claim-form-preview" className="font-text text-base font-semibold tracking-normal">
        {m.claim_form_preview()}
      </h3>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{m.claim_form_preview_none()}</p>
      ) : (
        <ClaimFormFields fields={shown} answers={answers} onAnswers={setAnswers} problems={{}} />
      )}
    </section>
  );
}
