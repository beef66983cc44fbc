/** The fields of the raffle form. */
import type { AnimationStyle, HostRaffle } from '@glassdrum/contract';
import { type BeaconPolicy, beaconPolicies, LIMITS } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { InviteeListInput } from '../invitees/invitee-list-input.tsx';
import type { InviteeListState } from '../invitees/use-invitee-list.ts';
import { ImageField } from './image-field.tsx';
import type { RaffleForm, RaffleFormErrors } from './raffle-form-state.ts';

interface RaffleFieldsProps {
  form: RaffleForm;
  errors: RaffleFormErrors;
  /** Null for a new raffle, which also has invitees and public joining. */
  edited: HostRaffle | null;
  invitees: InviteeListState;
  onChange: (changed: Partial<RaffleForm>) => void;
  onTestAnimations: () => void;
}

const ANIMATIONS: readonly { style: AnimationStyle; name: () => string }[] = [
  { style: 'classic', name: m.console_style_classic },
  { style: 'casino', name: m.console_style_casino },
  { style: 'cosmic', name: m.console_style_cosmic },
  { style: 'neon', name: m.console_style_neon },
  { style: 'fireworks', name: m.console_style_fireworks },
];

export function RaffleFields(props: RaffleFieldsProps) {
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <Basics {...props} />
      </div>
      <div className="grid content-start gap-5">
        <AccessAndShow {...props} />
      </div>
    </div>
  );
}

function Basics({ form, errors, onChange }: RaffleFieldsProps) {
  return (
    <>
      <Field label={m.console_field_title()} error={errors['title']}>
        <TextInput
          required
          value={form.title}
          maxLength={LIMITS.title.max}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={m.console_field_description()} error={errors['description']}>
        <TextArea
          value={form.description}
          maxLength={LIMITS.description.max}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.console_field_max_winners()} error={errors['max_winners']}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={LIMITS.winners.min}
            max={LIMITS.winners.max}
            value={form.maxWinners}
            onChange={(event) => onChange({ maxWinners: event.target.value })}
          />
        </Field>
        <Field
          label={m.console_field_max_tickets()}
          hint={m.console_field_max_tickets_hint()}
          error={errors['max_tickets']}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            title={m.console_field_max_tickets_title()}
            min={LIMITS.maxTickets.min}
            max={LIMITS.maxTickets.max}
            value={form.maxTickets}
            onChange={(event) => onChange({ maxTickets: event.target.value })}
          />
        </Field>
        <Field
          label={m.console_field_places()}
          hint={m.console_field_places_hint()}
          error={errors['max_entries']}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={LIMITS.maxEntries.min}
            max={LIMITS.maxEntries.max}
            value={form.maxEntries}
            onChange={(event) => onChange({ maxEntries: event.target.value })}
          />
        </Field>
        <Field
          label={m.console_field_draw_date()}
          hint={m.console_field_draw_date_hint({
            zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
          error={errors['deadline_at']}
        >
          <TextInput
            type="datetime-local"
            value={form.drawDate}
            onChange={(event) => onChange({ drawDate: event.target.value })}
          />
        </Field>
      </div>
      {form.drawDate !== '' && <DrawByItself form={form} onChange={onChange} />}
      <ImageField image={form.image} error={errors['image_url']} onChange={(image) => onChange({ image })} />
    </>
  );
}

const POLICIES: Record<BeaconPolicy, () => string> = {
  wait_then_lower: m.console_policy_wait_then_lower,
  wait: m.console_policy_wait,
  lower: m.console_policy_lower,
};

/** R15, R31: only for a raffle with a deadline. */
function DrawByItself({ form, onChange }: Pick<RaffleFieldsProps, 'form' | 'onChange'>) {
  return (
    <>
      <Switch
        label={m.console_field_auto_draw()}
        hint={m.console_field_auto_draw_hint()}
        checked={form.autoDraw}
        onCheckedChange={(autoDraw) => onChange({ autoDraw })}
      />
      {form.autoDraw && (
        <Field label={m.console_field_policy()} hint={m.console_field_policy_hint()}>
          <Select
            value={form.beaconPolicy}
            onChange={(event) => {
              const beaconPolicy = beaconPolicies.find((policy) => policy === event.target.value);
              if (beaconPolicy !== undefined) onChange({ beaconPolicy });
            }}
          >
            {beaconPolicies.map((policy) => (
              <option key={policy} value={policy}>
                {POLICIES[policy]()}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

function AccessAndShow({ form, errors, edited, invitees, onChange, onTestAnimations }: RaffleFieldsProps) {
  const hasPassphrase = edited?.requires_passphrase ?? false;
  return (
    <>
      <Field
        label={m.console_field_passphrase()}
        hint={hasPassphrase ? m.console_field_passphrase_keep() : m.console_field_passphrase_hint()}
        error={errors['passphrase']}
      >
        <TextInput
          autoComplete="off"
          maxLength={LIMITS.passphrase.max}
          value={form.passphrase}
          disabled={form.removePassphrase}
          onChange={(event) => onChange({ passphrase: event.target.value })}
        />
      </Field>
      {hasPassphrase && (
        <Switch
          label={m.console_field_remove_passphrase()}
          checked={form.removePassphrase}
          onCheckedChange={(removePassphrase) => onChange({ removePassphrase })}
        />
      )}
      {edited === null && (
        <Switch
          label={m.console_field_public_joining()}
          hint={m.console_field_public_joining_hint()}
          checked={form.allowPublicJoin}
          onCheckedChange={(allowPublicJoin) => onChange({ allowPublicJoin })}
        />
      )}
      <Switch
        label={m.console_field_voting()}
        hint={m.console_field_voting_hint()}
        checked={form.votingEnabled}
        onCheckedChange={(votingEnabled) => onChange({ votingEnabled })}
      />
      {!form.votingEnabled && (
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <Field label={m.console_field_animation()}>
            <Select
              value={form.chosenAnimation}
              onChange={(event) => {
                const chosen = ANIMATIONS.find(({ style }) => style === event.target.value);
                if (chosen !== undefined) onChange({ chosenAnimation: chosen.style });
              }}
            >
              {ANIMATIONS.map(({ style, name }) => (
                <option key={style} value={style}>
                  {name()}
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
