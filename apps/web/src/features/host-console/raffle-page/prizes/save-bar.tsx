/** Stays in view while there is something to save: save it, discard it, or, where the list is another one by now, load that. */
import { useEffect, useState } from 'react';
import type { HostPrizes } from '@glassdrum/contract';
import { LIMITS, refusalMessage } from '@glassdrum/raffle-rules';
import { useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { type EditedPrizes, isSameForm, newsOf, type PrizesFormState, totalsOf } from './prizes-form.ts';
import { storeInput } from '../stored-input.ts';

interface SaveBarProps {
  raffleId: string;
  form: PrizesFormState;
  edited: EditedPrizes;
  list: HostPrizes;
  isSaving: boolean;
  onSave: () => void;
  /** Begins again with the list as it is stored. */
  onBegin: () => void;
}

export function SaveBar({ raffleId, form, edited, list, isSaving, onSave, onBegin }: SaveBarProps) {
  const [isAsked, setAsked] = useState(false);
  // Renders this bar with everything that is typed.
  useWatch({ control: form.control });
  const typed = form.getValues();
  const isChanged = !isSameForm(typed, edited.form);
  const isOtherList = newsOf(list, { edited, typed }) === 'other_list' && !isSaving;
  const isTooMuch = totalsOf(typed.prizes).wins > LIMITS.prizeWins.max;
  useEffect(() => {
    storeInput('prizes', raffleId, isChanged ? { edited, typed } : null);
  });
  if (!isChanged) return null;
  return (
    <div
      role="region"
      aria-label={m.raffle_prizes_unsaved()}
      className="sticky bottom-0 z-20 -mx-4 border-t border-line-strong bg-card px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-high sm:bottom-4 sm:mx-0 sm:rounded-2xl sm:border"
    >
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p
          role={isOtherList || isTooMuch ? 'alert' : undefined}
          className={classNames(
            'min-w-0 flex-1 basis-60 font-semibold',
            (isOtherList || isTooMuch) && 'text-danger',
          )}
        >
          {textOf({ isOtherList, isTooMuch })}
        </p>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          {isOtherList ? (
            <Button onClick={onBegin}>{m.raffle_prizes_load_new()}</Button>
          ) : (
            <>
              <Button variant="quiet" onClick={() => setAsked(true)}>
                {m.raffle_prizes_discard()}
              </Button>
              <Button
                disabled={isTooMuch}
                pending={isSaving}
                pendingLabel={m.console_saving()}
                onClick={onSave}
              >
                {m.raffle_prizes_save()}
              </Button>
            </>
          )}
        </div>
      </div>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={m.raffle_prizes_discard_title()}
        description={<p>{m.raffle_prizes_discard_text()}</p>}
        confirmLabel={m.raffle_prizes_discard_confirm()}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          onBegin();
        }}
      />
    </div>
  );
}

function textOf({ isOtherList, isTooMuch }: { isOtherList: boolean; isTooMuch: boolean }): string {
  if (isOtherList) return m.raffle_prizes_other_list();
  return isTooMuch ? refusalMessage('too_many_wins') : m.raffle_prizes_unsaved();
}
