/** "You're In!": the paper ticket, the receipt, and a page that waits for the draw and goes there by itself (R40). */
import type { OwnEntry, PublicRaffle } from '@glassdrum/contract';
import { CalendarPlus, Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { m } from '../messages/generated/messages.js';
import { ChatDock } from '../chat/chat-dock.tsx';
import type { Connection } from '../live/live-client.ts';
import type { TalkStore } from '../live/talk-store.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { downloadJson } from '../ui/download.ts';
import { EntryTicket } from '../ui/entry-ticket.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ContinueElsewhere } from './continue/continue-elsewhere.tsx';
import { DeadlineLine } from './deadline-line.tsx';
import { LeaveButton } from './leave-button.tsx';

// Needed only once somebody has joined and reads on.
const TellMe = lazy(async () => {
  const { TellMe: part } = await import('./tell-me.tsx');
  return { default: part };
});
/** The ticket is kept when the page has come to rest. */
const KEEP_AFTER_MS = 3_000;

interface JoinedViewProps {
  raffle: PublicRaffle;
  /** The server's clock. */
  now: () => number;
  /** Tickets are 0 after leaving or removal (R22, R45). */
  entry: { number: number; name: string; tickets: number };
  /** Null until the server's own answer is there. */
  receipt: OwnEntry['receipt'] | null;
  connection: Connection;
  /** Null until there is a connection. */
  talk: TalkStore | null;
  /** Below the heading. */
  text: string;
  /** The entry was changed by its holder. */
  onChanged: () => void;
  /** The entry numbers. */
  children: ReactNode;
}

export function JoinedView(props: JoinedViewProps) {
  const { raffle, now, entry, receipt, connection, talk, text, onChanged, children } = props;
  const drawn = raffle.status === 'drawn';
  useTicketKept(entry.tickets > 0 && !drawn ? raffle.id : null);
  if (entry.tickets === 0) return <Withdrawn raffle={raffle} number={entry.number} />;
  return (
    <div className="grid gap-6">
      <header className="text-center">
        <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">{m.participation_in_title()}</h1>
        <p className="mt-2 text-ink-soft">{text}</p>
      </header>
      <p className="sr-only">
        {m.participation_your_entry()}
        {entry.number}
      </p>
      <EntryTicket number={entry.number} name={entry.name} className="animate-appear" />
      {drawn ? (
        <p className="text-center">{m.participation_drawn_already()}</p>
      ) : (
        <WaitingLine connection={connection} />
      )}
      <div className="grid gap-3 sm:mx-auto sm:w-80">
        {drawn ? (
          <LinkButton href={`/results/${raffle.id}`}>{m.participation_view_results()}</LinkButton>
        ) : (
          <LinkButton href={`/draw/${raffle.id}`}>{m.participation_watch()}</LinkButton>
        )}
        {!drawn && (
          <Suspense fallback={null}>
            <TellMe raffleId={raffle.id} />
          </Suspense>
        )}
        {receipt !== null && (
          <div>
            <Button
              variant="quiet"
              className="w-full"
              aria-describedby="receipt-hint"
              onClick={() => downloadJson(`raffle-${raffle.id}-receipt.json`, receipt)}
            >
              <Download aria-hidden className="size-4.5" />
              {m.participation_receipt()}
            </Button>
            <p id="receipt-hint" className="mt-1.5 text-center text-sm text-ink-soft">
              {m.participation_receipt_hint()}
            </p>
          </div>
        )}
      </div>
      {!drawn && (
        <Card className="sm:flex sm:items-start sm:justify-between sm:gap-8">
          <div>
            <h2 className="text-lg">{m.participation_next_title()}</h2>
            <p className="mt-1">{m.participation_next_text()}</p>
            <p className="mt-1 text-ink-soft">{m.participation_keep_open()}</p>
          </div>
          <dl className="mt-4 shrink-0 sm:mt-0 sm:text-right">
            <dt className="text-sm text-ink-soft">{m.participation_draw_starts()}</dt>
            <dd className="font-display text-2xl font-bold">
              {raffle.deadline_at === null ? m.participation_tbd() : m.participation_soon()}
            </dd>
            {raffle.deadline_at !== null && (
              <dd>
                <DeadlineLine raffle={raffle} now={now} align="beside" className="text-sm" />
                <a
                  href={`/api/raffles/${raffle.id}/calendar.ics`}
                  className="flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4 sm:justify-end"
                >
                  <CalendarPlus aria-hidden className="size-4.5" />
                  {m.participation_calendar()}
                </a>
              </dd>
            )}
          </dl>
        </Card>
      )}
      {children}
      {raffle.seed_commit_hash !== null && (
        <dl className="text-center">
          <dt className="font-semibold">{m.participation_commitment()}</dt>
          <dd className="mx-auto mt-1 max-w-md font-mono text-sm leading-snug break-all">
            {raffle.seed_commit_hash}
          </dd>
          <dd className="mt-1 text-sm text-ink-soft">{m.participation_commitment_hint()}</dd>
        </dl>
      )}
      <p className="flex flex-wrap justify-center gap-2">
        <LinkButton href="/" variant="plain">
          {m.participation_back_home()}
        </LinkButton>
        <ContinueElsewhere raffleId={raffle.id} />
        {!drawn && !raffle.draw_started && <LeaveButton raffle={raffle} onLeft={onChanged} />}
      </p>
      {talk !== null && <ChatDock talk={talk} isConnected={connection === 'live'} />}
    </div>
  );
}

/** The own ticket stays on this device, with or without the server. */
function useTicketKept(raffleId: string | null): void {
  useEffect(() => {
    if (raffleId === null) return;
    const timer = setTimeout(() => {
      void import('../offline/worker.ts')
        .then(({ keepTicket }) => keepTicket(raffleId, window.location.pathname))
        .catch(() => undefined);
    }, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [raffleId]);
}

/** After leaving or removal: the number stays taken, but nothing can be won with it. */
function Withdrawn({ raffle, number }: { raffle: PublicRaffle; number: number }) {
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
      <h1 className="mt-1 text-3xl">{m.participation_left_title()}</h1>
      <p className="mt-3">{m.participation_left_text({ number })}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton href={`/draw/${raffle.id}`}>{m.participation_watch()}</LinkButton>
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}

/** Whether this page will notice when the draw starts. */
function WaitingLine({ connection }: { connection: Connection }) {
  const isLive = connection === 'live';
  return (
    <p
      role="status"
      className={classNames(
        'mx-auto flex items-center gap-2.5 rounded-full px-4 py-2 font-semibold',
        isLive ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
      )}
    >
      <span aria-hidden className="size-2.5 shrink-0 animate-breathe rounded-full bg-current" />
      {isLive ? m.participation_connected() : m.participation_connecting()}
    </p>
  );
}
