/** Everything about a prize that most prizes do without. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { CopyPlus } from 'lucide-react';
import { useFormState } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Field, TextArea, TextInput } from '../../../../ui/field.tsx';
import { PrizeClaimWindow } from './prize-claim-window.tsx';
import { PrizeGroups } from './prize-groups.tsx';
import { PrizeImage } from './prize-image.tsx';
import type { RowProps } from './row-props.ts';

interface PrizeDetailsProps extends RowProps {
  /** What the prize is called. */
  prize: string;
  /** As they are ticked. */
  groups: readonly string[];
}

export function PrizeDetails(props: PrizeDetailsProps) {
  const { index, count, raffleId, stored, form, who, actions, prize, groups } = props;
  const { control, register } = form;
  const errors = useFormState({ control, name: `prizes.${index}` }).errors.prizes?.[index];
  return (
    <div className="mt-4 grid gap-x-8 gap-y-5 border-t border-line pt-4 pl-8 max-sm:pl-0 md:grid-cols-2">
      <div className="grid content-start gap-5">
        <Field label={m.console_field_description()} error={errors?.description?.message}>
          <TextArea {...register(`prizes.${index}.description`)} maxLength={LIMITS.prizeDescription.max} />
        </Field>
        <Field label={m.raffle_prizes_sponsor()} error={errors?.sponsor_name?.message}>
          <TextInput {...register(`prizes.${index}.sponsor_name`)} maxLength={LIMITS.sponsorName.max} />
        </Field>
        <Field
          label={m.raffle_prizes_sponsor_link()}
          hint={m.raffle_prizes_sponsor_link_hint()}
          error={errors?.sponsor_url?.message}
        >
          <TextInput
            type="url"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            {...register(`prizes.${index}.sponsor_url`)}
            maxLength={LIMITS.sponsorUrl.max}
          />
        </Field>
      </div>
      <div className="grid content-start gap-5">
        <PrizeClaimWindow index={index} form={form} error={errors?.claim_window?.count?.message} />
        <PrizeGroups index={index} form={form} who={who} groups={groups} error={errors?.groups?.message} />
        {stored === undefined ? (
          <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-ink-soft">
            {m.raffle_prizes_image_later()}
          </p>
        ) : (
          <PrizeImage raffleId={raffleId} stored={stored} prize={prize} />
        )}
      </div>
      <Button
        variant="quiet"
        className="justify-self-start"
        disabled={count >= LIMITS.prizes.max}
        onClick={() => actions.duplicate(index)}
      >
        <CopyPlus aria-hidden className="size-4.5 shrink-0" />
        {m.raffle_prizes_duplicate()}
      </Button>
    </div>
  );
}
