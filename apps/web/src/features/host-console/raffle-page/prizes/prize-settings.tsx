/**
 * What holds for all prizes: whether a person may win several (R63), and the order in which the show reveals
 * them (R65), whether entrants spread their tickets over them (R64).
 */
import { useId, useState } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import type { PrizesForm, PrizesFormState } from './prizes-form.ts';

interface Choice {
  value: string;
  name: string;
  text: string;
}

interface PrizeSettingsProps {
  form: PrizesFormState;
  /** Null where that can still be chosen: whether tickets are spread over prizes (R64) is settled at the opening. */
  buckets: boolean | null;
}

/** Tailwind's `md`: below, the prizes themselves are what a phone shows first. */
const WIDE = '(min-width: 48rem)';

export function PrizeSettings({ form, buckets }: PrizeSettingsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => window.matchMedia(WIDE).matches);
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-2xl border border-line bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={`${id}-title`} className="font-display text-lg font-bold">
            {m.raffle_prizes_rules()}
          </h3>
          {!isOpen && <RulesSummary form={form} buckets={buckets} />}
        </div>
        <Button
          variant="plain"
          className="-mx-2 px-2!"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.raffle_prizes_rules_hide() : m.raffle_prizes_rules_change()}
          {isOpen ? (
            <ChevronUp aria-hidden className="size-5 shrink-0" />
          ) : (
            <ChevronDown aria-hidden className="size-5 shrink-0" />
          )}
        </Button>
      </div>
      <div id={id}>{isOpen && <Rules form={form} buckets={buckets} />}</div>
    </section>
  );
}

/** "One prize per person · Grand prize last · Every ticket for all prizes" */
function RulesSummary({ form: { control }, buckets }: PrizeSettingsProps) {
  const [policy, order, typed] = useWatch({ control, name: ['policy', 'reveal_order', 'buckets'] });
  return (
    <p className="text-ink-soft">
      {rulesText({ policy, reveal_order: order, buckets: buckets ?? typed === 'yes' })}
    </p>
  );
}

type ChosenRules = Pick<PrizesForm, 'policy' | 'reveal_order'> & { buckets: boolean };

function rulesText({ policy, reveal_order: order, buckets }: ChosenRules): string {
  return [
    policy === 'once' ? m.raffle_prizes_policy_once() : m.raffle_prizes_policy_again(),
    order === 'list' ? m.raffle_prizes_order_list() : m.raffle_prizes_order_grand(),
    buckets ? m.raffle_prizes_buckets_yes() : m.raffle_prizes_buckets_no(),
  ].join(' · ');
}

function Rules({ form: { register }, buckets }: PrizeSettingsProps) {
  return (
    <div className="mt-4 grid gap-5 md:grid-cols-2">
      <Choices
        legend={m.raffle_prizes_policy()}
        field={register('policy')}
        choices={[
          { value: 'once', name: m.raffle_prizes_policy_once(), text: m.raffle_prizes_policy_once_hint() },
          { value: 'again', name: m.raffle_prizes_policy_again(), text: m.raffle_prizes_policy_again_hint() },
        ]}
      />
      <Choices
        legend={m.raffle_prizes_order()}
        field={register('reveal_order')}
        choices={[
          {
            value: 'grand_last',
            name: m.raffle_prizes_order_grand(),
            text: m.raffle_prizes_order_grand_hint(),
          },
          { value: 'list', name: m.raffle_prizes_order_list(), text: m.raffle_prizes_order_list_hint() },
        ]}
      />
      {buckets === null && (
        <Choices
          legend={m.raffle_prizes_buckets()}
          field={register('buckets')}
          choices={[
            { value: 'no', name: m.raffle_prizes_buckets_no(), text: m.raffle_prizes_buckets_no_hint() },
            { value: 'yes', name: m.raffle_prizes_buckets_yes(), text: m.raffle_prizes_buckets_yes_hint() },
          ]}
        />
      )}
      {buckets === true && (
        <div>
          <h3 className="font-semibold">{m.raffle_prizes_buckets()}</h3>
          <p className="mt-2 text-ink-soft">{m.raffle_prizes_buckets_on()}</p>
        </div>
      )}
    </div>
  );
}

interface ChoicesProps {
  legend: string;
  field: ReturnType<PrizesFormState['register']>;
  choices: readonly Choice[];
}

function Choices({ legend, field, choices }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className="grid content-start gap-2.5">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {choices.map(({ value, name, text }) => (
        <label
          key={value}
          className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-xl border border-line-strong px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            {...field}
            value={value}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-text`}
            className="row-span-2 mt-1 size-5 accent-(--brand)"
          />
          <span id={`${id}-${value}`} className="min-w-0 font-semibold">
            {name}
          </span>
          <span id={`${id}-${value}-text`} className="min-w-0 text-sm text-ink-soft">
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
