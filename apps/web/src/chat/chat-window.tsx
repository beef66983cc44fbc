/** The open chat: head, tabs Public and Direct, the lines, and the form to write. */
import { Settings, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type WaitingLine, partnerOf } from '../live/talk-state.ts';
import type { TalkStore } from '../live/talk-store.ts';
import { useTalk } from '../live/use-talk.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { ConnectionBadge } from '../ui/connection-badge.tsx';
import { LineList } from './line-list.tsx';
import { Moderation } from './moderation.tsx';
import { PeopleList } from './people-list.tsx';
import { ResizeHandle } from './resize-handle.tsx';
import { SendForm } from './send-form.tsx';
import { badgeText, type ChatTab, type Seen, type Unread } from './unread.ts';
import { useWindowSize } from './use-window-size.ts';

export interface ChatWindowProps {
  talk: TalkStore;
  isConnected: boolean;
  isReplay: boolean;
  unread: Unread | null;
  seen: Seen | null;
  onLook: (tab: ChatTab, id: number) => void;
  onClose: () => void;
}

/** The other one of a conversation: an invitee id or 'host'. */
export interface Partner {
  id: string;
  name: string;
}

export function ChatWindow(props: ChatWindowProps) {
  const { talk, isConnected, isReplay, unread, seen, onLook, onClose } = props;
  const state = useTalk(talk);
  const [tab, setTab] = useState<ChatTab>('public');
  const [partner, setPartner] = useState<Partner | null>(null);
  const [isModerating, setModerating] = useState(false);
  const { size, resize } = useWindowSize();
  const frame = useRef<HTMLElement>(null);
  const newest = state.lines.at(-1)?.id ?? 0;
  // Where "new" began when this tab was opened; stays while it is looked at.
  const [newFrom, setNewFrom] = useState<Seen | null>(seen);
  useEffect(() => {
    if (!isModerating) onLook(tab, newest);
  }, [tab, newest, isModerating, onLook]);
  useEffect(() => {
    frame.current?.focus();
  }, []);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { current } = frame;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    current?.addEventListener('keydown', press);
    return () => current?.removeEventListener('keydown', press);
  }, []);

  const choose = (next: ChatTab): void => {
    setNewFrom(seen);
    setTab(next);
    setModerating(false);
  };
  const partnerId = tab === 'direct' ? (partner?.id ?? null) : null;
  const lines = useMemo(
    () => state.lines.filter((line) => partnerOf(line, state.self) === partnerId),
    [state.lines, state.self, partnerId],
  );
  const waiting = state.waiting.filter(({ say }) => (say.recipientId ?? null) === partnerId);
  const again = (line: WaitingLine): void => void talk.say(line.say, line.recipientName);
  const isPeople = tab === 'direct' && partner === null;

  return (
    <section
      ref={frame}
      tabIndex={-1}
      role="dialog"
      aria-label={m.chat_title()}
      style={size}
      className="chat-window fixed right-0 bottom-0 z-30 flex flex-col overflow-hidden rounded-t-3xl border border-line bg-card text-ink shadow-high outline-none sm:right-4 sm:bottom-4 sm:rounded-3xl"
    >
      <ResizeHandle size={size} onResize={resize} />
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 className="text-lg">{m.chat_title()}</h2>
        {!isReplay && <ConnectionBadge connected={isConnected} />}
        <span className="flex-1" />
        {state.self === 'host' && !isReplay && (
          <button
            type="button"
            aria-label={m.chat_moderation()}
            aria-pressed={isModerating}
            onClick={() => setModerating(!isModerating)}
            className="grid size-11 place-items-center rounded-xl text-ink-soft hover:bg-sunken hover:text-ink aria-pressed:bg-sunken"
          >
            <Settings aria-hidden className="size-5" />
          </button>
        )}
        <button
          type="button"
          aria-label={m.chat_close()}
          onClick={onClose}
          className="grid size-11 place-items-center rounded-xl text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      {isModerating ? (
        <Moderation raffleId={talk.raffleId} rules={state.rules} told={state.rulesTold} />
      ) : (
        <>
          <div role="tablist" aria-label={m.chat_tabs()} className="grid grid-cols-2 gap-1 p-2">
            <TabButton
              id="public"
              label={m.chat_public()}
              tab={tab}
              count={unread?.public ?? 0}
              onChoose={choose}
            />
            <TabButton
              id="direct"
              label={m.chat_direct()}
              tab={tab}
              count={unread?.direct ?? 0}
              onChoose={choose}
            />
          </div>
          <div role="tabpanel" aria-labelledby={`chat-tab-${tab}`} className="flex min-h-0 flex-1 flex-col">
            {isPeople ? (
              <PeopleList state={state} unread={unread} onChoose={setPartner} />
            ) : (
              <LineList
                key={`${tab} ${partnerId}`}
                talk={talk}
                self={state.self}
                lines={lines}
                waiting={waiting}
                hasOlder={state.hasOlder}
                newFrom={newFrom?.[tab] ?? null}
                partner={partnerId === null ? null : partner}
                isReplay={isReplay}
                onBack={() => setPartner(null)}
                onAgain={again}
              />
            )}
            {/* Keyed: what is begun for one conversation never ends up in another. */}
            {!isPeople && (
              <SendForm
                key={`write ${tab} ${partnerId}`}
                talk={talk}
                state={state}
                isConnected={isConnected}
                isReplay={isReplay}
                partner={partnerId === null ? null : partner}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface TabButtonProps {
  id: ChatTab;
  label: string;
  tab: ChatTab;
  count: number;
  onChoose: (tab: ChatTab) => void;
}

function TabButton({ id, label, tab, count, onChoose }: TabButtonProps) {
  const isChosen = id === tab;
  return (
    <button
      type="button"
      role="tab"
      id={`chat-tab-${id}`}
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(id)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        const other = id === 'public' ? 'direct' : 'public';
        onChoose(other);
        document.getElementById(`chat-tab-${other}`)?.focus();
      }}
      className={classNames(
        'flex min-h-11 items-center justify-center gap-2 rounded-xl px-3 font-semibold',
        isChosen ? 'bg-ink text-paper' : 'bg-sunken text-ink-soft hover:text-ink',
      )}
    >
      {label}
      {count > 0 && !isChosen && (
        <span className="rounded-full bg-brand px-2 text-sm text-on-brand">
          {badgeText(count, m.chat_many())}
        </span>
      )}
    </button>
  );
}
