/** One line: who, when, plain words with safe links, an image; and what one may do about it. */
import type { ChatLine } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { Crown, Flag, MicOff, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, sentenceOf } from '../api/call.ts';
import { isOwn, type WaitingLine } from '../live/talk-state.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { TextInput } from '../ui/field.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { partsOf } from './links.ts';
import { ChatImage } from './chat-image.tsx';

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
  return <SaidLine raffleId={raffleId} line={line} self={self} isReplay={isReplay} />;
}

function SaidLine({ raffleId, line, self, isReplay }: LineViewProps) {
  const [open, setOpen] = useState<Confirmation | null>(null);
  const own = isOwn(line, self);
  const actions = isReplay || self === null || self === undefined ? [] : actionsOn(line, self);
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
        {actions.length > 0 && (
          <Tools raffleId={raffleId} line={line} actions={actions} open={open} onOpen={setOpen} />
        )}
      </header>
      {line.imageUrl !== null && <ChatImage path={line.imageUrl} name={line.displayName} />}
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
      {open !== null && (
        <Confirm raffleId={raffleId} line={line} confirmation={open} onDone={() => setOpen(null)} />
      )}
    </article>
  );
}

/** What needs a second press or a reason. */
type Confirmation = 'delete' | 'report';
type LineAction = Confirmation | 'mute';

/** The host deletes and mutes, others report; nobody does anything to their own lines but the host, who deletes. */
function actionsOn(line: ChatLine, self: string): LineAction[] {
  if (self !== 'host') return isOwn(line, self) ? [] : ['report'];
  return line.inviteeId === null ? ['delete'] : ['delete', 'mute'];
}

function report(work: Promise<unknown>, done: string): void {
  work.then(
    () => toast({ title: done, tone: 'good' }),
    (error: unknown) =>
      toast({
        title: m.chat_action_failed(),
        description: sentenceOf(error, m.chat_send_failed_text()),
        tone: 'danger',
      }),
  );
}

interface ToolsProps {
  raffleId: string;
  line: ChatLine;
  actions: readonly LineAction[];
  open: Confirmation | null;
  onOpen: (confirmation: Confirmation | null) => void;
}

/** Beside the name, so that they need no row of their own; a second press closes the confirmation. */
function Tools({ raffleId, line, actions, open, onOpen }: ToolsProps) {
  const { displayName: name, inviteeId } = line;
  const mute = (): void =>
    report(
      call('POST', `/api/raffles/${raffleId}/chat/mute`, { invitee_id: inviteeId, muted: true }),
      m.chat_muted({ name }),
    );
  const opening = (confirmation: Confirmation) => ({
    isOpen: open === confirmation,
    onPress: () => onOpen(open === confirmation ? null : confirmation),
  });
  return (
    <span role="group" aria-label={m.chat_line_actions({ name })} className="-my-3 -mr-2.5 ml-auto flex">
      {actions.includes('delete') && <Tool Sign={Trash2} label={m.chat_delete()} {...opening('delete')} />}
      {actions.includes('mute') && <Tool Sign={MicOff} label={m.chat_mute()} onPress={mute} />}
      {actions.includes('report') && <Tool Sign={Flag} label={m.chat_report()} {...opening('report')} />}
    </span>
  );
}

interface ConfirmProps {
  raffleId: string;
  line: ChatLine;
  confirmation: Confirmation;
  onDone: () => void;
}

function Confirm({ raffleId, line, confirmation, onDone }: ConfirmProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below the last line in view it is still hidden.
    field.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const path = `/api/raffles/${raffleId}/chat/${line.id}`;
  const act = (work: Promise<unknown>, done: string): void => {
    onDone();
    report(work, done);
  };
  if (confirmation === 'delete') {
    return (
      <div ref={place} className="pt-1.5 pb-1">
        <Button variant="danger" onClick={() => act(call('DELETE', path), m.chat_deleted())}>
          {m.chat_delete_sure()}
        </Button>
      </div>
    );
  }
  const sendReport = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() !== '') act(call('POST', `${path}/report`, { reason }), m.chat_reported());
  };
  return (
    <div ref={place} className="pt-1.5 pb-1">
      <form onSubmit={sendReport} className="flex w-full gap-1">
        <TextInput
          ref={field}
          value={reason}
          maxLength={LIMITS.reportReason.max}
          aria-label={m.chat_report_reason()}
          placeholder={m.chat_report_reason()}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="submit" variant="quiet">
          {m.chat_report_send()}
        </Button>
      </form>
    </div>
  );
}

interface ToolProps {
  Sign: typeof Flag;
  label: string;
  /** Whether its confirmation is open; undefined: it has none. */
  isOpen?: boolean;
  onPress: () => void;
}

function Tool({ Sign, label, isOpen, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-lg text-ink-soft opacity-70 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100"
    >
      <Sign aria-hidden className="size-4" />
    </button>
  );
}

interface WaitingViewProps {
  line: WaitingLine;
  onAgain: () => void;
  onDiscard: () => void;
}

/** An own line that is on its way, or was not sent and can be tried again. */
export function WaitingView({ line, onAgain, onDiscard }: WaitingViewProps) {
  const { message, failure } = line;
  return (
    <div className="ml-auto w-fit max-w-[85%] rounded-2xl border border-dashed border-line-strong px-3.5 py-2">
      {message.imageUrl !== undefined && message.imageUrl !== null && (
        <ChatImage path={message.imageUrl} name={m.chat_you()} />
      )}
      <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
      {failure === null ? (
        <p className="text-sm text-ink-soft">{m.chat_sending()}</p>
      ) : (
        <>
          <p role="alert" className="text-sm font-semibold text-danger">
            {m.chat_not_sent({ reason: failure })}
          </p>
          <p className="flex gap-1">
            <Button variant="plain" onClick={onAgain}>
              {m.chat_try_again()}
            </Button>
            <Button variant="plain" onClick={onDiscard}>
              {m.chat_give_up()}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
