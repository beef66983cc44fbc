/** The open chat: head, tabs Public and Direct, the lines, and the form to write. */
import { Settings, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Partner, partnerOf, type WaitingLine } from '../live/talk-state.ts';
import { type TalkStore, useTalk } from '../live/talk-store.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { endFailure, toast } from '../ui/toast.tsx';
import { ConnectionBadge } from '../live/connection-badge.tsx';
import { LineList } from './line-list.tsx';
import { Moderation } from './moderation.tsx';
import { PeopleList } from './people-list.tsx';
import { ResizeHandle, useWindowSize } from './resize-handle.tsx';
import { SendForm } from './send-form.tsx';
import { badgeText, type ChatTab, type Seen, type Unread } from './unread.ts';

export interface ChatWindowProps {
  talk: TalkStore;
  isConnected: boolean;
  isReplay: boolean;
  unread: Unread | null;
  seen: Seen | null;
  onSeen: (tab: ChatTab, id: number) => void;
  onClose: () => void;
}

export function ChatWindow(props: ChatWindowProps) {
  const { talk, isConnected, isReplay, unread, seen, onSeen, onClose } = props;
  const state = useTalk(talk);
  const [tab, setTab] = useState<ChatTab>('public');
  const [partner, setPartner] = useState<Partner | null>(null);
  const [isModerating, setModerating] = useState(false);
  useFailureNotice(state.waiting);
  const { size, resize } = useWindowSize();
  const frame = useRef<HTMLElement>(null);
  const newest = state.lines.at(-1)?.id ?? 0;
  // Where "new" began when this tab was opened; stays while it is open.
  const [newFrom, setNewFrom] = useState<Seen | null>(seen);
  useEffect(() => {
    if (!isModerating) onSeen(tab, newest);
  }, [tab, newest, isModerating, onSeen]);
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
  const waiting = state.waiting.filter(({ message }) => (message.recipientId ?? null) === partnerId);
  const again = (line: WaitingLine): void => void talk.sendLine(line.message, line.recipientName);
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
        <Moderation raffleId={talk.raffleId} rules={state.rules} version={state.rulesVersion} />
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
            {/* Keyed: a draft of one conversation never ends up in another. */}
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

/** Reports a line that was not sent in a toast, too: while its author writes on, the failed line may be out of sight. */
function useFailureNotice(waiting: readonly WaitingLine[]): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const failed = waiting.filter(({ failure }) => failure !== null);
    const fresh = failed.find(({ message }) => !known.current.has(message.clientId));
    if (fresh !== undefined) {
      toast({
        title: m.chat_send_failed(),
        description: fresh.failure ?? m.chat_send_failed_text(),
        tone: 'danger',
      });
    } else if (failed.length < known.current.size) endFailure();
    known.current = new Set(failed.map(({ message }) => message.clientId));
  }, [waiting]);
}
