/** "You're In!": the paper ticket, the receipt, and a page that waits for the draw and moves there automatically (R40). */
import type { PublicRaffle } from '@glassdrum/contract';
import { decideLeave } from '@glassdrum/raffle-rules';
import { CalendarPlus, Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { m } from '../../messages/generated/messages.js';
import { AS_PRESENTED, factsOf } from '../../api/raffle-facts.ts';
import { ChatDock } from '../../chat/chat-dock.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { downloadJson } from '../../ui/download.ts';
import { EntryTicket } from '../../ui/entry-ticket.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReachability } from '../../api/reachability.ts';
import { ContinueElsewhere } from '../../participation/continue/continue-elsewhere.tsx';
import { DeadlineLine } from '../../participation/raffle/deadline-line.tsx';
import type { OwnResult as OwnResultPart } from './own-result.tsx';
import type { OwnTickets as OwnTicketsPart } from '../../participation/entry/own-tickets.tsx';
import { EraseButton } from '../../participation/leaving/erase-button.tsx';
import { LeaveButton } from '../../participation/leaving/leave-button.tsx';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { RaffleDetails } from './raffle-details.tsx';
import type { Lobby } from './use-lobby.ts';

// Needed only once somebody has joined and reads on.
const StartNotification = lazy(async () => {
  const { StartNotification: part } = await import('../../participation/start-notification.tsx');
  return { default: part };
});
const CodeChangeNotice = lazy(async () => ({
  default: (await import('../../checking/installation/code-change-notice.tsx')).CodeChangeNotice,
}));
const OwnChanges = lazy(async () => ({
  default: (await import('../../participation/entry/own-changes.tsx')).OwnChanges,
}));
const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));
const OwnName = lazy(async () => ({
  default: (await import('../../participation/names/own-name.tsx')).OwnName,
}));
// The ticket stands also where these could not be loaded.
const OwnTickets = lazy(() =>
  import('../../participation/entry/own-tickets.tsx').then(
    ({ OwnTickets: part }) => ({ default: part }),
    (): { default: typeof OwnTicketsPart } => ({ default: () => null }),
  ),
);
const OwnResult = lazy(() =>
  import('./own-result.tsx').then(
    ({ OwnResult: part }) => ({ default: part }),
    (): { default: typeof OwnResultPart } => ({ default: () => <></> }),
  ),
);
const BucketCard = lazy(async () => ({
  default: (await import('../../participation/buckets/bucket-card.tsx')).BucketCard,
}));
const NextDraw = lazy(async () => ({
  default: (await import('../../participation/raffle/next-draw.tsx')).NextDraw,
}));
const Pause = lazy(async () => ({
  default: (await import('../../participation/raffle/next-draw.tsx')).Pause,
}));
const OwnDraws = lazy(async () => ({
  default: (await import('../../show-player/own-draws.tsx')).OwnDraws,
}));
const OwnClaims = lazy(async () => ({
  default: (await import('../../participation/claims/own-claims.tsx')).OwnClaims,
}));
const OwnCheckIn = lazy(async () => ({
  default: (await import('../../participation/presence/own-check-in.tsx')).OwnCheckIn,
}));
/** The ticket is stored for offline use when the page is idle. */
const STORE_AFTER_MS = 3_000;

interface JoinedViewProps {
  raffle: PublicRaffle;
  lobby: Lobby;
  /** Tickets are 0 after leaving or removal (R22, R45). */
  entry: { number: number; name: string; tickets: number };
  /** Below the heading. */
  text: string;
  /** The entry numbers, where the page has them. */
  children?: ReactNode;
}

