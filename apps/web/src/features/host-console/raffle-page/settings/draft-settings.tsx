/**
 * The settings of a draft, in groups: the fields of the raffle form. What is typed stays until it is saved or discarded, also
 * when the host looks at another section or reloads; what another window saves meanwhile is followed in all other fields.
 */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { focusFirstError } from '../../../../ui/focus-first-error.ts';
import { AddsChanceField, ChanceFields, RulesField, Witnesses } from '../../form/fairness-fields.tsx';
import {
  AutoDrawField,
  DeadlineField,
  DescriptionField,
  MaxTicketsField,
  MustBePresentField,
  NoWinField,
  PassphraseFields,
  PlacesField,
  RaffleImageField,
  ShowFields,
  TitleField,
  WinnersField,
} from '../../form/field-parts.tsx';
import { NamesField } from '../../form/names-field.tsx';
import { type CheckedRaffleForm, formOfRaffle, type RaffleForm, raffleForm } from '../../form/raffle-form.ts';
import { type RaffleFormState, useUpdate } from '../../form/save-raffle.ts';
import { LeftOutPeople } from '../../left-out/left-out-people.tsx';
import { readInput, storeInput } from '../stored-input.ts';
import { isSameForm, mergeForm, startOf, toStore } from './settings-form.ts';

export function DraftSettings({ raffle }: { raffle: HostRaffle }) {
  const now = useMemo(() => formOfRaffle(raffle), [raffle]);
  const [base, setBase] = useState(now);
  const [merged, setMerged] = useState<RaffleForm | null>(null);
  /** What was just saved, until it is what is stored. */
  const [saved, setSaved] = useState<RaffleForm | null>(null);
  const form = useForm<RaffleForm, unknown, CheckedRaffleForm>({
    resolver: zodResolver(raffleForm),
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: startOf(now, readInput('settings', raffle.id)),
  });
  const update = useUpdate(raffle, form);
  const element = useRef<HTMLFormElement>(null);
  const focusError = (): void => {
    if (element.current !== null) focusFirstError(element.current);
  };

  if (saved !== null || !isSameForm(base, now)) {
    setMerged(mergeForm(form.getValues(), saved ?? base, now));
    setBase(now);
    setSaved(null);
  }
  useLayoutEffect(() => {
    if (merged !== null) form.reset(merged);
  }, [merged, form]);

  const submit = async (): Promise<void> => {
    const check = form.handleSubmit((checked) => {
      const sent = structuredClone(form.getValues());
      update.mutate(checked, { onSuccess: () => setSaved(sent), onError: focusError });
    }, focusError);
    await check();
  };

  return (
    <form
      ref={element}
      noValidate
      tabIndex={-1}
      aria-labelledby="settings"
      className="grid grid-cols-1 gap-6 outline-none [&_button]:scroll-mb-32 [&_input]:scroll-mb-32 [&_textarea]:scroll-mb-32"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="text-ink-soft">{m.raffle_settings_draft()}</p>
      <FormProvider {...form}>
        <Group title={m.raffle_settings_about()}>
          <TitleField />
          <DescriptionField />
          <RaffleImageField />
        </Group>
        <Group title={m.raffle_settings_entering()}>
          <div className="grid gap-5 sm:grid-cols-2">
            <WinnersField edited={raffle} />
            <MaxTicketsField />
            <PlacesField />
          </div>
          <PassphraseFields edited={raffle} />
          <MustBePresentField />
          <NamesField />
        </Group>
        <Group title={m.raffle_settings_deadline()}>
          <DeadlineField />
          <AutoDrawField />
        </Group>
        <Group title={m.nowin_title()} text={m.nowin_text()}>
          <NoWinField />
          {raffle.no_win_months !== null && <LeftOutPeople raffle={raffle} />}
        </Group>
        <Group title={m.raffle_settings_show()}>
          <ShowFields />
        </Group>
        <Group title={m.raffle_settings_rules()} text={m.raffle_settings_rules_text()}>
          <RulesField edited={raffle} />
        </Group>
        <Group title={m.raffle_settings_fairness()} text={m.raffle_settings_fairness_text()}>
          <ChanceFields />
          <Witnesses />
          <AddsChanceField />
        </Group>
      </FormProvider>
      <SaveBar
        raffleId={raffle.id}
        form={form}
        base={base}
        isSaving={update.isPending}
        onDiscard={() => {
          setMerged({ ...now });
          element.current?.focus({ preventScroll: true });
        }}
      />
    </form>
  );
}

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card className="grid gap-5">
      <div>
        <h3 className="text-xl">{title}</h3>
        {text !== undefined && <p className="mt-1 text-ink-soft">{text}</p>}
      </div>
      {children}
    </Card>
  );
}

interface SaveBarProps {
  raffleId: string;
  form: RaffleFormState;
  base: RaffleForm;
  isSaving: boolean;
  onDiscard: () => void;
}

/** In view while there is something to save. */
function SaveBar({ raffleId, form, base, isSaving, onDiscard }: SaveBarProps) {
  const [isAsked, setAsked] = useState(false);
  // Renders this bar with everything that is typed.
  useWatch({ control: form.control });
  const typed = form.getValues();
  const isChanged = !isSameForm(typed, base);
  useEffect(() => {
    storeInput('settings', raffleId, isChanged ? toStore(typed, base) : null);
  });
  if (!isChanged) return null;
  return (
    <div
      role="region"
      aria-label={m.raffle_prizes_unsaved()}
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line-strong bg-card px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-high sm:bottom-4 sm:mx-0 sm:rounded-2xl sm:border"
    >
      <p className="min-w-0 flex-1 basis-60 font-semibold">{m.raffle_prizes_unsaved()}</p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        <Button variant="quiet" onClick={() => setAsked(true)}>
          {m.raffle_prizes_discard()}
        </Button>
        <Button type="submit" pending={isSaving} pendingLabel={m.console_saving()}>
          {m.raffle_settings_save()}
        </Button>
      </div>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={m.raffle_prizes_discard_title()}
        description={<p>{m.raffle_settings_discard_text()}</p>}
        confirmLabel={m.raffle_prizes_discard_confirm()}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          onDiscard();
        }}
      />
    </div>
  );
}
