/**
 * The chat's round button with what is unread, on every page of a raffle's people. The window behind it is fetched
 * when it is opened for the first time.
 */
import { MessageCircle } from 'lucide-react';
import { type ComponentType, useMemo, useRef, useState } from 'react';
import { type TalkStore, useTalk } from '../live/talk-store.ts';
import { m } from '../messages/generated/messages.js';
import { toast } from '../ui/toast.tsx';
import type { ChatWindowProps } from './chat-window.tsx';
import { badgeText, unreadOf, useSeen } from './unread.ts';

interface ChatDockProps {
  talk: TalkStore;
  isConnected: boolean;
  /** A replay's chat is only read. */
  isReplay?: boolean;
}

export function ChatDock({ talk, isConnected, isReplay = false }: ChatDockProps) {
  const state = useTalk(talk);
  const [isOpen, setOpen] = useState(false);
  const [Window, setWindow] = useState<ComponentType<ChatWindowProps> | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const newest = state.isKnown ? (state.lines.at(-1)?.id ?? 0) : null;
  const { seen, markSeen } = useSeen(talk.raffleId, newest);
  const unread = useMemo(
    () => (seen === null ? null : unreadOf(state.lines, state.self, seen)),
    [state.lines, state.self, seen],
  );
  const count = (unread?.public ?? 0) + (unread?.direct ?? 0);
  const open = (): void => {
    setOpen(true);
    if (isReplay && !state.isKnown) talk.readOlder().catch(() => undefined);
    if (Window !== null) return;
    import('./chat-window.tsx').then(
      ({ ChatWindow }) => setWindow(() => ChatWindow),
      () => {
        setOpen(false);
        toast({ title: m.chat_action_failed(), description: m.common_network_failed(), tone: 'danger' });
      },
    );
  };
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen && Window !== null) {
    return (
      <>
        <Shelf />
        <Window
          talk={talk}
          isConnected={isConnected}
          isReplay={isReplay}
          unread={unread}
          seen={seen}
          onSeen={markSeen}
          onClose={close}
        />
      </>
    );
  }
  const shown = badgeText(count, m.chat_many());
  return (
    <>
      <Shelf />
      <button
        ref={button}
        type="button"
        aria-label={count === 0 ? m.chat_open() : m.chat_open_unread({ count: shown })}
        aria-expanded={false}
        aria-busy={isOpen}
        onClick={open}
        className="chat-dock fixed right-4 z-30 grid size-14 place-items-center rounded-full bg-ink text-paper shadow-high hover:opacity-90"
      >
        <MessageCircle aria-hidden className="size-6" />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-1 -right-1 grid min-h-6 min-w-6 place-items-center rounded-full bg-brand px-1.5 text-sm leading-none font-bold text-on-brand"
          >
            {shown}
          </span>
        )}
      </button>
    </>
  );
}

/** Where the page is as wide as the screen the round buttons have a strip of their own, so that they never cover text. */
function Shelf() {
  return (
    <div
      aria-hidden
      className="chat-shelf fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper print:hidden"
    />
  );
}