export function JoinedView({ raffle, lobby, entry, text, children }: JoinedViewProps) {
  const { now, receipt, isConnected, talk } = lobby;
  const drawn = raffle.status === 'drawn';
  const isSeries = raffle.draws.total > 1;
  useTicketStored(entry.tickets > 0 && !drawn ? raffle.id : null);
  if (entry.tickets === 0) return <Withdrawn raffle={raffle} number={entry.number} />;
  if (raffle.cancelled !== null) {
    return <Cancelled raffle={raffle} cancelled={raffle.cancelled} lobby={lobby} number={entry.number} />;
  }
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
      {(drawn || raffle.draws.held > 0) && (
        <Suspense>
          <OwnClaims raffle={raffle} number={entry.number} prizeStatus={lobby.prizeStatus} now={now} />
        </Suspense>
      )}
      <Suspense>
        <OwnName raffle={raffle} />
      </Suspense>
      {!drawn && (
        <Suspense fallback={<div className="h-18" />}>
          <OwnTickets raffle={raffle} tickets={entry.tickets} />
        </Suspense>
      )}
      {!drawn && raffle.presence !== null && (
        <Suspense>
          <OwnCheckIn raffle={raffle} />
        </Suspense>
      )}
      {!drawn && raffle.bucket_totals !== null && (
        <Suspense fallback={<div className="h-96" />}>
          <BucketCard raffle={raffle} now={now} />
        </Suspense>
      )}
      <Suspense>
        <CodeChangeNotice raffleId={raffle.id} isDrawn={drawn} />
        <OwnChanges raffleId={raffle.id} />
      </Suspense>
      {isSeries ? (
        <Suspense fallback={<div className="h-40" />}>
          <NextDraw raffle={raffle} size="phone" />
          <OwnDraws raffle={raffle} number={entry.number} />
        </Suspense>
      ) : (
        raffle.pause !== null && (
          <Suspense>
            <Pause pause={raffle.pause} />
          </Suspense>
        )
      )}
      {drawn && isSeries && <p className="text-center">{m.participation_drawn_already()}</p>}
      {drawn && !isSeries && (
        <Suspense fallback={<p className="text-center">{m.participation_drawn_already()}</p>}>
          <OwnResult raffleId={raffle.id} number={entry.number} />
        </Suspense>
      )}
      {!drawn && <WaitingLine isConnected={isConnected} />}
      <div className="grid gap-3 sm:mx-auto sm:w-80">
        {drawn ? (
          <LinkButton href={`/results/${raffle.id}`}>{m.participation_view_results()}</LinkButton>
        ) : (
          <LinkButton href={`/draw/${raffle.id}`}>{m.participation_watch()}</LinkButton>
        )}
        {!drawn && (
          <Suspense fallback={null}>
            <StartNotification raffleId={raffle.id} />
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
      <RaffleDetails raffle={raffle} />
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
        {decideLeave(factsOf(raffle), AS_PRESENTED).ok && (
          <LeaveButton raffle={raffle} onLeft={() => void lobby.refreshEntry()} />
        )}
        <EraseButton raffleId={raffle.id} leaves={!drawn} number={entry.number} />
      </p>
      {talk !== null && <ChatDock talk={talk} isConnected={isConnected} />}
    </div>
  );
}

/** The own ticket stays on this device, with or without the server. */
function useTicketStored(raffleId: string | null): void {
  useEffect(() => {
    if (raffleId === null) return;
    const timer = setTimeout(() => {
      void import('../../storage/service-worker.ts')
        .then(({ storeTicket }) => storeTicket(raffleId, window.location.pathname))
        .catch(() => undefined);
    }, STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [raffleId]);
}

interface CancelledProps {
  raffle: PublicRaffle;
  cancelled: NonNullable<PublicRaffle['cancelled']>;
  lobby: Lobby;
  number: number;
}

/** R79: the entry is over with the raffle; its person can still talk, and erase what is known of them. */
function Cancelled({ raffle, cancelled, lobby, number }: CancelledProps) {
  const { talk, isConnected } = lobby;
  return (
    <>
      <Suspense fallback={<Skeleton className="h-80" />}>
        <CancelledCard raffle={raffle} cancelled={cancelled}>
          <p className="mt-4">{m.cancelled_entry({ number })}</p>
          <div className="mt-6 flex flex-wrap justify-center gap-3">
            <LinkButton href="/" variant="quiet">
              {m.participation_back_home()}
            </LinkButton>
            <EraseButton raffleId={raffle.id} leaves={false} number={number} />
          </div>
        </CancelledCard>
      </Suspense>
      {talk !== null && <ChatDock talk={talk} isConnected={isConnected} />}
    </>
  );
}

interface WithdrawnProps {
  raffle: PublicRaffle;
  number: number;
}

/** After leaving or removal: the number stays taken, but nothing can be won with it. */
function Withdrawn({ raffle, number }: WithdrawnProps) {
  const own = useOwnEntry(raffle.id).data ?? null;
  const host = own?.host_name ?? null;
  const isRemoved = own?.state === 'removed';
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
      <h1 className="mt-1 text-3xl">{m.participation_left_title()}</h1>
      <p className="mt-3 wrap-anywhere">
        {isRemoved && host !== null
          ? m.participation_removed_text({ host, number })
          : m.participation_left_text({ number })}
      </p>
      <div className="mt-4">
        <Suspense>
          <OwnChanges raffleId={raffle.id} />
        </Suspense>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton href={`/draw/${raffle.id}`}>{m.participation_watch()}</LinkButton>
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
        <EraseButton raffleId={raffle.id} leaves={false} number={number} />
      </div>
    </Card>
  );
}

function WaitingLine({ isConnected }: { isConnected: boolean }) {
  // The offline bar shows it already.
  if (useReachability() === 'offline') return null;
  return (
    <p
      role="status"
      className={classNames(
        'mx-auto flex items-center gap-2.5 rounded-full px-4 py-2 font-semibold',
        isConnected ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
      )}
    >
      <span aria-hidden className="size-2.5 shrink-0 animate-breathe rounded-full bg-current" />
      {isConnected ? m.participation_connected() : m.participation_connecting()}
    </p>
  );
}
