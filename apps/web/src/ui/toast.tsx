/** Short notices, one at a time, gone after 5 s or with a swipe to the right; F8 jumps to them (seed §9). */
import { useSyncExternalStore } from 'react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { m } from '../messages/generated/messages.js';

const DURATION_MS = 5000;
const SWIPE_PX = 50;

type ToastTone = 'plain' | 'good' | 'danger';

interface Notice {
  title: string;
  description?: string | undefined;
  tone?: ToastTone;
}

interface Shown extends Notice {
  id: number;
  open: boolean;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice; the one before it makes room. */
export function toast(notice: Notice): void {
  show({ ...notice, id: (shown?.id ?? 0) + 1, open: true });
}

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

/** Where notices appear; once per app. */
export function Toaster() {
  const notice = useSyncExternalStore(subscribe, () => shown);
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
            if (!open && shown?.id === notice.id) show({ ...notice, open: false });
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
        className="pointer-events-none fixed right-0 bottom-0 z-50 grid w-full max-w-md gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none *:pointer-events-auto"
      />
    </Toast.Provider>
  );
}
