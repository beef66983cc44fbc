/** R77: writes the starting text of the rules from what the form says, for the host to read and change. */
import type { CurrentUser, HostPrizes, HostRaffle, SettingsAnswer } from '@glassdrum/contract';
import { startingRules } from '@glassdrum/raffle-rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { call, type CallFailed } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type RaffleForm, raffleForm } from './raffle-form.ts';

export function StartingRules({ edited }: { edited: HostRaffle | null }) {
  const { getValues, setValue } = useFormContext<RaffleForm>();
  const [isAsked, setAsked] = useState(false);
  const write = useMutation<string, CallFailed>({
    mutationFn: () => textFor(getValues(), edited),
    onSuccess(text) {
      setAsked(false);
      setValue('rules_text', text, { shouldDirty: true, shouldValidate: true });
    },
    onError(failure) {
      setAsked(false);
      toast({ title: m.console_rules_start_failed(), description: failure.message, tone: 'danger' });
    },
  });
  const start = (): void => {
    if (getValues('rules_text').trim() === '') write.mutate();
    else setAsked(true);
  };
  return (
    <div>
      <Button variant="quiet" pending={write.isPending} onClick={start}>
        {m.console_rules_start()}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={m.console_rules_replace_title()}
        description={<p>{m.console_rules_replace_text()}</p>}
        confirmLabel={m.console_rules_replace()}
        pending={write.isPending}
        onConfirm={() => write.mutate()}
      />
    </div>
  );
}

async function textFor(typed: RaffleForm, edited: HostRaffle | null): Promise<string> {
  const shape = raffleForm.in.shape;
  const user = await call<CurrentUser>('GET', '/api/auth/me');
  const { retention_days: retentionDays } = await call<SettingsAnswer>('GET', '/api/settings');
  const list = edited === null ? null : await call<HostPrizes>('GET', `/api/raffles/${edited.id}/prizes`);
  const deadline = typed.deadline_at === '' ? null : new Date(typed.deadline_at);
  const number = (text: string, otherwise: number): number => (text === '' ? otherwise : Number(text));
  return startingRules({
    title: typed.title.trim(),
    hostName: user.name,
    contact: user.email,
    isPublic: edited?.allow_public_join ?? typed.allow_public_join,
    hasPassphrase:
      typed.passphrase !== '' || (edited?.requires_passphrase === true && !typed.remove_passphrase),
    deadline: deadline === null ? null : deadlineText(deadline),
    isAutomatic: typed.auto_draw,
    maxTickets: number(typed.max_tickets, 1),
    maxEntries: typed.max_entries === '' ? null : Number(typed.max_entries),
    mustBePresent: typed.must_be_present,
    prizes:
      list === null || edited?.named_prizes === false
        ? [
            {
              name: null,
              quantity: number(typed.max_winners, 1),
              claim_window: list?.prizes[0]?.claim_window ?? null,
            },
          ]
        : list.prizes,
    draws: edited?.draws.total ?? 1,
    isOncePerPerson: list === null || list.policy === 'once',
    beaconPolicy: typed.beacon_policy,
    names: shape.name_publications.parse(typed.name_publications),
    retentionDays,
  });
}

/** With the host's time zone, since people of other zones read it. */
function deadlineText(at: Date): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'full',
    timeStyle: 'long',
  }).format(at);
}
