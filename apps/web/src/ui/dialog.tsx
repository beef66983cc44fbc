/** A window over the page for a task of its own; Escape, the cross or a press outside closes it. */
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';
import { Overlay, SHEET } from './overlay.tsx';
import { escapeClosesTopDialog } from './top-dialog.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** `wide` for tables. */
  width?: 'normal' | 'wide';
  /** Shown above another dialog. */
  above?: boolean;
  /** Stays in view below the content. */
  footer?: ReactNode;
  /** Focuses the field that the dialog is there for; otherwise the cross has the focus. */
  onFocusFirst?: () => void;
  children: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'normal',
  above = false,
  footer,
  onFocusFirst,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(onFocusFirst);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay above={above} onEscape={() => onOpenChange(false)}>
          <Radix.Content
            className={classNames(SHEET, width === 'wide' ? 'sm:max-w-4xl' : 'sm:max-w-xl')}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            {...returnFocus}
            onEscapeKeyDown={escapeClosesTopDialog}
            onInteractOutside={(event) => {
              if (isInToast(event.target)) event.preventDefault();
            }}
          >
            <header className="flex items-start gap-4 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
              <div className="min-w-0 flex-1 py-1.5">
                <Radix.Title className="text-xl">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
                )}
              </div>
              <Radix.Close
                aria-label={m.common_close()}
                className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden className="size-5" />
              </Radix.Close>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6">
              {children}
            </div>
            {footer !== undefined && (
              <footer className="border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Dismissing a toast must not close the dialog that caused it. */
function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast') !== null;
}
