/** What the hall sees at each moment: how to join, who has come, the draw, the winners. */
import type { PublicRaffle, StageInfo } from '@glassdrum/contract';
import { dueTimes } from '@glassdrum/raffle-rules';
import { useEffect, useMemo, useState } from 'react';
import { drawClockOf } from '../../live/draw-clock-of.ts';
import { useDrawMoment } from '../../live/draw-moment.ts';
import { useNeverFinished } from '../../live/use-never-finished.ts';
import { useRoom } from '../../live/use-room.ts';
import { useWakeLock } from '../../live/use-wake-lock.ts';
import { useWinnerPage } from '../../live/winner-pages.ts';
import { m } from '../../messages/generated/messages.js';
import { hasNextDraw } from '../../api/draw-names.ts';
import { NextDraw } from '../../participation/raffle/next-draw.tsx';
import { usePreloadedShow } from '../../show-player/preload-show.ts';
import { PrizeImages } from '../../show-player/prize-images.tsx';
import { prizesOfPlan } from '../../show-player/prize-names.ts';
import { machineWinners, revealOf } from '../../show-player/reveal.ts';
import { useStageSound } from '../../show-player/sound/use-sound.ts';
import { WinnerPagesView } from '../../show-player/winner-pages-view.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDateTime } from '../../ui/date-time.tsx';
import { FreezeLine, hasGround, StageDraw } from './stage-draw.tsx';
import { plate, StageFrame } from './stage-frame.tsx';
import { StageCancelled } from './stage-cancelled.tsx';
import { StageBetween } from './stage-between.tsx';
import { StageOpen } from './stage-open.tsx';
import { compareAddress, StageSealing } from './stage-sealing.tsx';
import { StageWinners } from './stage-winners.tsx';

/** How long the winners of a draw have the stage for themselves before the next draw is announced there. */
const WINNERS_MS = 60_000;

interface StageProps {
  info: StageInfo;
  stageKey: string;
  isOverlay: boolean;
  isOnDark: boolean;
  hasSound: boolean;
  /** Told the status that the room knows, at each change. */
  onStatus: (status: PublicRaffle['status']) => void;
}

