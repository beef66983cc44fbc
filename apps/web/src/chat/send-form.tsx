/** Writing a line, or sending an image: one at a time, and a reason when it is not possible. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Partner, TalkState } from '../live/talk-state.ts';
import type { TalkStore } from '../live/talk-store.ts';
import { m } from '../messages/generated/messages.js';
import { ImageUpload } from './image-upload.tsx';

const WARN_BELOW = 60;

interface SendFormProps {
  talk: TalkStore;
  state: TalkState;
  isConnected: boolean;
  isReplay: boolean;
  /** Null: to everybody. */
  partner: Partner | null;
}

/** Fits the contract's id of a line. */
function newClientId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

export function SendForm({ talk, state, isConnected, isReplay, partner }: SendFormProps) {
  const [text, setText] = useState('');
  const obstacle = obstacleTo(state, isConnected, isReplay);
  const isSending = state.waiting.some(({ failure }) => failure === null);
  const isBlocked = obstacle !== null || isSending || text.trim() === '';
  const to = partner === null ? {} : { recipientId: partner.id };
  const send = (content: { text: string; imageUrl?: string }): void => {
    talk.sendLine({ ...content, ...to, clientId: newClientId() }, partner?.name ?? null);
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isBlocked) return;
    send({ text: text.trim() });
    setText('');
  };
  const left = LIMITS.chatMessage.max - text.length;
  const usual = partner === null ? m.chat_placeholder() : m.chat_placeholder_direct({ name: partner.name });
  return (
    <form
      onSubmit={submit}
      className="border-t border-line px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {state.rules.slow_seconds > 0 && state.self !== 'host' && (
        <p className="pb-1 text-sm text-ink-soft">{m.chat_slow({ seconds: state.rules.slow_seconds })}</p>
      )}
      <div className="flex items-end gap-1.5">
        {!isReplay && (
          <ImageUpload
            raffleId={talk.raffleId}
            disabled={obstacle !== null}
            onUploaded={(imageUrl) => send({ text: '', imageUrl })}
          />
        )}
        <textarea
          value={text}
          rows={1}
          maxLength={LIMITS.chatMessage.max}
          disabled={obstacle !== null}
          aria-label={m.chat_message_label()}
          placeholder={obstacle ?? usual}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-xl border border-line-strong bg-paper px-3 py-2 disabled:bg-sunken"
        />
        <button
          type="submit"
          aria-label={m.chat_send()}
          disabled={isBlocked}
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand text-on-brand disabled:opacity-50"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      {left < WARN_BELOW && (
        <p role="status" className="pt-1 text-right text-sm text-ink-soft">
          {m.chat_left({ count: left })}
        </p>
      )}
    </form>
  );
}

/** Why nothing can be written now; null: it can. */
function obstacleTo({ self, rules }: TalkState, isConnected: boolean, isReplay: boolean): string | null {
  if (isReplay) return m.chat_placeholder_replay();
  if (!isConnected || self === undefined) return m.chat_placeholder_offline();
  if (self === null) return m.chat_placeholder_visitor();
  if (rules.mode === 'off') return m.chat_placeholder_off();
  return rules.mode === 'host' && self !== 'host' ? m.chat_placeholder_host_only() : null;
}
