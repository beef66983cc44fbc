/**
 * What decides the draw and what entrants are told about it before they join (R77, R86, R89, R91, R93). All of it is bound
 * by the opening; the defaults suit most raffles, so the section stays closed until it is wanted.
 */
import type { HostRaffle } from '@glassdrum/contract';
import { type BeaconPolicy, beaconPolicies, LIMITS } from '@glassdrum/raffle-rules';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWitnesses } from '../../../api/installation.ts';
import { m } from '../../../messages/generated/messages.js';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { FormSwitch } from './form-switch.tsx';
import type { RaffleForm } from './raffle-form.ts';
import { StartingRules } from './starting-rules.tsx';

export const POLICIES: Record<BeaconPolicy, { name: () => string; text: () => string }> = {
  wait: { name: m.console_policy_wait, text: m.console_policy_wait_text },
  lower: { name: m.console_policy_lower, text: m.console_policy_lower_text },
  room: { name: m.console_policy_room, text: m.console_policy_room_text },
  none: { name: m.console_policy_none, text: m.console_policy_none_text },
};

/** @param props.edited null for a new raffle */
export function FairnessFields({ edited }: { edited: HostRaffle | null }) {
  const {
    control,
    getValues,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  const policy = useWatch({ control, name: 'beacon_policy' });
  const hasError = errors.room_numbers !== undefined || errors.rules_text !== undefined;
  const [isOpen, setOpen] = useState(() => !isUsual(getValues()));
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group mt-8 rounded-2xl border border-line px-4 sm:px-5"
    >
      <summary className="flex min-h-14 list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-display text-lg font-bold">{m.console_fairness()}</span>
          <span className="block text-sm text-ink-soft">{POLICIES[policy].name()}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform duration-(--fast) group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-x-10 gap-y-6 pt-2 pb-5 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <ChanceFields />
        </div>
        <div className="grid content-start gap-5">
          <Witnesses />
          <AddsChanceField />
          <RulesField edited={edited} />
        </div>
      </div>
    </details>
  );
}

/** R93: where the random number comes from. */
export function ChanceFields() {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  const policy = useWatch({ control, name: 'beacon_policy' });
  return (
    <>
      <Policy />
      {policy === 'room' && (
        <Field
          label={m.console_field_room_numbers()}
          hint={m.console_field_room_numbers_hint()}
          error={errors.room_numbers?.message}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={LIMITS.roomNumbers.min}
            max={LIMITS.roomNumbers.max}
            {...register('room_numbers')}
          />
        </Field>
      )}
    </>
  );
}

export function AddsChanceField() {
  return (
    <FormSwitch
      name="adds_chance"
      label={m.console_field_adds_chance()}
      hint={m.console_field_adds_chance_hint()}
    />
  );
}

/** @param props.edited null for a new raffle */
export function RulesField({ edited }: { edited: HostRaffle | null }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  return (
    <div className="grid gap-2">
      <Field
        label={m.console_field_rules()}
        hint={m.console_field_rules_hint()}
        error={errors.rules_text?.message}
      >
        <TextArea rows={8} {...register('rules_text')} maxLength={LIMITS.rulesText.max} />
      </Field>
      <StartingRules edited={edited} />
    </div>
  );
}

/** Nothing of it was touched. */
function isUsual(form: RaffleForm): boolean {
  return (
    form.beacon_policy === 'wait' && !form.adds_chance && form.witness_quorum === 0 && form.rules_text === ''
  );
}

function Policy() {
  const { register } = useFormContext<RaffleForm>();
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 font-semibold">{m.console_field_policy()}</legend>
      {beaconPolicies.map((policy) => (
        <label
          key={policy}
          className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-xl border border-line-strong px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            {...register('beacon_policy')}
            value={policy}
            className="row-span-2 mt-1 size-5 accent-(--brand)"
          />
          <span className="min-w-0 font-semibold">{POLICIES[policy].name()}</span>
          <span className="min-w-0 text-sm text-ink-soft">{POLICIES[policy].text()}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** R86: only as many as the installation asks; a higher number would call every draw off. */
export function Witnesses() {
  const { getValues, register } = useFormContext<RaffleForm>();
  const known = useWitnesses();
  if (known === undefined) return null;
  const most = Math.max(known, getValues('witness_quorum'));
  const options = Array.from({ length: most + 1 }, (_, quorum) => quorum);
  return (
    <Field
      label={m.console_field_witnesses()}
      hint={known === 0 ? m.console_field_witnesses_none() : m.console_field_witnesses_hint({ known })}
    >
      <Select {...register('witness_quorum', { valueAsNumber: true })} disabled={most === 0}>
        {options.map((quorum) => (
          <option key={quorum} value={quorum}>
            {quorum === 0 ? m.console_witnesses_not_required() : m.console_witnesses_required({ quorum })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
