/** The panel above the raffles: a button that opens the form for a new raffle, or the form of the draft being edited. */
import { useEffect, useRef, useState } from 'react';
import type { HostRaffle, InvitesAnswer } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { call, CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.tsx';
import { RAFFLES, useChange } from './console-data.ts';
import type { ListProblems } from './console-dialogs.tsx';
import { RaffleFields } from './raffle-fields.tsx';
import type { RaffleForm, RaffleFormErrors } from './raffle-form-state.ts';
import { createBody, formOfRaffle, newRaffleForm, patchBody, raffleFormErrors } from './raffle-form-state.ts';

interface RafflePanelProps {
  /** The draft being edited; null for a new raffle. The panel starts anew when it changes (by its key). */
  edited: HostRaffle | null;
  onEditEnded: () => void;
  /** The raffle is there, but its invitee list needs mending. */
  onListProblems: (raffle: HostRaffle, problems: ListProblems) => void;
}

export function RafflePanel({ edited, onEditEnded, onListProblems }: RafflePanelProps) {
  const [open, setOpen] = useState(edited !== null);
  const [form, setForm] = useState(() => (edited === null ? newRaffleForm() : formOfRaffle(edited)));
  const [errors, setErrors] = useState<RaffleFormErrors>({});
  const panel = useRef<HTMLDivElement>(null);
  const create = useCreate(onListProblems, setErrors);
  const update = useUpdate(edited, setErrors);
  const { isPending } = edited === null ? create : update;

  useEffect(() => {
    // The form is above the cards: whoever pressed Edit on one of them is taken there.
    if (!open) return;
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [open]);

  const close = (): void => {
    setForm(newRaffleForm());
    setErrors({});
    setOpen(false);
    onEditEnded();
  };

  if (!open) {
    return (
      <div className="mt-6 flex flex-wrap gap-3">
        <Button className="min-h-13 px-6 text-lg" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-5" />
          {m.console_create_new()}
        </Button>
      </div>
    );
  }
  return (
    <Card ref={panel} className="mt-6 scroll-mt-4 animate-appear">
      <h2 className="text-2xl">{edited === null ? m.console_create_title() : m.console_edit_title()}</h2>
      <form
        noValidate
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault();
          const { currentTarget } = event;
          const found = raffleFormErrors(form, Date.now());
          setErrors(found);
          if (Object.keys(found).length > 0) {
            requestAnimationFrame(() => {
              currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
            });
          } else (edited === null ? create : update).mutate(form, { onSuccess: close });
        }}
      >
        <RaffleFields
          form={form}
          errors={errors}
          edited={edited}
          onChange={(changed) => setForm({ ...form, ...changed })}
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

type ShowErrors = (errors: RaffleFormErrors) => void;

/** Puts the server's sentences under their fields; the notice is shown as well. */
function showFieldErrors(setErrors: ShowErrors): (error: CallFailed) => boolean {
  return ({ fields }) => {
    if (fields !== undefined) setErrors(fields);
    return false;
  };
}

/** Creates the raffle, then hands in its invitees; bad lines don't undo the raffle. */
function useCreate(onListProblems: RafflePanelProps['onListProblems'], setErrors: ShowErrors) {
  return useChange({
    act: async (form: RaffleForm) => {
      const raffle = await call<HostRaffle>('POST', '/api/raffles', createBody(form));
      const problems = form.invitees.trim() === '' ? null : await handIn(raffle.id, form.invitees);
      const linkCopied = raffle.public_url !== null && (await copyText(raffle.public_url));
      return { raffle, problems, linkCopied };
    },
    failed: m.console_create_failed(),
    onRefused: showFieldErrors(setErrors),
    onDone: ({ raffle, problems, linkCopied }) => {
      toast({
        title: raffle.public_url === null ? m.console_created() : m.console_created_public(),
        description: linkCopied ? m.console_created_link_copied() : m.console_created_text(),
        tone: 'good',
      });
      if (problems !== null) onListProblems(raffle, problems);
    },
  });
}

/** Null when every line was taken. Anything else can be tried again from the invitations dialog. */
async function handIn(raffleId: string, text: string): Promise<ListProblems | null> {
  try {
    await call<InvitesAnswer>('POST', `/api/raffles/${raffleId}/invites`, { invitees: text });
    return null;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { text, lines: error.lines ?? [], sentence: error.message };
  }
}

function useUpdate(edited: HostRaffle | null, setErrors: ShowErrors) {
  const queryClient = useQueryClient();
  return useChange({
    act: async (form: RaffleForm) => {
      if (edited === null) return;
      await call('PATCH', `/api/raffles/${edited.id}`, patchBody(form, edited));
      await queryClient.invalidateQueries({ queryKey: RAFFLES });
    },
    failed: m.console_update_failed(),
    onRefused: showFieldErrors(setErrors),
    onDone: () => toast({ title: m.console_updated(), tone: 'good' }),
  });
}
