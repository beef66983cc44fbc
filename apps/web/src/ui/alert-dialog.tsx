/** A question that must be answered before anything happens; a press outside does not answer it. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AlertDialog as Radix } from 'radix-ui';
import { m } from '../messages/generated/messages.js';
import { Button } from './button.tsx';
import { buttonLook } from './button-look.ts';
import { classNames } from './class-names.ts';
import { Field, TextInput } from './field.tsx';
import { Overlay, SHEET } from './overlay.tsx';
import { escapeClosesTopDialog } from './top-dialog.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen; read out together with the title. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Until a condition of the question is met. */
  confirmDisabled?: boolean;
  pending?: boolean;
  pendingLabel?: string;
  tone?: 'primary' | 'danger';
  /** The button works only once exactly this was typed; for what cannot be undone. */
  phrase?: string;
  /** Does not close automatically: the caller closes when it is done. */
  onConfirm: () => void;
  children?: ReactNode;
}

export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  confirmDisabled = false,
  pending = false,
  pendingLabel,
  tone = 'primary',
  phrase,
  onConfirm,
  children,
}: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState('');
  const changeOpen = (next: boolean): void => {
    setTyped('');
    onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={changeOpen}>
      <Radix.Portal>
        <Overlay above onEscape={() => changeOpen(false)}>
          <Radix.Content
            {...returnFocus}
            onEscapeKeyDown={escapeClosesTopDialog}
            aria-modal
            className={classNames(SHEET, 'overflow-y-auto p-5 sm:max-w-lg sm:p-7')}
          >
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-3 grid gap-3 text-ink-soft">{description}</div>
            </Radix.Description>
            {children}
            {phrase !== undefined && (
              <Field label={m.common_type_to_confirm({ phrase })} className="mt-5">
                <TextInput
                  value={typed}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  onChange={(event) => setTyped(event.target.value)}
                />
              </Field>
            )}
            <div className="mt-6 flex flex-col-reverse gap-3 pb-[env(safe-area-inset-bottom)] sm:flex-row sm:justify-end">
              <Radix.Cancel className={buttonLook('quiet')}>{cancelLabel ?? m.common_cancel()}</Radix.Cancel>
              <Button
                variant={tone}
                pending={pending}
                disabled={confirmDisabled || (phrase !== undefined && typed !== phrase)}
                {...(pendingLabel === undefined ? {} : { pendingLabel })}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
