/** One raffle of the host: where it stands, its numbers, and what can be done now. */
import { memo } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { AlarmClock, CalendarClock, CalendarSync, Globe, KeyRound, ListOrdered, Vote } from 'lucide-react';
import { Link } from 'wouter';
import { hostMay, rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Countdown } from '../../../ui/countdown.tsx';
import { DateTime, formatDateTime } from '../../../ui/date-time.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { DialogKind } from '../console-dialogs.tsx';
import { DrawingBadge } from './drawing-badge.tsx';
import { EndingNews } from './ending-news.tsx';
import { reasonText } from '../recurrence/recurrence-texts.ts';
import { RaffleActions } from './raffle-actions.tsx';

interface RaffleCardProps {
  raffle: HostRaffle;
  onEdit: (raffleId: string) => void;
  onDialog: (kind: DialogKind, raffleId: string) => void;
}

/** Rendered again only when its own raffle changed: there may be hundreds. */
export const RaffleCard = memo(function RaffleCard({ raffle, onEdit, onDialog }: RaffleCardProps) {
  const phase = rafflePhase(raffle);
  const numbers = [
    { label: m.console_count_invitees(), value: raffle.invitees_count },
    { label: m.console_count_winners(), value: raffle.max_winners },
    { label: m.console_count_joined(), value: raffle.joined_count },
    { label: m.console_count_tickets(), value: raffle.ticket_total },
  ];
  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-card shadow-card">
      {raffle.image_url !== null && (
        <img
          src={raffle.image_url}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-[1200/630] w-full object-cover"
        />
      )}
      <div className="p-5">
        <div className="flex items-start justify-between gap-3">
          <h3 className="min-w-0 text-xl wrap-anywhere">
            <Link
              href={`/host/raffles/${raffle.id}`}
              className="rounded-md underline-offset-4 hover:underline"
            >
              {raffle.title}
            </Link>
          </h3>
          {phase === 'drawing' ? (
            <DrawingBadge raffleId={raffle.id} />
          ) : (
            <StatusBadge status={raffle.cancelled === null ? raffle.status : 'cancelled'} />
          )}
        </div>
        {raffle.description !== '' && (
          <p className="mt-2 line-clamp-3 wrap-anywhere text-ink-soft">{raffle.description}</p>
        )}
        <Traits raffle={raffle} />
        <p className="mt-3 flex items-center gap-2 text-sm text-ink-soft">
          <CalendarClock aria-hidden className="size-4.5 shrink-0" />
          {raffle.deadline_at === null ? (
            m.console_no_deadline()
          ) : (
            <span className="flex flex-wrap gap-x-2">
              {phase === 'open' && <Countdown to={raffle.deadline_at} text={m.common_closes} />}
              <DateTime at={raffle.deadline_at} />
            </span>
          )}
        </p>
        <DeadlineNews raffle={raffle} />
        <EndingNews raffle={raffle} onDialog={(kind) => onDialog(kind, raffle.id)} />
        <OpeningNews raffle={raffle} />
      </div>
      <dl className="grid grid-cols-4 border-y-2 border-dashed border-line">
        {numbers.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end px-1 py-3 text-center">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-display text-xl font-bold tracking-tight tabular-nums">
              {value.toLocaleString()}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4 p-5">
        {phase === 'open' && raffle.invitees_count > 0 && (
          <div>
            <p aria-hidden className="mb-1.5 flex justify-between text-sm text-ink-soft">
              <span>{m.console_participation_rate()}</span>
              <span className="tabular-nums">
                {m.console_percent({ percent: Math.round(raffle.participation_rate) })}
              </span>
            </p>
            <ProgressBar label={m.console_participation_rate()} percent={raffle.participation_rate} />
          </div>
        )}
        <RaffleActions
          raffle={raffle}
          onEdit={() => onEdit(raffle.id)}
          onDialog={(kind) => onDialog(kind, raffle.id)}
        />
        {!hostMay(raffle, 'edit_raffle') && (
          <LinkButton href={`/host/raffles/${raffle.id}`} variant="quiet">
            {m.console_details()}
          </LinkButton>
        )}
      </div>
    </article>
  );
});

/** What became of a draw that was to start automatically, where the host has something to decide (R15, R31). */
export function DeadlineNews({ raffle }: { raffle: HostRaffle }) {
  const waitsSince = raffle.draw_waits_since;
  const nobody = raffle.auto_draw && rafflePhase(raffle) === 'closed' && raffle.ticket_total === 0;
  if (waitsSince === null && !nobody) return null;
  return (
    <p role="status" className="mt-3 rounded-xl bg-warn-soft px-3 py-2 text-warn">
      {waitsSince === null
        ? m.console_nobody_at_deadline()
        : m.console_draw_waits({ time: formatDateTime(waitsSince) })}
    </p>
  );
}

/** R80: of a draft of a recurring raffle, when it opens automatically, or why it could not. */
export function OpeningNews({ raffle: { recurring, status } }: { raffle: HostRaffle }) {
  if (recurring === null || status !== 'draft') return null;
  if (recurring.failed !== null) {
    return (
      <p role="status" className="mt-3 rounded-xl bg-warn-soft px-3 py-2 text-warn">
        {m.recurrence_not_opened_card({ reason: reasonText(recurring.failed) })}
      </p>
    );
  }
  if (recurring.opens_at === null) return null;
  return (
    <p className="mt-3 text-sm text-ink-soft">
      {m.recurrence_card_opens({ date: formatDateTime(recurring.opens_at) })}
    </p>
  );
}

/** What is special about it; nothing for a plain raffle. */
function Traits({ raffle }: { raffle: HostRaffle }) {
  const { held, total } = raffle.draws;
  const traits = [
    { icon: ListOrdered, text: m.console_trait_draws({ held, total }), applies: total > 1 },
    { icon: Globe, text: m.console_trait_public(), applies: raffle.allow_public_join },
    { icon: KeyRound, text: m.console_trait_passphrase(), applies: raffle.requires_passphrase },
    { icon: AlarmClock, text: m.console_trait_auto_draw(), applies: raffle.auto_draw },
    { icon: Vote, text: m.console_trait_voting(), applies: raffle.voting_enabled },
    { icon: CalendarSync, text: m.recurrence_trait(), applies: raffle.recurring?.state === 'active' },
    { icon: CalendarSync, text: m.recurrence_trait_paused(), applies: raffle.recurring?.state === 'paused' },
  ].filter(({ applies }) => applies);
  if (traits.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {traits.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-4" />
          {text}
        </li>
      ))}
    </ul>
  );
}
