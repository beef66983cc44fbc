/**
 * The prize editor (R61–R63, R65): the whole list is typed here and saved at once. What is typed stays until it is saved or
 * discarded, whatever else happens to the raffle; a list that somebody changed meanwhile is never overwritten.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { HostPrizes, HostRaffle, PrizesBody } from '@glassdrum/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { call, type CallFailed } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { focusFirstError } from '../../../../ui/focus-first-error.ts';
import { useChange } from '../../console-data.ts';
import { rafflePhase } from '../../host-actions.ts';
import { PrizeList } from './prize-list.tsx';
import { PrizeSettings } from './prize-settings.tsx';
import { prizesPath, useSetPrizes } from './prizes-data.ts';
import {
  bodyOfPrizes,
  type CheckedPrizesForm,
  editedPrizes,
  fieldAt,
  isSameForm,
  newsOf,
  type PrizesForm,
  prizesForm,
  type PrizesFormState,
  startOf,
} from './prizes-form.ts';
import { SaveBar } from './save-bar.tsx';
import { readInput } from '../stored-input.ts';

interface PrizeEditorProps {
  raffle: HostRaffle;
  list: HostPrizes;
}

export function PrizeEditor({ raffle, list }: PrizeEditorProps) {
  const [start] = useState(() => startOf(list, readInput('prizes', raffle.id)));
  const [edited, setEdited] = useState(start.edited);
  /** The stored list that took the place of what was typed last. */
  const [taken, setTaken] = useState<PrizesForm | null>(null);
  const [seen, setSeen] = useState(list);
  const [toConfirm, setToConfirm] = useState<PrizesBody | null>(null);
  const form = useForm<PrizesForm, unknown, CheckedPrizesForm>({
    resolver: zodResolver(prizesForm),
    mode: 'onChange',
    // Rows that are folded have no field to focus; the first error is looked for once they are unfolded.
    shouldFocusError: false,
    defaultValues: start.typed,
  });
  const element = useRef<HTMLFormElement>(null);
  const sent = useRef<PrizesForm | null>(null);
  const isPublic = rafflePhase(raffle) !== 'draft';

  const take = (stored: HostPrizes): void => {
    const next = editedPrizes(stored);
    setTaken(next.form);
    setEdited(next);
  };
  /** At the host's own press. */
  const begin = (stored: HostPrizes): void => {
    take(stored);
    // The save bar goes, and the focus would go with it.
    element.current?.focus({ preventScroll: true });
  };
  const save = useSave(raffle.id, form, {
    onSaved(answer) {
      setToConfirm(null);
      // What was typed while the list was on its way is still to be saved.
      if (sent.current === null || isSameForm(form.getValues(), sent.current)) begin(answer);
      else setEdited(editedPrizes(answer));
    },
    onRefused() {
      setToConfirm(null);
      if (element.current !== null) focusFirstError(element.current);
    },
  });

  if (list !== seen) {
    setSeen(list);
    const news = newsOf(list, { edited, typed: form.getValues() });
    if (news === 'newer_revision') setEdited({ ...edited, revision: list.revision });
    if (news === 'take') take(list);
  }
  useLayoutEffect(() => {
    if (taken !== null) form.reset(taken);
  }, [taken, form]);

  const submit = async (): Promise<void> => {
    const check = form.handleSubmit(
      (checked) => {
        const body = bodyOfPrizes(edited.revision, checked);
        sent.current = structuredClone(form.getValues());
        if (isPublic) setToConfirm(body);
        else save.mutate(body);
      },
      () => {
        if (element.current !== null) focusFirstError(element.current);
      },
    );
    await check();
  };

  return (
    <form
      ref={element}
      noValidate
      tabIndex={-1}
      aria-labelledby="prizes"
      className="grid gap-6 outline-none [&_button]:scroll-mb-32 [&_input]:scroll-mb-32 [&_textarea]:scroll-mb-32"
      // Saving is a press on its button: Enter in one of four hundred fields is none.
      onSubmit={(event) => event.preventDefault()}
    >
      {isPublic && (
        <p role="note" className="flex gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0" />
          {m.raffle_prizes_public()}
        </p>
      )}
      <PrizeSettings form={form} buckets={isPublic ? list.buckets : null} />
      <PrizeList raffle={raffle} list={list} form={form} />
      <SaveBar
        raffleId={raffle.id}
        form={form}
        edited={edited}
        list={list}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onBegin={() => begin(list)}
      />
      <AlertDialog
        open={toConfirm !== null}
        onOpenChange={() => setToConfirm(null)}
        title={m.raffle_prizes_confirm_title()}
        description={<p>{m.console_change_winners_text()}</p>}
        confirmLabel={m.console_change_winners_save()}
        pending={save.isPending}
        pendingLabel={m.console_saving()}
        onConfirm={() => {
          if (toConfirm !== null) save.mutate(toConfirm);
        }}
      />
    </form>
  );
}

interface SaveEvents {
  onSaved: (answer: HostPrizes) => void;
  /** With sentences of the server beside fields. */
  onRefused: () => void;
}

/** Sends the list, and puts the server's sentences beside the fields that they are about. */
function useSave(raffleId: string, form: PrizesFormState, { onSaved, onRefused }: SaveEvents) {
  const queryClient = useQueryClient();
  const setPrizes = useSetPrizes(raffleId);
  const showFieldErrors = ({ fields }: CallFailed): void => {
    for (const [path, message] of Object.entries(fields ?? {})) {
      const field = fieldAt(path);
      if (field !== null) form.setError(field, { message });
    }
  };
  return useChange({
    act: (body: PrizesBody) => call<HostPrizes>('PUT', prizesPath(raffleId), body),
    failedTitle: m.raffle_prizes_save_failed(),
    onDone: (answer) => {
      void setPrizes(answer);
      onSaved(answer);
      toast({ title: m.raffle_prizes_saved(), tone: 'good' });
    },
    onRefused: (error) => {
      showFieldErrors(error);
      onRefused();
      // The save bar says it as soon as it knows the other list.
      if (error.code === 'prizes_changed') {
        void queryClient.invalidateQueries({ queryKey: [prizesPath(raffleId)] });
      }
      return false;
    },
  });
}
