/** Before the draw: the waiting card, the own ticket, and the numbers that grow. */
import type { DrawPlan, PrizeStatus, PublicRaffle } from '@glassdrum/contract';
import { lazy, type ReactNode } from 'react';
import { m } from '../../messages/generated/messages.js';
import { SourcesLine } from '../../participation/entry/sources-line.tsx';
import { Card } from '../../ui/card.tsx';
import { EntryTicket } from '../../ui/entry-ticket.tsx';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawStats, type DrawStatsProps } from '../../show-player/draw-stats.tsx';
import { styleName } from '../../show-player/draw-texts.ts';
import { LiveLabel, type LiveState } from '../../show-player/show-badges.tsx';

/** Not every raffle has one, and the page must be there at once. */
const DeadlineLine = lazy(async () => {
  const { DeadlineLine: line } = await import('../../participation/raffle/deadline-line.tsx');
  return { default: line };
});

const Contributing = lazy(async () => ({
  default: (await import('../../show-player/sealing.tsx')).Contributing,
}));
const Voided = lazy(async () => ({ default: (await import('../../show-player/without-result.tsx')).Voided }));
const CodeChangeNotice = lazy(async () => ({
  default: (await import('../../checking/installation/code-change-notice.tsx')).CodeChangeNotice,
}));
const OwnChanges = lazy(async () => ({
  default: (await import('../../participation/entry/own-changes.tsx')).OwnChanges,
}));
const OwnTickets = lazy(async () => ({
  default: (await import('../../participation/entry/own-tickets.tsx')).OwnTickets,
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
const PrizesCard = lazy(async () => ({
  default: (await import('../../participation/raffle/prizes-card.tsx')).PrizesCard,
}));
const NextDraw = lazy(async () => ({
  default: (await import('../../participation/raffle/next-draw.tsx')).NextDraw,
}));
const Pause = lazy(async () => ({
  default: (await import('../../participation/raffle/next-draw.tsx')).Pause,
}));
const RafflePromise = lazy(async () => ({
  default: (await import('../../participation/raffle/raffle-promise.tsx')).RafflePromise,
}));

export interface OwnTicket {
  number: number;
  name: string;
  /** 0 after leaving or removal. */
  tickets: number;
}

interface WaitingViewProps {
  /** Null while it loads. */
  raffle: PublicRaffle | null;
  own: OwnTicket | null;
  /** R73: of the last draw. */
  prizeStatus: PrizeStatus | null;
  /** The server's clock. */
  now: () => number;
  live: LiveState;
  /** R86: the last draw, if it was called off. */
  voided: DrawPlan | null;
  stats: DrawStatsProps;
  /** The vote, where there is one. */
  children?: ReactNode;
}

export function WaitingView({
  raffle,
  own,
  prizeStatus,
  now,
  live,
  voided,
  stats,
  children,
}: WaitingViewProps) {
  const title = raffle?.title ?? '';
  const description = raffle?.description ?? '';
  const contributing = raffle?.contributing ?? null;
  return (
    <div className="grid gap-6">
      <header className="text-center">
        <LiveLabel state={live} />
        <h1 className="mt-3 text-4xl wrap-anywhere sm:text-5xl">
          {title === '' ? m.draw_title_fallback() : title}
        </h1>
        <p className="mx-auto mt-2 max-w-2xl text-lg wrap-anywhere whitespace-pre-line text-ink-soft">
          {description === '' ? m.draw_description_fallback() : description}
        </p>
      </header>
      {raffle !== null && raffle.draws.total > 1 ? (
        <Later>
          <NextDraw raffle={raffle} size="phone" />
        </Later>
      ) : (
        raffle !== null &&
        raffle.pause !== null && (
          <Later>
            <Pause pause={raffle.pause} />
          </Later>
        )
      )}
      {voided !== null && (
        <Later fallback={<Skeleton className="h-32" />}>
          <Voided plan={voided} />
        </Later>
      )}
      <div className="grid gap-2 text-center">
        <DrawStats {...stats} className="shadow-card" />
        {raffle !== null && <SourcesLine sources={raffle.sources} className="text-ink-soft tabular-nums" />}
      </div>
      <Card className="py-10 text-center">
        <WaitingDrum />
        {contributing !== null ? (
          <Later fallback={<Skeleton className="mt-5 h-40" />}>
            <div className="mx-auto mt-5 max-w-md">
              <Contributing contributing={contributing} now={now} />
            </div>
          </Later>
        ) : (
          <>
            <h2 className="mt-5 text-2xl sm:text-3xl">{m.draw_waiting_title()}</h2>
            <p className="mt-2 text-ink-soft">
              {raffle?.auto_draw === true ? m.draw_waiting_auto_text() : m.draw_waiting_text()}
            </p>
          </>
        )}
        {raffle === null && <Skeleton className="mx-auto mt-3 h-6 w-40" />}
        {raffle !== null && contributing === null && (
          <>
            <p className="mt-3 font-semibold">
              {raffle.voting_enabled
                ? m.draw_waiting_vote()
                : m.draw_waiting_style({ style: styleName(raffle.chosen_animation) })}
            </p>
            {raffle.deadline_at !== null && (
              <Later fallback={<Skeleton className="mx-auto mt-3 h-6 w-64" />}>
                <DeadlineLine raffle={raffle} now={now} className="mt-3" />
              </Later>
            )}
          </>
        )}
      </Card>
      {own === null ? (
        <p className="text-center text-ink-soft">{m.draw_watching_only()}</p>
      ) : (
        <>
          <EntryTicket number={own.number} name={own.name} />
          {raffle !== null && (
            <Later>
              {raffle.draws.held > 0 && (
                <OwnClaims raffle={raffle} number={own.number} prizeStatus={prizeStatus} now={now} />
              )}
              {own.tickets > 0 && <OwnCheckIn raffle={raffle} />}
              <OwnTickets raffle={raffle} tickets={own.tickets} />
              {raffle.draws.total > 1 && <OwnDraws raffle={raffle} number={own.number} />}
              <CodeChangeNotice raffleId={raffle.id} isDrawn={false} />
              <OwnChanges raffleId={raffle.id} />
            </Later>
          )}
        </>
      )}
      {raffle !== null && raffle.named_prizes && raffle.status !== 'draft' && (
        <Later fallback={<Skeleton className="h-60" />}>
          <PrizesCard raffle={raffle} />
        </Later>
      )}
      {children}
      {raffle !== null && raffle.status !== 'draft' && (
        <Later fallback={<Skeleton className="h-24" />}>
          <RafflePromise raffle={raffle} />
        </Later>
      )}
    </div>
  );
}

/** A small resting drum. */
function WaitingDrum() {
  const balls: [x: number, y: number][] = [
    [34, 66],
    [50, 70],
    [66, 66],
    [42, 54],
    [58, 54],
  ];
  return (
    <svg viewBox="0 0 100 100" aria-hidden className="mx-auto size-28">
      <circle cx="50" cy="48" r="38" fill="var(--glass)" fillOpacity="0.16" />
      {balls.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" fill="var(--ticket)" stroke="var(--line-strong)" />
      ))}
      <circle cx="50" cy="48" r="38" fill="none" stroke="var(--glass)" strokeWidth="3" />
      <path d="M44 86h12" stroke="var(--brand)" strokeWidth="4" strokeLinecap="round" />
      <path d="M22 78 14 96M78 78l8 18" stroke="var(--line-strong)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
