/**
 * The last confirmation before the draw (R13): how many entries and tickets take part and who sits out, what decides, what will be said about
 * it, what happens, and which prizes have no candidate (R63). And, where the raffle's policy allows it, the choice when the
 * public random number cannot be reached before freezing (R31, R93): wait, or draw at a lower level that every screen will
 * name.
 */
import { useState } from 'react';
import type {
  DrawAnswer,
  DrawBody,
  DrawPreview,
  HostRaffle,
  StartAsked,
  StartRequestView,
} from '@glassdrum/contract';
import { ShieldCheck, Smartphone, Stamp, TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import { call } from '../../../api/call.ts';
import { rafflePhase } from '../host-actions.ts';
import { levelTexts } from '../../../ui/assurance-texts.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { drawCalled } from '../../../api/draw-names.ts';
import { policySentence } from '../../../participation/joining/policy-texts.ts';
import { useShowAsked } from '../start-request/use-show-asked.ts';
import { type OpenRequest, useStartRequest } from '../start-request/use-start-request.ts';
import { WaitingDialog } from '../start-request/waiting-dialog.tsx';
import { SittingOut } from './sitting-out.tsx';
import { useDrawPreview } from './use-draw-preview.ts';
import { WithoutCandidates } from './without-candidates.tsx';
import { CheckInPanel } from '../presence/check-in-panel.tsx';
import { useChange } from '../console-data.ts';
import { counted } from '../counted.ts';

interface DrawDialogProps {
  raffle: HostRaffle;
  onClose: () => void;
}

/** What a draw by this policy asks for. */
const ASKED: Record<HostRaffle['beacon_policy'], DrawBody['assurance']> = {
  wait: 'beacon',
  lower: 'beacon',
  room: 'room',
  none: 'operator',
};

export function DrawDialog({ raffle, onClose }: DrawDialogProps) {
  const open = useStartRequest(raffle);
  const [hasAsked, setAsked] = useState(false);
  if (open?.isOwn === true && !hasAsked) setAsked(true);
  // R81: also when the time is over, to say so.
  if (hasAsked) return <WaitingDialog raffle={raffle} onAgain={() => setAsked(false)} onClose={onClose} />;
  return <DrawQuestion raffle={raffle} open={open} onClose={onClose} />;
}

interface DrawQuestionProps extends DrawDialogProps {
  /** R81: somebody else asks, and this is the second person's answer. */
  open: OpenRequest | null;
}

function DrawQuestion({ raffle, open, onClose }: DrawQuestionProps) {
  const request = open?.request ?? null;
  const [refusedByBeacon, setRefusedByBeacon] = useState(false);
  /** Numbers of the prizes without a candidate that the host wants to draw nevertheless. */
  const [accepted, setAccepted] = useState('');
  const [, navigate] = useLocation();
  const preview = useDrawPreview(raffle);
  const draw = useChange({
    act: (body: DrawBody) =>
      request === null
        ? call<DrawAnswer | StartAsked>('POST', `/api/raffles/${raffle.id}/draw`, body)
        : call<DrawAnswer>('POST', `/api/raffles/${raffle.id}/draw/confirm`),
    onDone: (answer) => {
      if ('start_request' in answer) {
        showAsked(answer.start_request);
        return;
      }
      toast({ title: m.console_draw_started(), description: m.console_draw_started_text(), tone: 'good' });
      navigate(`/draw/${raffle.id}`);
    },
    onRefused: ({ code }) => {
      const missing = code === 'beacon_unreachable' && request === null;
      setRefusedByBeacon(missing);
      return missing;
    },
  });
  const showAsked = useShowAsked(raffle.id);
  const asked = ASKED[raffle.beacon_policy];
  // R69: the one whose name stands here, also if another device starts it, and ends it, meanwhile.
  const next = raffle.draws.total > 1 ? preview.data?.draw : undefined;
  const start = (assurance: DrawBody['assurance']): void =>
    draw.mutate(next === undefined ? { assurance } : { assurance, draw: next.number });
  const wanted = draw.isPending ? draw.variables.assurance : undefined;
  // R13: without a ticket in the drum there is nothing to draw.
  const isEmpty = ticketHolders(raffle, preview.data) === 0;
  const without = preview.data?.without_candidates ?? [];
  const withoutNumbers = without.map(({ prize }) => prize).join(' ');
  // Where prizes have names, some may have no candidate: that has to be known first.
  const isAccepted =
    without.length === 0 ? !(raffle.named_prizes && preview.isPending) : accepted === withoutNumbers;
  // R71: a draw that people must be present at, and nobody is.
  const nobodyHere = raffle.presence?.check_in?.present === 0;
  // R81: what the draw rests on was decided by who asked for it.
  const isMissing =
    request === null && !isEmpty && (refusedByBeacon || preview.data?.beacon === 'unreachable');

  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isMissing ? m.console_beacon_title() : questionOf(raffle, next)}
      description={
        <>
          {open !== null && (
            <p className="text-ink">
              <span className="wrap-anywhere">{m.start_asked({ name: open.request.asked_by.name })}</span>{' '}
              <span className="tabular-nums">{m.start_seconds({ seconds: open.secondsLeft })}</span>
            </p>
          )}
          {!isEmpty && <Counts raffle={raffle} preview={preview.data} />}
          <Question raffle={raffle} isEmpty={isEmpty} isMissing={isMissing} />
          {raffle.two_start && request === null && !isEmpty && <p>{m.start_two_text()}</p>}
        </>
      }
      cancelLabel={isMissing ? m.console_beacon_later() : m.common_cancel()}
      confirmLabel={isMissing ? m.console_try_again() : confirmText(raffle, request)}
      pending={wanted === asked || (isMissing && preview.isFetching)}
      pendingLabel={isMissing ? m.console_trying() : m.console_starting_draw()}
      confirmDisabled={
        isEmpty ||
        preview.data?.entries === 0 ||
        !isAccepted ||
        nobodyHere ||
        (raffle.draws.total > 1 && next === undefined)
      }
      onConfirm={() => start(asked)}
    >
      {!isEmpty && raffle.presence !== null && (
        <div className="mt-5 empty:hidden">
          <CheckInPanel raffle={raffle} hasPeople={false} />
        </div>
      )}
      {!isEmpty && nobodyHere && (
        <p role="alert" className="mt-3 rounded-2xl bg-warn-soft p-4 text-warn">
          {m.presence_nobody()}
        </p>
      )}
      {!isEmpty && without.length > 0 && !nobodyHere && (
        <WithoutCandidates
          prizes={without}
          isAccepted={isAccepted}
          onChange={(isChecked) => setAccepted(isChecked ? withoutNumbers : '')}
        />
      )}
      {!isEmpty &&
        (isMissing ? (
          <Missing
            raffle={raffle}
            isDisabled={!isAccepted}
            isPending={wanted === 'operator'}
            onDraw={() => start('operator')}
          />
        ) : (
          <Promised raffle={raffle} preview={preview.data} failed={preview.isError} />
        ))}
    </AlertDialog>
  );
}

