/**
 * Before the draw, in letters for the last row: how to join and the names of those who come (R44), or how to check in (R71) and
 * what the draw gives.
 */
import { lazy, Suspense } from 'react';
import type {
  DrawPlan,
  PlannedDraw,
  PublicRaffle,
  ShownPrize,
  StageInfo,
  TakenNumber,
} from '@glassdrum/contract';
import { drawCalled } from '../../api/draw-names.ts';
import { usePrizeList } from '../../api/prize-list.ts';
import { m } from '../../messages/generated/messages.js';
import { Contributing } from '../../show-player/sealing.tsx';
import { voidText } from '../../show-player/without-result.tsx';
import { pauseSentence } from '../../participation/raffle/pause-sentence.ts';
import { SourcesLine } from '../../participation/entry/sources-line.tsx';
import { takenNames } from '../../participation/entry/taken-numbers.ts';
import { classNames } from '../../ui/class-names.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { plate } from './stage-frame.tsx';
import { HowToJoin } from './stage-join.tsx';
import { StagePrizes } from './stage-prizes.tsx';

const StageCheckIn = lazy(async () => ({ default: (await import('./stage-check-in.tsx')).StageCheckIn }));

interface StageOpenProps {
  raffle: PublicRaffle;
  info: StageInfo;
  stageKey: string;
  /** Who came while this screen was open, oldest first. */
  arrivals: readonly TakenNumber[];
  /** The server's clock. */
  now: () => number;
  /** R86: the last draw, if it was called off. */
  voided: DrawPlan | null;
  isOverlay: boolean;
}

const NAMES_SHOWN = 8;
/** Where nobody joins any more the place of the code is free for names. */
const NAMES_SHOWN_CLOSED = 40;
const PRIZES_SHOWN = 3;
const PRIZES_BELOW_NOTICE = 2;

export function StageOpen({ raffle, info, stageKey, arrivals, now, voided, isOverlay }: StageOpenProps) {
  const names = takenNames(info.takenNumbers, arrivals);
  const isOpen = raffle.status === 'open';
  const openCheckIn = raffle.presence?.check_in ?? null;
  const checkIn = openCheckIn?.opened_at === null ? null : openCheckIn;
  const next = useNextDraw(raffle, checkIn?.draw ?? null);
  const hasPrizes = next !== null && next.prizes.length > 0;
  const isTall = !isOpen && checkIn === null;
  const shown = isTall ? NAMES_SHOWN_CLOSED : NAMES_SHOWN;
  const newest = [...names].sort(([a], [b]) => b - a).slice(0, isOverlay ? 1 : shown);
  const last = arrivals.at(-1);
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-1 gap-[4vw]',
        isOverlay
          ? 'items-end justify-between p-[3vh]'
          : 'items-stretch px-[4vw] py-[5vh] portrait:flex-col portrait:gap-[2vh] portrait:py-[3vh]',
      )}
    >
      <section className={classNames('flex min-w-0 flex-col', isOverlay ? plate(true) : 'flex-1')}>
        <h1
          className={classNames(
            'shrink-0 leading-[1.05] wrap-anywhere',
            isOverlay
              ? 'line-clamp-1 max-w-[46vw] text-[5vh]'
              : 'line-clamp-2 text-[9.5vh] portrait:text-[min(9.5vh,10vw)]',
          )}
        >
          {raffle.title}
        </h1>
        <p className={classNames('text-ink-soft', isOverlay ? 'text-[2.6vh]' : 'mt-[1vh] text-[3.8vh]')}>
          {next === null ? subtitleOf(raffle) : m.next_draw({ draw: drawCalled(next.draw) })}
        </p>
        <DeadlineOf raffle={raffle} now={now} className={isOverlay ? 'text-[2.6vh]' : 'text-[3.8vh]'} />
        <p
          className={classNames(
            'flex items-baseline gap-[1vw] portrait:gap-[2vw]',
            isOverlay ? '' : 'mt-[3vh] portrait:mt-[1vh]',
          )}
        >
          <span
            className={classNames(
              'font-display leading-none font-extrabold text-brand tabular-nums',
              countSize(isOverlay, hasPrizes),
            )}
          >
            {raffle.participant_count.toLocaleString()}
          </span>
          <span className={isOverlay ? 'text-[3vh]' : 'text-[4.4vh]'}>
            {raffle.participant_count === 1 ? m.stage_one_entry() : m.stage_entries()}
          </span>
        </p>
        <SourcesLine
          sources={raffle.sources}
          className={classNames(
            'text-ink-soft tabular-nums',
            isOverlay ? 'text-[2.2vh]' : 'mt-[0.6vh] text-[3vh] portrait:text-[min(3vh,3.4vw)]',
          )}
        />
        {raffle.pause !== null && (
          <p
            role="status"
            className={classNames(
              'font-bold wrap-anywhere text-brand',
              isOverlay ? 'text-[3vh]' : 'mt-[2vh] line-clamp-2 shrink-0 text-[5.5vh] leading-tight',
            )}
          >
            {pauseSentence(raffle.pause)}
          </p>
        )}
        {voided !== null && <CalledOff plan={voided} isOverlay={isOverlay} />}
        {raffle.contributing !== null && (
          <div
            className={classNames(
              'text-center',
              isOverlay ? '' : 'mt-[3vh] rounded-[3vh] bg-card p-[3vh] shadow-card',
            )}
          >
            <Contributing contributing={raffle.contributing} now={now} size="hall" />
          </div>
        )}
        {raffle.contributing === null && hasPrizes && !isOverlay && (
          <StagePrizes
            prizes={next.prizes}
            perPage={raffle.pause === null ? PRIZES_SHOWN : PRIZES_BELOW_NOTICE}
            className="mt-[3vh] overflow-hidden portrait:hidden"
          />
        )}
        {raffle.contributing === null &&
          !hasPrizes &&
          (newest.length > 0 || raffle.entry_count === raffle.unsold_count) && (
            <Names newest={newest} isOverlay={isOverlay} isTall={isTall} />
          )}
        <p className="sr-only" aria-live="polite">
          {last !== undefined && m.stage_arrived({ name: last.display_name, number: last.entry_number })}
        </p>
      </section>
      {checkIn !== null ? (
        <Suspense>
          <StageCheckIn
            raffleId={raffle.id}
            stageKey={stageKey}
            counts={checkIn}
            now={now}
            isOverlay={isOverlay}
          />
        </Suspense>
      ) : (
        isOpen && (
          <HowToJoin raffle={raffle} info={info} stageKey={stageKey} now={now} isOverlay={isOverlay} />
        )
      )}
    </div>
  );
}

