/** A switch of the raffle form. */
import { useController } from 'react-hook-form';
import { Switch } from '../../../ui/switch.tsx';
import type { RaffleForm } from './raffle-form.ts';

interface FormSwitchProps {
  name:
    | 'adds_chance'
    | 'allow_public_join'
    | 'auto_draw'
    | 'must_be_present'
    | 'remove_passphrase'
    | 'voting_enabled';
  label: string;
  hint?: string;
}

export function FormSwitch({ name, ...texts }: FormSwitchProps) {
  const { field } = useController<RaffleForm, FormSwitchProps['name']>({ name });
  return <Switch {...texts} checked={field.value} onCheckedChange={field.onChange} />;
}
