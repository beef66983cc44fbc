/** The fields of the raffle form. */
import type { HostRaffle } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { InviteeListInput } from '../invitees/invitee-list-input.tsx';
import type { InviteeListState } from '../invitees/use-invitee-list.ts';
import { STYLES } from '../animations/style-texts.ts';
import { FairnessFields } from './fairness-fields.tsx';
import { ImageField } from './image-field.tsx';
import { FormSwitch } from './form-switch.tsx';
import type { RaffleForm } from './raffle-form.ts';

interface RaffleFieldsProps {
  /** Null for a new raffle, which also has invitees and public joining. */
  edited: HostRaffle | null;
  invitees: InviteeListState;
  onTestAnimations: () => void;
}

export function RaffleFields(props: RaffleFieldsProps) {
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <Basics edited={props.edited} />
        </div>
        <div className="grid content-start gap-5">
          <AccessAndShow {...props} />
        </div>
      </div>
      <FairnessFields />
    </>
  );
}

function Basics({ edited }: Pick<RaffleFieldsProps, 'edited'>) {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  const { field: image } = useController({ control, name: 'image_url' });
  const deadline = useWatch({ control, name: 'deadline_at' });
  return (
    <>
      <Field label={m.console_field_title()} error={errors.title?.message}>
        <TextInput required {...register('title')} maxLength={LIMITS.title.max} />
      </Field>
      <Field label={m.console_field_description()} error={errors.description?.message}>
        <TextArea {...register('description')} maxLength={LIMITS.description.max} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {edited?.named_prizes === true ? (
          <ListedPrizes raffle={edited} />
        ) : (
          <Field label={m.console_field_max_winners()} error={errors.max_winners?.message}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={LIMITS.winners.min}
              max={LIMITS.winners.max}
              {...register('max_winners')}
            />
          </Field>
        )}
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
        <Field
          label={m.console_field_draw_date()}
          hint={m.console_field_draw_date_hint({
            zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
          error={errors.deadline_at?.message}
        >
          <TextInput type="datetime-local" {...register('deadline_at')} />
        </Field>
      </div>
      {deadline !== '' && (
        <FormSwitch
          name="auto_draw"
          label={m.console_field_auto_draw()}
          hint={m.console_field_auto_draw_hint()}
        />
      )}
      <ImageField image={image.value} error={errors.image_url?.message} onChange={image.onChange} />
    </>
  );
}

function AccessAndShow({ edited, invitees, onTestAnimations }: RaffleFieldsProps) {
  const {
    control,
    register,
    formState: { errors },
  } = useFormContext<RaffleForm>();
  const isRemoved = useWatch({ control, name: 'remove_passphrase' });
  const isVoted = useWatch({ control, name: 'voting_enabled' });
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
      <FormSwitch
        name="allow_public_join"
        label={m.console_field_public_joining()}
        hint={m.console_field_public_joining_hint()}
      />
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
          <Button variant="quiet" onClick={onTestAnimations}>
            {m.console_test_animations()}
          </Button>
        </div>
      )}
      {edited === null && <InviteeListInput label={m.console_field_invitees()} list={invitees} />}
    </>
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