function confirmText({ two_start: needsTwo }: HostRaffle, request: StartRequestView | null): string {
  if (request !== null) return m.start_confirm_now();
  return needsTwo ? m.start_ask() : m.console_draw_now();
}

/** Entries with a ticket, also those that sit this draw out. */
function ticketHolders(raffle: HostRaffle, preview: DrawPreview | undefined): number {
  if (preview === undefined) return raffle.participant_count;
  const { holders, absent, unplaced } = preview.sitting_out;
  return preview.entries + holders + absent + unplaced;
}

function questionOf({ title }: HostRaffle, next: DrawPreview['draw'] | undefined): string {
  return next === undefined
    ? m.console_draw_title({ title })
    : m.console_draw_title_of({ title, draw: drawCalled(next) });
}

interface QuestionProps {
  raffle: HostRaffle;
  /** Nobody holds a ticket. */
  isEmpty: boolean;
  /** The public beacon is away. */
  isMissing: boolean;
}

function Question({ raffle, isEmpty, isMissing }: QuestionProps) {
  if (isEmpty) return <p className="text-lg text-ink">{m.console_draw_nobody()}</p>;
  if (isMissing) {
    return (
      <>
        <p>{m.console_beacon_text()}</p>
        <p>{m.console_beacon_wait()}</p>
      </>
    );
  }
  return <p>{rafflePhase(raffle) === 'open' ? m.console_draw_closes_text() : m.console_draw_text()}</p>;
}