/** Of several draws the one that people check in for, and its prizes where they have names; null while nobody checks in. */
function useNextDraw(
  raffle: PublicRaffle,
  number: number | null,
): { draw: PlannedDraw; prizes: readonly ShownPrize[] } | null {
  const isAsked = number !== null && raffle.draws.total > 1;
  const revision = raffle.prizes_revision + raffle.draws.left / 100;
  const { data: list } = usePrizeList(isAsked ? raffle.id : '', revision);
  const draw = isAsked ? list?.draws.find((one) => one.number === number) : undefined;
  if (list === undefined || draw === undefined) return null;
  const isNamed = raffle.named_prizes;
  return { draw, prizes: isNamed ? list.prizes.filter((prize) => prize.draw === number) : [] };
}

/** Prizes need room below it. */
function countSize(isOverlay: boolean, hasPrizes: boolean): string {
  if (isOverlay) return 'text-[6vh]';
  return hasPrizes ? 'text-[8vh]' : 'text-[14vh] portrait:text-[9vh]';
}

/** R86: said calmly; the next draw follows. */
function CalledOff({ plan, isOverlay }: { plan: DrawPlan; isOverlay: boolean }) {
  return (
    <div
      role="status"
      className={classNames(
        'rounded-[2vh] bg-info-soft text-info',
        isOverlay ? 'px-[1.4vw] py-[1vh] text-[2.4vh]' : 'mt-[2vh] px-[2vw] py-[2vh] text-[3.2vh]',
      )}
    >
      <p className="font-bold">{m.draw_void_title()}</p>
      <p className="text-ink">
        {voidText(plan)} {m.stage_void_next()}
      </p>
    </div>
  );
}

function subtitleOf(raffle: PublicRaffle): string {
  switch (raffle.status) {
    case 'draft':
      return m.stage_draft();
    case 'open':
      return raffle.max_winners === 1 ? m.stage_one_prize() : m.stage_prizes({ count: raffle.max_winners });
    case 'closed':
    case 'drawn':
      return raffle.draw_waits_since === null
        ? `${m.stage_closed()}. ${m.stage_closed_text()}`
        : m.stage_closed();
  }
}

/** When joining ends or the draw starts automatically, counting down (R12, R15, R31). */
function DeadlineOf({
  raffle,
  now,
  className,
}: {
  raffle: PublicRaffle;
  now: () => number;
  className: string;
}) {
  const { deadline_at: deadline, draw_waits_since: waitsSince } = raffle;
  if (waitsSince !== null && !raffle.draw_started)
    return <p className={className}>{m.common_draw_waits()}</p>;
  if (deadline === null || raffle.status !== 'open') return null;
  return (
    <p className={classNames('tabular-nums empty:hidden', className)}>
      <Countdown to={deadline} now={now} text={raffle.auto_draw ? m.common_draws : m.common_closes} />
    </p>
  );
}

interface NamesProps {
  newest: readonly [number, string][];
  isOverlay: boolean;
  /** There is room for many lines. */
  isTall: boolean;
}

function Names({ newest, isOverlay, isTall }: NamesProps) {
  if (newest.length === 0) {
    return (
      <p className={classNames('mt-auto text-ink-soft', isOverlay ? 'text-[2.6vh]' : 'text-[5vh]')}>
        {m.stage_nobody()}
      </p>
    );
  }
  return (
    <ol
      aria-label={m.stage_arriving()}
      className={classNames(
        'flex flex-wrap content-start gap-[1.4vh]',
        isOverlay
          ? 'mt-[1vh]'
          : classNames(
              'mt-[4vh] overflow-hidden',
              isTall ? 'max-h-[49vh]' : 'max-h-[32.2vh] portrait:mt-[1vh] portrait:max-h-[7.2vh]',
            ),
      )}
    >
      {newest.map(([number, name]) => (
        <li
          key={number}
          className={classNames(
            'flex max-w-full animate-stamp items-center gap-[0.8vw] rounded-2xl bg-ticket px-[1.4vw] text-ticket-ink portrait:gap-[2vw] portrait:px-[2.4vw] shadow-card',
            isOverlay ? 'h-[5vh] text-[3vh]' : 'h-[7vh] text-[4vh]',
          )}
        >
          <span className="font-display font-extrabold text-ticket-print tabular-nums">{number}</span>
          <span className="truncate font-semibold">{name}</span>
        </li>
      ))}
    </ol>
  );
}
