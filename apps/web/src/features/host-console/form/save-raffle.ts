/** Saves what was edited of a draft, with the server's sentences under their fields. */
import type { HostRaffle } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { call, type CallFailed } from '../../../api/call.ts';
import { RAFFLES } from '../../../api/workspaces/workspaces.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { type CheckedRaffleForm, patchBody, type RaffleForm } from './raffle-form.ts';

export type RaffleFormState = UseFormReturn<RaffleForm, unknown, CheckedRaffleForm>;

/** Puts the server's sentences under their fields; the toast is shown as well. */
export function showFieldErrors({ setError }: RaffleFormState): (error: CallFailed) => boolean {
  return ({ fields }) => {
    for (const [name, message] of Object.entries(fields ?? {}))
      setError(name as keyof RaffleForm, { message });
    return false;
  };
}

export function useUpdate(edited: HostRaffle | null, form: RaffleFormState) {
  const queryClient = useQueryClient();
  return useChange({
    act: async (checked: CheckedRaffleForm) => {
      if (edited === null) return;
      await call('PATCH', `/api/raffles/${edited.id}`, patchBody(checked, edited));
      // Public joining has a call of its own: unlike the rest it can change after the draft.
      const allow = checked.allow_public_join;
      if (allow !== edited.allow_public_join) {
        await call('PATCH', `/api/raffles/${edited.id}/public-join`, { allow });
      }
      await queryClient.invalidateQueries({ queryKey: RAFFLES });
    },
    failed: m.console_update_failed(),
    onRefused: showFieldErrors(form),
    onDone: () => toast({ title: m.console_updated(), tone: 'good' }),
  });
}