/** R93: anyone who joined was promised one of these two. */
function Missing({
  raffle,
  isDisabled,
  isPending,
  onDraw,
}: {
  raffle: HostRaffle;
  isDisabled: boolean;
  isPending: boolean;
  onDraw: () => void;
}) {
  if (raffle.beacon_policy !== 'lower') {
    return <p className="mt-5 rounded-2xl bg-sunken p-4">{m.console_beacon_promised()}</p>;
  }
  return (
    <div className="mt-5 grid gap-3 rounded-2xl bg-warn-soft p-4 text-warn">
      <p>{m.console_beacon_operator()}</p>
      <Button
        variant="quiet"
        disabled={isDisabled}
        pending={isPending}
        pendingLabel={m.console_starting_draw()}
        onClick={onDraw}
      >
        {m.console_beacon_draw_lower()}
      </Button>
    </div>
  );
}

function Counts({ raffle, preview }: { raffle: HostRaffle; preview: DrawPreview | undefined }) {
  const entries = preview?.entries ?? raffle.joined_count;
  const winners = preview?.winners ?? Math.min(raffle.max_winners, entries);
  return (
    <>
      <p className="text-lg text-ink">
        {m.console_draw_counts({
          entries: counted(m.console_entries_count, entries),
          tickets: counted(m.console_tickets_count, preview?.tickets ?? raffle.ticket_total),
          winners: counted(m.console_winners_count, winners),
        })}
      </p>
      {preview !== undefined && <SittingOut preview={preview} />}
    </>
  );
}

interface PromisedProps {
  raffle: HostRaffle;
  preview: DrawPreview | undefined;
  failed: boolean;
}

/** What decides and what will be said about it, before the point of no return. */
function Promised({ raffle, preview, failed }: PromisedProps) {
  if (failed) return null;
  if (preview === undefined) return <Skeleton className="mt-5 h-40" />;
  const isTest = preview.beacon === 'test';
  const isLow = isTest || preview.assurance === 'operator';
  const level = levelTexts(preview.assurance);
  const Icon = isLow ? TriangleAlert : ShieldCheck;
  return (
    <div className="mt-5 grid gap-3">
      <div
        className={classNames(
          'flex gap-3 rounded-2xl p-4',
          isLow ? 'bg-warn-soft text-warn' : 'bg-good-soft text-good',
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div>
          <p className="font-semibold">{m.console_draw_level({ level: level.label })}</p>
          <p className="text-sm text-ink">{isTest ? m.common_test_beacon() : policySentence(raffle)}</p>
          <p className="mt-1 text-sm text-ink-soft">{level.sentence}</p>
        </div>
      </div>
      <ul className="grid gap-2 text-sm">
        <li className="flex gap-2.5">
          <Stamp aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-soft" />
          {witnessText(preview)}
        </li>
        {preview.contributors > 0 && (
          <li className="flex gap-2.5">
            <Smartphone aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-soft" />
            {m.console_draw_contributors({ count: preview.contributors })}
          </li>
        )}
      </ul>
    </div>
  );
}

/** R86: who is asked to sign, and what happens without them. */
function witnessText({ witnesses: { known, quorum } }: DrawPreview): string {
  if (quorum > 0) return m.console_draw_witnesses_required({ known, quorum });
  return known === 0 ? m.console_draw_witnesses_none() : m.console_draw_witnesses({ known });
}
