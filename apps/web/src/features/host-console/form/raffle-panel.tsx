/** The panel above the raffles: a button that opens the form for a new raffle, or the form of the draft being edited. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard, Plus } from 'lucide-react';
import { call, type CallFailed } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { RAFFLES, useChange } from '../console-data.ts';
import { handIn } from '../invitees/hand-in.ts';
import { type InviteeListState, type LeftInvitees, useInviteeList } from '../invitees/use-invitee-list.ts';
import { RaffleFields } from './raffle-fields.tsx';
import type { RaffleForm, RaffleFormErrors } from './raffle-form-state.ts';
import { createBody, formOfRaffle, newRaffleForm, patchBody } from './raffle-form-state.ts';
import { useRaffleForm } from './use-raffle-form.ts';

const AnimationsDialog = lazy(async () => {
  const { AnimationsDialog: dialog } = await import('../animations/animations-dialog.tsx');
  return { default: dialog };
});

interface RafflePanelProps {
  /** The draft being edited; null for a new raffle. The panel starts anew when it changes (by its key). */
  edited: HostRaffle | null;
  onEditEnded: () => void;
  /** The raffle is there, but some lines of its invitee list need mending. */
  onInviteesLeft: (raffle: HostRaffle, left: LeftInvitees) => void;
}

export function RafflePanel({ edited, onEditEnded, onInviteesLeft }: RafflePanelProps) {
  const [open, setOpen] = useState(edited !== null);
  const { form, errors, change, check, refuse, startWith } = useRaffleForm(() =>
    edited === null ? newRaffleForm() : formOfRaffle(edited),
  );
  const invitees = useInviteeList(undefined);
  const [testing, setTesting] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const create = useCreate(onInviteesLeft, refuse);
  const update = useUpdate(edited, refuse);
  const { isPending } = edited === null ? create : update;

  useEffect(() => {
    // The form is above the cards: whoever pressed Edit on one of them is taken there.
    if (!open) return;
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [open]);

  const close = (): void => {
    startWith(newRaffleForm());
    invitees.leave(null);
    setOpen(false);
    onEditEnded();
  };

  const animations = testing && (
    <Suspense fallback={null}>
      <AnimationsDialog
        selected={form.chosenAnimation}
        winners={rehearsedWinners(form)}
        onSelect={(chosenAnimation) => change({ chosenAnimation })}
        onClose={() => setTesting(false)}
      />
    </Suspense>
  );
  if (!open) {
    return (
      <div className="mt-6 flex flex-wrap gap-3">
        {animations}
        <Button className="min-h-13 px-6 text-lg" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-5" />
          {m.console_create_new()}
        </Button>
        <Button variant="quiet" className="min-h-13 px-5 text-lg" onClick={() => setTesting(true)}>
          <Clapperboard aria-hidden className="size-5" />
          {m.console_test_animations()}
        </Button>
      </div>
    );
  }
  return (
    <Card ref={panel} className="mt-6 scroll-mt-4 animate-appear">
      {animations}
      <h2 className="text-2xl">{edited === null ? m.console_create_title() : m.console_edit_title()}</h2>
      <form
        noValidate
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault();
          const { currentTarget } = event;
          if (!check()) {
            requestAnimationFrame(() => {
              currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
            });
          } else if (edited === null) create.mutate({ form, invitees }, { onSuccess: close });
          else update.mutate(form, { onSuccess: close });
        }}
      >
        <RaffleFields
          form={form}
          errors={errors}
          edited={edited}
          invitees={invitees}
          onChange={change}
          onTestAnimations={() => setTesting(true)}
        />
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

/** What the form says, where that is a number of winners. */
function rehearsedWinners({ maxWinners }: RaffleForm): number {
  const { min, max, default: usual } = LIMITS.winners;
  const winners = Number(maxWinners);
  return Number.isSafeInteger(winners) && winners >= min && winners <= max ? winners : usual;
}

type ShowErrors = (errors: RaffleFormErrors) => void;

/** Puts the server's sentences under their fields; the notice is shown as well. */
function showFieldErrors(refuse: ShowErrors): (error: CallFailed) => boolean {
  return ({ fields }) => {
    if (fields !== undefined) refuse(fields);
    return false;
  };
}

/** Creates the raffle, then hands in its invitees; lines that can't be taken don't undo the raffle. */
function useCreate(onInviteesLeft: RafflePanelProps['onInviteesLeft'], refuse: ShowErrors) {
  return useChange({
    act: async ({ form, invitees }: { form: RaffleForm; invitees: InviteeListState }) => {
      const raffle = await call<HostRaffle>('POST', '/api/raffles', createBody(form));
      const left = invitees.count === 0 ? null : (await handIn(raffle.id, await invitees.prepare())).left;
      const linkCopied = raffle.public_url !== null && (await copyText(raffle.public_url));
      return { raffle, left, linkCopied };
    },
    failed: m.console_create_failed(),
    onRefused: showFieldErrors(refuse),
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

function useUpdate(edited: HostRaffle | null, refuse: ShowErrors) {
  const queryClient = useQueryClient();
  return useChange({
    act: async (form: RaffleForm) => {
      if (edited === null) return;
      await call('PATCH', `/api/raffles/${edited.id}`, patchBody(form, edited));
      await queryClient.invalidateQueries({ queryKey: RAFFLES });
    },
    failed: m.console_update_failed(),
    onRefused: showFieldErrors(refuse),
    onDone: () => toast({ title: m.console_updated(), tone: 'good' }),
  });
}
