/** How a notice looks and goes: after 5 s, or with a swipe to the right; F8 jumps to it. */
import { useSyncExternalStore } from 'react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { m } from '../messages/generated/messages.js';
import { shownNotice, showNotice, subscribeNotice, type ToastTone } from './toast-store.ts';

const DURATION_MS = 5000;
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

export function ToastView() {
  const notice = useSyncExternalStore(subscribeNotice, shownNotice);
  return (
    <Toast.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label={m.common_notification()}
    >
      {notice !== null && (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => {
            if (!open && shownNotice()?.id === notice.id) showNotice({ ...notice, open: false });
          }}
          type={notice.tone === 'danger' ? 'foreground' : 'background'}
          className="toast flex items-start gap-3 rounded-2xl border border-line-strong bg-card py-2.5 pr-1.5 pl-4 shadow-high"
        >
          <ToneIcon tone={notice.tone ?? 'plain'} />
          <div className="min-w-0 flex-1 py-1.5">
            <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
            {notice.description !== undefined && (
              <Toast.Description className="text-sm text-ink-soft">{notice.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label={m.common_dismiss()}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label={m.common_notifications({ hotkey: '{hotkey}' })}
        // On a phone a dialog's buttons are at the bottom, and everywhere the open chat's line to write in: a notice must
        // not lie on them.
        className="pointer-events-none fixed right-0 bottom-0 z-50 [:has(.chat-window)_&]:top-0 [:has(.chat-window)_&]:bottom-auto max-sm:[.dialog-open_&]:top-0 max-sm:[.dialog-open_&]:bottom-auto grid w-full max-w-md gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none *:pointer-events-auto"
      />
    </Toast.Provider>
  );
}
