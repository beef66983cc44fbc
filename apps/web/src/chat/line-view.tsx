/** One line: who, when, plain words with safe links, a picture; and what one may do about it. */
import type { ChatLine } from '@glassdrum/contract';
import { Crown, Flag, MicOff, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call, sentenceOf } from '../api/call.ts';
import { isOwn } from '../live/talk-state.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { TextInput } from '../ui/field.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { partsOf } from './links.ts';
import { Picture } from './picture.tsx';

interface LineViewProps {
  raffleId: string;
  line: ChatLine;
  self: string | null | undefined;
  isReplay: boolean;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function LineView({ raffleId, line, self, isReplay }: LineViewProps) {
  if (line.isSystem) {
    return (
      <p className="py-1 text-center text-sm text-ink-soft">
        <span className="sr-only">{m.chat_system()}: </span>
        {line.message}
      </p>
    );
  }
  const own = isOwn(line, self);
  return (
    <article
      className={classNames(
        'group w-fit max-w-[85%] rounded-2xl px-3.5 py-2',
        own ? 'ml-auto bg-brand-soft' : 'bg-sunken',
      )}
    >
      <header className="flex items-center gap-1.5 text-sm text-ink-soft">
        <span className="min-w-0 truncate font-semibold text-ink">
          {own ? m.chat_you() : line.displayName}
        </span>
        {line.isHost && (
          <>
            <Crown aria-hidden className="size-4 shrink-0 text-warn" />
            <span className="sr-only">{m.chat_host()}</span>
          </>
        )}
        <time dateTime={new Date(line.timestamp).toISOString()}>{TIME.format(line.timestamp)}</time>
      </header>
      {line.imageUrl !== null && <Picture path={line.imageUrl} name={line.displayName} />}
      {line.message !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">
          {partsOf(line.message).map((part) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              <a
                key={part.at}
                href={part.href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="underline underline-offset-2"
              >
                {part.text}
              </a>
            ),
          )}
        </p>
      )}
      {!isReplay && self !== null && self !== undefined && (
        <LineActions raffleId={raffleId} line={line} self={self} />
      )}
    </article>
  );
}

function LineActions({ raffleId, line, self }: { raffleId: string; line: ChatLine; self: string }) {
  const [asking, setAsking] = useState<'delete' | 'report' | null>(null);
  const [reason, setReason] = useState('');
  const path = `/api/raffles/${raffleId}/chat`;
  const act = (work: Promise<unknown>, done: string): void => {
    setAsking(null);
    work.then(
      () => toast({ title: done, tone: 'good' }),
      (error: unknown) =>
        toast({
          title: m.chat_action_failed(),
          description: sentenceOf(error, m.chat_send_failed_text()),
          tone: 'danger',
        }),
    );
  };
  const name = line.displayName;
  const own = isOwn(line, self);
  if (own && self !== 'host') return null;
  const report = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() !== '') act(call('POST', `${path}/${line.id}/report`, { reason }), m.chat_reported());
  };
  return (
    <div role="group" aria-label={m.chat_line_actions({ name })} className="-mx-2 mt-1 flex flex-wrap">
      {self === 'host' && asking === null && (
        <Action Sign={Trash2} label={m.chat_delete()} onPress={() => setAsking('delete')} />
      )}
      {asking === 'delete' && (
        <Button variant="danger" onClick={() => act(call('DELETE', `${path}/${line.id}`), m.chat_deleted())}>
          {m.chat_delete_sure()}
        </Button>
      )}
      {self === 'host' && line.inviteeId !== null && asking === null && (
        <Action
          Sign={MicOff}
          label={m.chat_mute()}
          onPress={() =>
            act(
              call('POST', `${path}/mute`, { invitee_id: line.inviteeId, muted: true }),
              m.chat_muted({ name }),
            )
          }
        />
      )}
      {self !== 'host' && asking === null && (
        <Action Sign={Flag} label={m.chat_report()} onPress={() => setAsking('report')} />
      )}
      {asking === 'report' && (
        <form onSubmit={report} className="flex w-full gap-1">
          <TextInput
            value={reason}
            maxLength={200}
            aria-label={m.chat_report_reason()}
            placeholder={m.chat_report_reason()}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant="quiet">
            {m.chat_report_send()}
          </Button>
        </form>
      )}
    </div>
  );
}

function Action({ Sign, label, onPress }: { Sign: typeof Flag; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="-my-1 grid size-11 place-items-center rounded-lg text-ink-soft opacity-60 group-hover:opacity-100 hover:bg-card hover:text-ink focus-visible:opacity-100"
    >
      <Sign aria-hidden className="size-4" />
    </button>
  );
}
