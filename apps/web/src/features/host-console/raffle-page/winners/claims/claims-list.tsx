/** The claims, a row for everyone who ever held a prize (R73). Only rows in view are in the page; further ones come on scrolling. */
import type { ClaimRow, HostRaffle } from '@glassdrum/contract';
import { ClipboardList, Clock, Eraser, Gift, type LucideIcon, Trash2, UserCheck } from 'lucide-react';
import { m } from '../../../../../messages/generated/messages.js';
import { Badge, type BadgeTone } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { ClaimLine } from '../../../../../ui/claim-line.tsx';
import { claimStateText } from '../../../../../ui/claim-texts.ts';
import { formatDateTime } from '../../../../../ui/date-time.tsx';
import { VirtualList } from '../../../../../ui/virtual-list.tsx';
import { CardMenu } from '../../../cards/card-menu.tsx';
import { reasonText } from '../../../draw/pass-over-reasons.ts';
import { hostMay } from '../../../host-actions.ts';
import { Contact } from '../contact.tsx';
import { type ClaimStep, claimSteps, STEP_ABILITIES } from './claim-steps.ts';
import { claimerName, STEP_TEXTS } from './claim-step-texts.ts';

/** Pixels; rows are measured. */
const ROW_GUESS = 120;

const TONES: Record<ClaimRow['state'], BadgeTone> = {
  drawn: 'warn',
  claimed: 'info',
  handed_over: 'good',
  declined: 'neutral',
  lapsed: 'neutral',
  ineligible: 'neutral',
  absent: 'neutral',
};

const ICONS: Record<ClaimStep, LucideIcon> = {
  hand_over: Gift,
  claim: UserCheck,
  extend: Clock,
  decline: Trash2,
  ineligible: Eraser,
};

interface ClaimsListProps {
  rows: readonly ClaimRow[];
  /** With those that are not there yet. */
  total: number;
  raffle: HostRaffle;
  prizeOf: (row: ClaimRow) => string;
  /** Null while nothing can be done. */
  onStep: ((step: ClaimStep, row: ClaimRow) => void) | null;
  /** R74: shows what the person answered; null for a role that does not read it (R81). */
  onAnswers: ((row: ClaimRow) => void) | null;
  /** The last row that is there is near. */
  onEnd: () => void;
}

export function ClaimsList({ rows, total, raffle, prizeOf, onStep, onAnswers, onEnd }: ClaimsListProps) {
  return (
    <VirtualList
      role="list"
      aria-label={m.claims_host_list()}
      tabIndex={0}
      className="max-h-[max(24rem,75dvh)] rounded-xl border border-line bg-card"
      rows={rows}
      rowKey={keyOf}
      rowHeight={ROW_GUESS}
      onEnd={onEnd}
      rowProps={(index) => ({
        role: 'listitem',
        'aria-setsize': total,
        'aria-posinset': index + 1,
        className: 'border-b border-line',
      })}
      renderRow={(row) => (
        <Row raffle={raffle} row={row} prize={prizeOf(row)} onStep={onStep} onAnswers={onAnswers} />
      )}
    />
  );
}

function keyOf({ draw_id, prize, position, entry_number }: ClaimRow): string {
  return `${draw_id} ${prize} ${position} ${entry_number}`;
}

interface RowProps {
  raffle: HostRaffle;
  row: ClaimRow;
  prize: string;
  onStep: ClaimsListProps['onStep'];
  onAnswers: ClaimsListProps['onAnswers'];
}

function Row({ raffle, row, prize, onStep, onAnswers }: RowProps) {
  const { state, entry_number: number, moved_up: isMovedUp, ended, claim } = row;
  const name = claimerName(row);
  const steps = claimSteps(row).filter((step) => hostMay(raffle, STEP_ABILITIES[step]));
  const [first, ...more] = onStep === null ? [] : steps;
  return (
    <div className="grid items-start gap-x-4 gap-y-2 px-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-display text-xl leading-tight font-bold wrap-anywhere">{name}</span>
          <span className="text-ink-soft tabular-nums">{m.console_entry({ number })}</span>
          <Badge tone={TONES[state]}>{claimStateText(state)}</Badge>
          {isMovedUp && <Badge tone="info">{m.claims_host_moved_up()}</Badge>}
        </p>
        <p className="font-semibold wrap-anywhere">{prize}</p>
        {ended === null ? (
          <ClaimLine
            holder={{ state: state === 'drawn' || state === 'claimed' ? state : 'handed_over', claim }}
          />
        ) : (
          <p className="text-sm wrap-anywhere text-ink-soft">{endedText(ended)}</p>
        )}
        <Contact
          raffle={raffle}
          person={row.person}
          more={row.has_device ? m.claims_host_device() : m.claims_host_no_device()}
        />
        {onAnswers !== null &&
          (row.answers === 'given' || (row.answers === 'none' && state === 'claimed')) && (
            <Button
              variant="plain"
              className="-ml-3 px-3! text-sm"
              aria-label={m.claim_answers_of({ name })}
              onClick={() => onAnswers(row)}
            >
              <ClipboardList aria-hidden className="size-4.5 shrink-0" />
              {row.answers === 'given' ? m.claim_answers() : m.claim_answers_missing()}
            </Button>
          )}
      </div>
      {first !== undefined && onStep !== null && (
        <div className="flex items-center gap-2 justify-self-start sm:justify-self-end">
          <Button
            variant="quiet"
            className="text-sm"
            aria-label={m.claims_step_of({ step: STEP_TEXTS[first].button(), name })}
            onClick={() => onStep(first, row)}
          >
            {STEP_TEXTS[first].button()}
          </Button>
          {more.length > 0 && (
            <CardMenu
              title={name}
              variant="plain"
              items={more.map((step) => {
                const Icon = ICONS[step];
                return {
                  label: STEP_TEXTS[step].button(),
                  icon: <Icon aria-hidden className="size-5" />,
                  tone: step === 'decline' || step === 'ineligible' ? ('danger' as const) : undefined,
                  onSelect: () => onStep(step, row),
                };
              })}
            />
          )}
        </div>
      )}
    </div>
  );
}

function endedText({ reason, at, text, moved_up_entry: next }: NonNullable<ClaimRow['ended']>): string {
  return [
    m.claims_host_passed_on({ reason: reasonText(reason), time: formatDateTime(at) }),
    text === null ? '' : m.claims_why({ text }),
    next === null ? m.wins_nobody_moved_up() : m.claims_host_to_next({ number: next }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
