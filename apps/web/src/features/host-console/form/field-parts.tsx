/** The single fields of the raffle form, which the form and the settings of a raffle's page arrange each in their own way. */
import { useState } from 'react';
import type { AnimationStyle, HostRaffle } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { STYLES } from '../animations/style-texts.ts';
import { counted } from '../counted.ts';
import { AnimationTest } from './animation-test.tsx';
import { FormSwitch } from './form-switch.tsx';
import { ImageField } from './image-field.tsx';
import type { RaffleForm } from './raffle-form.ts';

function useFields() {
  const {
    register,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  return { register, errors };
}

export function TitleField() {
  const { register, errors } = useFields();
  return (
    <Field label={m.console_field_title()} error={errors.title?.message}>
      <TextInput required {...register('title')} maxLength={LIMITS.title.max} />
    </Field>
  );
}

export function DescriptionField() {
  const { register, errors } = useFields();
  return (
    <Field label={m.console_field_description()} error={errors.description?.message}>
      <TextArea {...register('description')} maxLength={LIMITS.description.max} />
    </Field>
  );
}

/** @param props.edited null for a new raffle */
export function WinnersField({ edited }: { edited: HostRaffle | null }) {
  const { register, errors } = useFields();
  if (edited?.named_prizes === true) return <ListedPrizes raffle={edited} />;
  return (
    <Field label={m.console_field_max_winners()} error={errors.max_winners?.message}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={LIMITS.winners.min}
        max={LIMITS.winners.max}
        {...register('max_winners')}
      />
    </Field>
  );
}

/** R61: of a list of prizes the form shows only the sum. */
function ListedPrizes({ raffle }: { raffle: HostRaffle }) {
  return (
    <div className="grid content-start gap-1.5">
      <p className="font-semibold">{m.console_field_prizes()}</p>
      <p className="text-ink-soft">{m.console_prizes_listed({ count: raffle.max_winners })}</p>
      <LinkButton href={`/host/raffles/${raffle.id}/prizes`} variant="quiet">
        {m.console_change_prizes()}
      </LinkButton>
    </div>
  );
}

export function MaxTicketsField() {
  const { register, errors } = useFields();
  return (
    <Field
      label={m.console_field_max_tickets()}
      hint={m.console_field_max_tickets_hint()}
      error={errors.max_tickets?.message}
    >
      <TextInput
        type="number"
        inputMode="numeric"
        title={m.console_field_max_tickets_title()}
        min={LIMITS.maxTickets.min}
        max={LIMITS.maxTickets.max}
        {...register('max_tickets')}
      />
    </Field>
  );
}

export function PlacesField() {
  const { register, errors } = useFields();
  return (
    <Field
      label={m.console_field_places()}
      hint={m.console_field_places_hint()}
      error={errors.max_entries?.message}
    >
      <TextInput
        type="number"
        inputMode="numeric"
        min={LIMITS.maxEntries.min}
        max={LIMITS.maxEntries.max}
        {...register('max_entries')}
      />
    </Field>
  );
}

export function DeadlineField() {
  const { register, errors } = useFields();
  return (
    <Field
      label={m.console_field_draw_date()}
      hint={m.console_field_draw_date_hint({ zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
      error={errors.deadline_at?.message}
    >
      <TextInput type="datetime-local" {...register('deadline_at')} />
    </Field>
  );
}

/** R15: only with a deadline. */
export function AutoDrawField() {
  const deadline = useWatch<RaffleForm, 'deadline_at'>({ name: 'deadline_at' });
  if (deadline === '') return null;
  return (
    <FormSwitch
      name="auto_draw"
      label={m.console_field_auto_draw()}
      hint={m.console_field_auto_draw_hint()}
    />
  );
}

/** R71. */
export function MustBePresentField() {
  return (
    <FormSwitch
      name="must_be_present"
      label={m.console_field_must_be_present()}
      hint={m.console_field_must_be_present_hint()}
    />
  );
}

/** R80: people who won recently are left out of the invitations. */
export function NoWinField() {
  const { register, errors } = useFields();
  const { min, max } = LIMITS.noWinMonths;
  return (
    <Field label={m.nowin_field()} hint={m.nowin_hint()} error={errors.no_win_months?.message}>
      <Select {...register('no_win_months')}>
        <option value="">{m.nowin_nobody()}</option>
        {Array.from({ length: max - min + 1 }, (_, index) => min + index).map((months) => (
          <option key={months} value={String(months)}>
            {counted(m.nowin_months, months)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function RaffleImageField() {
  const { errors } = useFields();
  const { field } = useController<RaffleForm, 'image_url'>({ name: 'image_url' });
  return <ImageField image={field.value} error={errors.image_url?.message} onChange={field.onChange} />;
}

/** @param props.edited null for a new raffle */
export function PassphraseFields({ edited }: { edited: HostRaffle | null }) {
  const { register, errors } = useFields();
  const isRemoved = useWatch<RaffleForm, 'remove_passphrase'>({ name: 'remove_passphrase' });
  const hasPassphrase = edited?.requires_passphrase ?? false;
  return (
    <>
      <Field
        label={m.console_field_passphrase()}
        hint={hasPassphrase ? m.console_field_passphrase_keep() : m.console_field_passphrase_hint()}
        error={errors.passphrase?.message}
      >
        <TextInput
          autoComplete="off"
          maxLength={LIMITS.passphrase.max}
          {...register('passphrase')}
          disabled={isRemoved}
        />
      </Field>
      {hasPassphrase && <FormSwitch name="remove_passphrase" label={m.console_field_remove_passphrase()} />}
    </>
  );
}

/** Who chooses the style of the show: the audience, or the host. */
/** @param onTested a style was chosen among those that were played */
export function ShowFields({ onTested }: { onTested?: (style: AnimationStyle) => void }) {
  const { register } = useFields();
  const [isTesting, setTesting] = useState(false);
  const isVoted = useWatch<RaffleForm, 'voting_enabled'>({ name: 'voting_enabled' });
  return (
    <>
      <FormSwitch
        name="voting_enabled"
        label={m.console_field_voting()}
        hint={m.console_field_voting_hint()}
      />
      {!isVoted && (
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <Field label={m.console_field_animation()}>
            <Select {...register('chosen_animation')}>
              {STYLES.map(({ style, option }) => (
                <option key={style} value={style}>
                  {option()}
                </option>
              ))}
            </Select>
          </Field>
          <Button variant="quiet" onClick={() => setTesting(true)}>
            {m.console_test_animations()}
          </Button>
        </div>
      )}
      {isTesting && (
        <AnimationTest
          effect={m.console_select_effect_form()}
          onSelect={onTested}
          onClose={() => setTesting(false)}
        />
      )}
    </>
  );
}