export function Stage({ info, stageKey, isOverlay, isOnDark, hasSound, onStatus }: StageProps) {
  const { room, now } = useRoom(info.raffle.id, { inviteeId: null, displayName: null, stageKey });
  const raffle = room?.raffle ?? info.raffle;
  const latest = room?.draw ?? null;
  // R86: one that was called off is over; the raffle waits for its next draw.
  const plan = latest?.voided === null ? latest : null;
  const result = room?.result ?? null;
  const clock = useMemo(() => (plan === null ? null : drawClockOf(plan)), [plan]);
  const moment = useDrawMoment(clock?.t0 ?? null, clock?.beaconAt ?? null, now);
  const completeAt = clock === null ? null : dueTimes(clock).completeAt;
  const pages = useMemo(
    () => (plan === null || result === null ? null : revealOf(plan, result.winners).pages),
    [plan, result],
  );
  const page = useWinnerPage(completeAt, pages, now, 1);
  const isComplete = moment?.phase === 'complete';
  const isLate = usePassed(completeAt === null ? null : completeAt + WINNERS_MS, now);
  const isRunning = moment?.phase !== 'complete' && plan?.beacon_value !== null;
  const isNeverFinished = useNeverFinished(isRunning || result !== null ? null : plan, now);
  useWakeLock(true);
  usePreloadedShow(
    plan === null ? raffle.chosen_animation : null,
    hasGround(raffle.chosen_animation, isOverlay, isOnDark),
  );
  useStageSound(
    plan === null || clock === null || moment?.phase === 'sealing' || !hasSound
      ? null
      : {
          style: plan.animation_style,
          winners: Math.min(machineWinners(plan), plan.total_entries),
          clock,
          now,
          speed: 1,
        },
  );
  const { status } = raffle;
  useEffect(() => onStatus(status), [status, onStatus]);

  const { title, cancelled } = raffle;
  if (cancelled !== null) {
    return (
      <StageFrame title={title} isOverlay={isOverlay}>
        <StageCancelled title={title} reason={cancelled.reason} isOverlay={isOverlay} />
      </StageFrame>
    );
  }
  // R69: winners stay until everybody has seen them, or until the host goes on.
  const areWinnersSeen = isComplete && page === null && (isLate || raffle.pause !== null);
  // R71: once the host opens check-in its code is what the hall needs.
  const isCheckingIn =
    (raffle.presence?.check_in?.opened_at ?? null) !== null && (plan === null || isComplete);
  if (
    !isCheckingIn &&
    hasNextDraw(raffle) &&
    raffle.draws.held > 0 &&
    (plan === null ? latest === null : areWinnersSeen)
  ) {
    return (
      <StageFrame title={title} isOverlay={isOverlay}>
        <StageBetween
          raffle={raffle}
          info={info}
          stageKey={stageKey}
          now={now}
          prizeStatus={room?.prizeStatus ?? null}
          isOverlay={isOverlay}
        />
      </StageFrame>
    );
  }
  // R89: of the next draw, while the one before still stands here.
  const isGathering = isComplete && raffle.contributing !== null;
  if (plan === null || clock === null || moment === null || isGathering || isCheckingIn) {
    return (
      <StageFrame title={title} isOverlay={isOverlay}>
        <StageOpen
          raffle={raffle}
          info={info}
          stageKey={stageKey}
          arrivals={room?.arrivals ?? []}
          now={now}
          voided={plan === null ? latest : null}
          isOverlay={isOverlay}
        />
      </StageFrame>
    );
  }
  const compareUrl = compareAddress(info, plan);
  if (moment.phase === 'sealing') {
    return (
      <StageFrame title={title} isOverlay={isOverlay}>
        <StageSealing title={title} plan={plan} now={now} compareUrl={compareUrl} isOverlay={isOverlay} />
      </StageFrame>
    );
  }
  if (isNeverFinished) {
    return (
      <StageFrame title={title} isOverlay={isOverlay}>
        <div className="flex min-h-0 flex-1 flex-col px-[4vw] py-[4vh]">
          <div className={classNames('m-auto grid gap-[2vh] text-center', isOverlay ? plate(true) : '')}>
            <h1 className="line-clamp-2 text-[7vh] leading-tight wrap-anywhere">{title}</h1>
            <p className="text-[5vh] font-bold text-danger">{m.log_progress_never_finished()}</p>
            <p className="mx-auto max-w-[70vw] text-[3.4vh] text-ink-soft portrait:max-w-full">
              {m.log_never_finished_text()}
            </p>
          </div>
          <FreezeLine plan={plan} compareUrl={compareUrl} isOverlay={isOverlay} />
        </div>
      </StageFrame>
    );
  }
  if (moment.phase !== 'complete') {
    const isPause = moment.phase === 'animation' && moment.step === 'pause';
    return (
      <StageFrame title={title} isOverlay={isOverlay} isDim={isPause}>
        <StageDraw
          title={title}
          plan={plan}
          moment={moment}
          clock={clock}
          now={now}
          result={result}
          roomNumbers={room?.roomNumbers ?? null}
          compareUrl={compareUrl}
          isOverlay={isOverlay}
          isOnDark={isOnDark}
        />
        {prizesOfPlan(plan).length > 0 && <PrizeImages plan={plan} page={null} />}
      </StageFrame>
    );
  }
  return (
    <StageFrame title={title} isOverlay={isOverlay}>
      <div className="flex min-h-0 flex-1 flex-col px-[2vw] py-[2vh]">
        {result === null && (
          <p role="status" className="grid flex-1 place-content-center text-[4vh]">
            <span className={plate(isOverlay)}>{m.draw_announcing()}</span>
          </p>
        )}
        {result !== null && page === null && (
          <StageWinners
            title={title}
            plan={plan}
            result={result}
            prizeStatus={room?.prizeStatus ?? null}
            isOverlay={isOverlay}
          />
        )}
        {pages !== null && page !== null && (
          <>
            <h1 className="sr-only">{title}</h1>
            <WinnerPagesView
              plan={plan}
              pages={pages}
              page={page}
              own={null}
              size="hall"
              plate={plate(isOverlay)}
              onSkip={null}
            />
            {prizesOfPlan(plan).length > 0 && <PrizeImages plan={plan} page={pages[page] ?? null} />}
          </>
        )}
        {page === null && (
          <NextDraw raffle={raffle} size="hall" className="mx-auto mt-[1vh] w-full max-w-[80vw]" />
        )}
        <FreezeLine plan={plan} compareUrl={compareUrl} isOverlay={isOverlay} />
        {plan.late && plan.scheduled_at !== null && (
          <p
            className={classNames('mx-auto pt-[0.8vh] text-center text-[2.8vh] text-warn', plate(isOverlay))}
          >
            <span className="font-semibold">{m.common_drawn_late()}.</span>{' '}
            {m.common_drawn_late_text({ time: formatDateTime(plan.scheduled_at) })}
          </p>
        )}
      </div>
    </StageFrame>
  );
}

/** Whether an instant is over. @param at epoch ms by the server's clock; null: there is none */
function usePassed(at: number | null, now: () => number): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - now()));
    return () => clearTimeout(timer);
  }, [at, now]);
  return at !== null && passed === at;
}
