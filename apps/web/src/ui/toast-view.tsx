/** How a toast looks and goes: after 5 s, or 12 s where it has a button, or with a swipe to the right; F8 jumps to it. */
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';
import { closeTopDialog } from './top-dialog.ts';
import { shownToast, showToast, subscribeToast, type ToastTone } from './toast-store.ts';

const DURATION_MS = 5000;
/** Time to find the button, also by keyboard. */
const ACTION_DURATION_MS = 12_000;
const SWIPE_PX = 50;

function ToneIcon({ tone }: { tone: ToastTone }) {
  switch (tone) {
    case 'plain':
      return null;
    case 'good':
      return <CircleCheck aria-hidden className="mt-2 size-5 shrink-0 text-good" />;
    case 'danger':
      return <TriangleAlert aria-hidden className="mt-2 size-5 shrink-0 text-danger" />;
  }
}

/** Main buttons, as `buttonLook` makes them. */
const PRIMARY = 'button.bg-brand, a.bg-brand, button[type="submit"]';
/** Tailwind's `sm`: below, a toast is as wide as the screen. */
const WIDE = '(min-width: 40rem)';

/** CSS pixels of a toast with its distances, before it is there to be measured. */
const LEAST_HEIGHT = 120;

type Side = 'top' | 'bottom';

/**
 * On a phone a toast is at the top, unless it would cover a main button there and none at the bottom; on a wide screen it is in
 * the lower right corner, unless it would cover one there.
 */
function sideFor(viewport: HTMLElement): Side {
  const isWide = window.matchMedia(WIDE).matches;
  // The open chat has its line to write in at the bottom.
  if (isWide && document.querySelector('.chat-window') !== null) return 'top';
  // A dialog has its buttons at the bottom.
  const isDialogOpen = document.documentElement.classList.contains('dialog-open');
  if (isDialogOpen) return isWide ? 'bottom' : 'top';
  const { height: measured, left } = viewport.getBoundingClientRect();
  const height = Math.max(LEAST_HEIGHT, measured);
  const covered = { top: false, bottom: false };
  for (const button of document.querySelectorAll(PRIMARY)) {
    const box = button.getBoundingClientRect();
    if (box.height === 0 || box.bottom < 0 || box.top > window.innerHeight || box.right < left) continue;
    if (box.top < height) covered.top = true;
    if (box.bottom > window.innerHeight - height) covered.bottom = true;
  }
  if (isWide) return covered.bottom && !covered.top ? 'top' : 'bottom';
  return covered.top && !covered.bottom ? 'bottom' : 'top';
}

export function ToastView() {
  const toast = useSyncExternalStore(subscribeToast, shownToast);
  const viewport = useRef<HTMLOListElement>(null);
  /** The key that Radix is closing for was meant for something else. */
  const escaped = useRef(false);
  const [side, setSide] = useState<Side>('bottom');
  const id = toast?.id;
  useLayoutEffect(() => {
    if (id !== undefined && viewport.current !== null) setSide(sideFor(viewport.current));
  }, [id]);
  return (
    <Toast.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label={m.common_notification()}
    >
      {toast !== null && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => {
            const isMeantElsewhere = escaped.current;
            escaped.current = false;
            if (!open && !isMeantElsewhere && shownToast()?.id === toast.id) {
              showToast({ ...toast, open: false });
            }
          }}
          onEscapeKeyDown={(event) => {
            // What was on top has taken this key already; the dialog below it must stay.
            if (event.defaultPrevented) return;
            // Escape closes the toast that has the focus; otherwise the open chat, or the dialog on top.
            const focused = document.activeElement;
            escaped.current =
              viewport.current?.contains(focused) !== true &&
              ((focused?.closest('.chat-window') ?? null) !== null || closeTopDialog());
          }}
          type={toast.tone === 'danger' || toast.action !== undefined ? 'foreground' : 'background'}
          duration={toast.action === undefined ? DURATION_MS : ACTION_DURATION_MS}
          className="toast flex items-start gap-3 rounded-2xl border border-line-strong bg-card py-2.5 pr-1.5 pl-4 shadow-high"
        >
          <ToneIcon tone={toast.tone ?? 'plain'} />
          <div className="min-w-0 flex-1 py-1.5">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description !== undefined && (
              <Toast.Description className="text-sm text-ink-soft">{toast.description}</Toast.Description>
            )}
          </div>
          {toast.action !== undefined && (
            <Toast.Action asChild altText={toast.action.label}>
              <button
                type="button"
                className="min-h-11 shrink-0 rounded-lg px-3 font-semibold text-brand-strong underline underline-offset-4 hover:bg-sunken"
                onClick={toast.action.run}
              >
                {toast.action.label}
              </button>
            </Toast.Action>
          )}
          <Toast.Close
            aria-label={m.common_dismiss()}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={viewport}
        hotkey={['F8']}
        label={m.common_notifications({ hotkey: '{hotkey}' })}
        className={classNames(
          'pointer-events-none fixed right-0 z-50 grid w-full max-w-md gap-2 p-4 outline-none *:pointer-events-auto',
          side === 'top'
            ? 'top-0 pt-[max(1rem,env(safe-area-inset-top))]'
            : 'bottom-0 pb-[max(1rem,env(safe-area-inset-bottom))]',
        )}
      />
    </Toast.Provider>
  );
}
