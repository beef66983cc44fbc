/** How long winners of a prize can claim it (R73): without a time limit, or some minutes or days. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { Field, Select, TextInput } from '../../../../ui/field.tsx';
import type { PrizesFormState } from './prizes-form.ts';

/** What a unit begins with. */
const USUAL: Readonly<Record<string, string>> = { minutes: '10', days: '7' };

interface PrizeClaimWindowProps {
  /** From 0. */
  index: number;
  form: PrizesFormState;
  error: string | undefined;
}

export function PrizeClaimWindow({ index, form, error }: PrizeClaimWindowProps) {
  const { control, register, setValue } = form;
  const unit = useWatch({ control, name: `prizes.${index}.claim_window.unit` });
  const limits = unit === 'minutes' ? LIMITS.claimMinutes : LIMITS.claimDays;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold">{m.claims_window()}</legend>
      <p className="text-sm text-ink-soft sm:col-span-2">{m.claims_window_hint()}</p>
      <Field label={m.claims_window_unit()}>
        <Select
          {...register(`prizes.${index}.claim_window.unit`, {
            onChange: ({ target }: { target: { value: string } }) =>
              setValue(`prizes.${index}.claim_window.count`, USUAL[target.value] ?? '', {
                shouldDirty: true,
                shouldValidate: true,
              }),
          })}
        >
          <option value="none">{m.claims_window_none()}</option>
          <option value="minutes">{m.claims_window_minutes()}</option>
          <option value="days">{m.claims_window_days()}</option>
        </Select>
      </Field>
      {unit !== 'none' && (
        <Field
          label={
            unit === 'minutes' ? m.claims_window_minutes_count(limits) : m.claims_window_days_count(limits)
          }
          error={error}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={limits.min}
            max={limits.max}
            {...register(`prizes.${index}.claim_window.count`)}
          />
        </Field>
      )}
    </fieldset>
  );
}
