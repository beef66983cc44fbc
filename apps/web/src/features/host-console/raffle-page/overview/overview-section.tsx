/** What a raffle's page leads with (R60): where the raffle stands, the one next step, its numbers, its link and its news. */
import type { HostRaffle } from '@glassdrum/contract';
import { CalendarClock } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { Card } from '../../../../ui/card.tsx';
import { Countdown } from '../../../../ui/countdown.tsx';
import { DateTime } from '../../../../ui/date-time.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { RaffleActions } from '../../cards/raffle-actions.tsx';
import { DeadlineNews, OpeningNews } from '../../cards/raffle-card.tsx';
import type { DialogKind } from '../../console-dialogs.tsx';
import { hostMay, rafflePhase } from '../../host-actions.ts';
import { LastChanges } from './last-changes.tsx';
import { ShareCard } from './share-card.tsx';
import { statusText } from './status-text.ts';
import { UnplacedCard } from './unplaced-card.tsx';

interface OverviewSectionProps {
  raffle: HostRaffle;
  onEdit: () => void;
  onDialog: (kind: DialogKind) => void;
}

export function OverviewSection({ raffle, onEdit, onDialog }: OverviewSectionProps) {
  return (
    <section aria-labelledby="overview" className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <h2 id="overview" className="sr-only">
        {m.raffle_overview()}
      </h2>
      <div className="grid min-w-0 gap-6">
        <Card className="grid gap-5">
          <Status raffle={raffle} />
          <RaffleActions raffle={raffle} onEdit={onEdit} onDialog={onDialog} />
        </Card>
        <Counters raffle={raffle} />
        {raffle.bucket_totals !== null &&
          raffle.participant_count > 0 &&
          hostMay(raffle, 'see_participants') && <UnplacedCard raffle={raffle} />}
        {hostMay(raffle, 'see_audit_log') && <LastChanges raffle={raffle} />}
      </div>
      {raffle.cancelled === null && (raffle.public_url !== null || hostMay(raffle, 'share_public_link')) && (
        <ShareCard raffle={raffle} onSettings={() => onDialog('share')} />
      )}
    </section>
  );
}

function Status({ raffle }: { raffle: HostRaffle }) {
  const { deadline_at: deadline } = raffle;
  const phase = rafflePhase(raffle);
  return (
    <div>
      <p className="font-display text-xl font-bold text-balance sm:text-2xl">{statusText(raffle)}</p>
      {(phase === 'draft' || phase === 'open' || phase === 'closed') && (
        <p className="mt-2 flex items-center gap-2 text-ink-soft">
          <CalendarClock aria-hidden className="size-4.5 shrink-0" />
          {deadline === null ? (
            m.console_no_deadline()
          ) : (
            <span className="flex flex-wrap gap-x-2">
              {phase === 'open' && <Countdown to={deadline} text={m.common_closes} />}
              <DateTime at={deadline} />
            </span>
          )}
        </p>
      )}
      <DeadlineNews raffle={raffle} />
      <OpeningNews raffle={raffle} />
    </div>
  );
}

/** As people join, invitations are used and approvals wait. */
function Counters({ raffle }: { raffle: HostRaffle }) {
  const { invitees_count: invited, participation_rate: rate } = raffle;
  const numbers = [
    { label: m.raffle_count_entries(), value: raffle.participant_count },
    { label: m.console_count_tickets(), value: raffle.ticket_total },
    { label: m.raffle_count_invited(), value: invited },
    { label: m.raffle_count_waiting(), value: raffle.waiting_count },
  ];
  return (
    <div className="rounded-2xl border border-line bg-card shadow-card">
      <dl className="grid grid-cols-2 sm:grid-cols-4 sm:divide-x-2 sm:divide-dashed sm:divide-line">
        {numbers.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1 px-4 py-4 sm:px-5">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-display text-3xl leading-none font-extrabold tracking-tight tabular-nums">
              {value.toLocaleString()}
            </dd>
          </div>
        ))}
      </dl>
      {invited > 0 && (
        <div className="border-t-2 border-dashed border-line px-4 py-4 sm:px-5">
          <p aria-hidden className="mb-1.5 flex justify-between text-sm text-ink-soft">
            <span>{m.console_participation_rate()}</span>
            <span className="tabular-nums">{m.console_percent({ percent: Math.round(rate) })}</span>
          </p>
          <ProgressBar label={m.console_participation_rate()} percent={rate} />
        </div>
      )}
    </div>
  );
}
