/** The panel above the raffles: a button that opens the form for a new raffle, or the form of the draft being edited. */
import { useEffect, useRef, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { Clapperboard, Plus } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { selectedWorkspace } from '../../../api/workspaces/selected-workspace.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { submitInvitees } from '../invitees/submit-invitees.ts';
import { type InviteeListState, type LeftInvitees, useInviteeList } from '../invitees/use-invitee-list.ts';
import { rememberAnimation, selectedAnimation } from '../animations/selected-animation.ts';
import { AnimationTest } from './animation-test.tsx';
import { RaffleFields } from './raffle-fields.tsx';
import {
  type CheckedRaffleForm,
  createBody,
  formOfRaffle,
  newRaffleForm,
  type RaffleForm,
  raffleForm,
} from './raffle-form.ts';
import { TemplatesButton } from '../templates/templates-button.tsx';
import { type RaffleFormState, showFieldErrors, useUpdate } from './save-raffle.ts';

interface RafflePanelProps {
  /** The draft being edited; null for a new raffle. Its key gives each of them a new panel. */
  edited: HostRaffle | null;
  onEditEnded: () => void;
  /** The raffle is there, but some lines of its invitee list need fixing. */
  onInviteesLeft: (raffle: HostRaffle, left: LeftInvitees) => void;
}

export function RafflePanel({ edited, onEditEnded, onInviteesLeft }: RafflePanelProps) {
  const [open, setOpen] = useState(edited !== null);
  const form = useForm<RaffleForm, unknown, CheckedRaffleForm>({
    resolver: zodResolver(raffleForm),
    mode: 'onChange',
    defaultValues: edited === null ? newRaffleForm(selectedAnimation()) : formOfRaffle(edited),
  });
  const invitees = useInviteeList(undefined);
  const [isTesting, setTesting] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const create = useCreate(onInviteesLeft, form);
  const update = useUpdate(edited, form);
  const { isPending } = edited === null ? create : update;

  useEffect(() => {
    // The form is above the cards: anyone who pressed Edit on one of them is taken there.
    if (!open) return;
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [open]);

  const close = (): void => {
    form.reset(newRaffleForm(selectedAnimation()));
    invitees.leave(null);
    setOpen(false);
    onEditEnded();
  };

  if (!open) {
    return (
      <div className="mt-6 flex flex-wrap gap-3">
        {isTesting && (
          <FormProvider {...form}>
            <AnimationTest
              effect={m.console_select_effect_new()}
              onSelect={rememberAnimation}
              onClose={() => setTesting(false)}
            />
          </FormProvider>
        )}
        <Button className="min-h-13 px-6 text-lg" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-5" />
          {m.console_create_new()}
        </Button>
        <Button variant="quiet" className="min-h-13 px-5 text-lg" onClick={() => setTesting(true)}>
          <Clapperboard aria-hidden className="size-5" />
          {m.console_test_animations()}
        </Button>
        <TemplatesButton />
      </div>
    );
  }
  return (
    <Card ref={panel} className="mt-6 scroll-mt-4 animate-appear">
      <h2 className="text-2xl">{edited === null ? m.console_create_title() : m.console_edit_title()}</h2>
      <form
        noValidate
        className="mt-6"
        onSubmit={(event) =>
          void form.handleSubmit((checked) => {
            if (edited === null) create.mutate({ form: checked, invitees }, { onSuccess: close });
            else update.mutate(checked, { onSuccess: close });
          })(event)
        }
      >
        <FormProvider {...form}>
          <RaffleFields edited={edited} invitees={invitees} onAnimationTested={rememberAnimation} />
        </FormProvider>
        <div className="mt-8 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            pending={isPending}
            pendingLabel={edited === null ? m.console_creating() : m.console_saving()}
          >
            {edited === null ? m.console_create() : m.console_save()}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Creates the raffle, then hands in its invitees; lines that can't be taken don't undo the raffle. */
function useCreate(onInviteesLeft: RafflePanelProps['onInviteesLeft'], panel: RaffleFormState) {
  return useChange({
    act: async ({ form, invitees }: { form: CheckedRaffleForm; invitees: InviteeListState }) => {
      const raffle = await call<HostRaffle>('POST', '/api/raffles', {
        ...createBody(form),
        workspace_id: selectedWorkspace() ?? undefined,
      });
      const left =
        invitees.count === 0 ? null : (await submitInvitees(raffle.id, await invitees.prepare())).left;
      const linkCopied = raffle.public_url !== null && (await copyText(raffle.public_url));
      return { raffle, left, linkCopied };
    },
    failed: m.console_create_failed(),
    onRefused: showFieldErrors(panel),
    onDone: ({ raffle, left, linkCopied }) => {
      toast({
        title: raffle.public_url === null ? m.console_created() : m.console_created_public(),
        description: linkCopied ? m.console_created_link_copied() : m.console_created_text(),
        tone: 'good',
      });
      if (left !== null) onInviteesLeft(raffle, left);
    },
  });
}
