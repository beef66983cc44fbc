/** A question that must be answered before anything happens; a press outside does not answer it. */
import type { ReactNode } from 'react';
import { AlertDialog as Radix } from 'radix-ui';
import { m } from '../messages/generated/messages.js';
import { Button } from './button.tsx';
import { buttonLook } from './button-look.ts';
import { classNames } from './class-names.ts';
import { Overlay, SHEET } from './overlay.tsx';
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
  /** Does not close by itself: the caller closes when it is done. */
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
  onConfirm,
  children,
}: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay above>
          <Radix.Content
            {...returnFocus}
            className={classNames(SHEET, 'overflow-y-auto p-5 sm:max-w-lg sm:p-7')}
          >
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-3 grid gap-3 text-ink-soft">{description}</div>
            </Radix.Description>
            {children}
            <div className="mt-6 flex flex-col-reverse gap-3 pb-[env(safe-area-inset-bottom)] sm:flex-row sm:justify-end">
              <Radix.Cancel className={buttonLook('quiet')}>{cancelLabel ?? m.common_cancel()}</Radix.Cancel>
              <Button
                variant={tone}
                disabled={confirmDisabled}
                pending={pending}
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
