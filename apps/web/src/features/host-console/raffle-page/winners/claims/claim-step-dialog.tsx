/** The question before one of the host's steps about a claim, with what it takes, and the call (R73). */
import { useState } from 'react';
import type { ClaimRow } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { m } from '../../../../../messages/generated/messages.js';
import { AlertDialog } from '../../../../../ui/alert-dialog.tsx';
import { formatDateTime } from '../../../../../ui/date-time.tsx';
import { Field, Select, TextInput } from '../../../../../ui/field.tsx';
import { toast } from '../../../../../ui/toast.tsx';
import { claimerName, STEP_TEXTS } from './claim-step-texts.ts';
import type { ClaimStep } from './claim-steps.ts';
import { placeBody, useClaimCall } from './claims-data.ts';

export interface AskedStep {
  row: ClaimRow;
  step: ClaimStep;
}

interface ClaimStepDialogProps extends AskedStep {
  raffleId: string;
  /** What the prize is called. */
  prize: string;
  onClose: () => void;
}

const PATHS = {
  hand_over: '/hand-over',
  claim: '',
  extend: '/extend',
  decline: '/decline',
  ineligible: '/ineligible',
} as const;

const SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof SECONDS;

export function ClaimStepDialog({ raffleId, row, step, prize, onClose }: ClaimStepDialogProps) {
  const texts = STEP_TEXTS[step];
  const name = claimerName(row);
  const [reason, setReason] = useState('');
  const [extra, setExtra] = useState<{ unit: Unit; count: string }>({ unit: 'minutes', count: '10' });
  const [error, setError] = useState('');
  const change = useClaimCall(raffleId, {
    onDone: () => {
      toast({ title: texts.done({ name }), tone: 'good' });
      onClose();
    },
    onRefused: (message) => {
      setError(message);
      return true;
    },
  });
  const confirm = (): void => {
    const seconds = Number(extra.count) * SECONDS[extra.unit];
    const problem = problemOf(step, { reason, seconds });
    setError(problem);
    if (problem !== '') return;
    change.mutate({
      path: PATHS[step],
      body: {
        ...placeBody(row),
        ...(step === 'ineligible' && { text: reason.trim() }),
        ...(step === 'extend' && { seconds }),
      },
    });
  };
  const end = row.claim.claim_by;
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={texts.title({ name })}
      description={
        <>
          <p className="font-semibold wrap-anywhere text-ink">{prize}</p>
          <p>{texts.text({ time: end === null ? '' : formatDateTime(end) })}</p>
        </>
      }
      confirmLabel={texts.button()}
      pending={change.isPending}
      tone={step === 'decline' || step === 'ineligible' ? 'danger' : 'primary'}
      onConfirm={confirm}
    >
      {step === 'ineligible' && (
        <Field
          label={m.claims_ask_ineligible_why()}
          hint={m.claims_ask_ineligible_hint()}
          error={error}
          className="mt-5"
        >
          <TextInput
            value={reason}
            maxLength={LIMITS.ineligibleText.max}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      {step === 'extend' && (
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Field label={m.claims_ask_extend_count()} error={error}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={LIMITS.claimMinutes.min}
              value={extra.count}
              onChange={(event) => setExtra({ ...extra, count: event.target.value })}
            />
          </Field>
          <Field label={m.claims_ask_extend_unit()}>
            <Select
              value={extra.unit}
              onChange={(event) => setExtra({ ...extra, unit: event.target.value as Unit })}
            >
              <option value="minutes">{m.claims_ask_extend_minutes()}</option>
              <option value="hours">{m.claims_ask_extend_hours()}</option>
              <option value="days">{m.claims_ask_extend_days()}</option>
            </Select>
          </Field>
        </div>
      )}
      {error !== '' && step !== 'ineligible' && step !== 'extend' && (
        <p role="alert" className="mt-4 font-semibold text-danger">
          {error}
        </p>
      )}
    </AlertDialog>
  );
}

/** Empty where there is none. */
function problemOf(step: ClaimStep, { reason, seconds }: { reason: string; seconds: number }): string {
  if (step === 'ineligible') return reason.trim() === '' ? m.claims_ask_ineligible_missing() : '';
  if (step !== 'extend') return '';
  const { min, max } = LIMITS.claimExtension;
  return Number.isInteger(seconds) && seconds % SECONDS.minutes === 0 && seconds >= min && seconds <= max
    ? ''
    : m.claims_ask_extend_wrong();
}
