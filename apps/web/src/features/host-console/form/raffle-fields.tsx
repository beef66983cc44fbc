/** The fields of the raffle form. */
import type { AnimationStyle, HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { InviteeListInput } from '../invitees/invitee-list-input.tsx';
import type { InviteeListState } from '../invitees/use-invitee-list.ts';
import { FairnessFields } from './fairness-fields.tsx';
import {
  AutoDrawField,
  DeadlineField,
  DescriptionField,
  MaxTicketsField,
  MustBePresentField,
  PassphraseFields,
  PlacesField,
  RaffleImageField,
  ShowFields,
  TitleField,
  WinnersField,
} from './field-parts.tsx';
import { FormSwitch } from './form-switch.tsx';
import { NamesField } from './names-field.tsx';

interface RaffleFieldsProps {
  /** Null for a new raffle, which also has invitees and public joining. */
  edited: HostRaffle | null;
  invitees: InviteeListState;
  onAnimationTested: (style: AnimationStyle) => void;
}

export function RaffleFields({ edited, invitees, onAnimationTested }: RaffleFieldsProps) {
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <TitleField />
          <DescriptionField />
          <div className="grid gap-5 sm:grid-cols-2">
            <WinnersField edited={edited} />
            <MaxTicketsField />
            <PlacesField />
            <DeadlineField />
          </div>
          <AutoDrawField />
          <MustBePresentField />
          <RaffleImageField />
        </div>
        <div className="grid content-start gap-5">
          <PassphraseFields edited={edited} />
          <FormSwitch
            name="allow_public_join"
            label={m.console_field_public_joining()}
            hint={m.console_field_public_joining_hint()}
          />
          <NamesField />
          <ShowFields onTested={onAnimationTested} />
          {edited === null && <InviteeListInput label={m.console_field_invitees()} list={invitees} />}
        </div>
      </div>
      <FairnessFields edited={edited} />
    </>
  );
}
