/**
 * A draw from the countdown to the complete list, whoever plays it: live, as a replay, or from a proof file. Chooses the
 * screen of the moment; what the viewer has won stands over all of them.
 */
import type { DrawPlan, DrawStanding, LiveResult } from '@glassdrum/contract';
import { type DrawClock, type DrawMoment, dueTimes } from '@glassdrum/raffle-rules';
import { type ReactNode, useState } from 'react';
import { useWinnerPage } from '../live/use-winner-page.ts';
import { GRAND_WINNERS, winnerPageCount, winnersOnPage } from '../live/winner-pages.ts';
import { Page } from '../ui/page.tsx';
import { TestBeaconRibbon } from '../ui/test-beacon-ribbon.tsx';
import { CompleteView } from './complete-view.tsx';
import type { DrawStatsProps } from './draw-stats.tsx';
import { DrawStage } from './draw-stage.tsx';
import { FreezeCode } from './freeze-code.tsx';
import { LiveLabel, type LiveState } from './live-label.tsx';
import { OwnWin } from './own-win.tsx';
import { SoundSwitch } from './sound/sound-switch.tsx';
import { useSound } from './sound/use-sound.ts';
import { WinnerPagesView } from './winner-pages-view.tsx';
import { nameOf } from './winner-texts.ts';

interface DrawShowProps {
  title: string;
  plan: DrawPlan;
  clock: DrawClock;
  now: () => number;
  /** How fast `now` runs: 1 live, 0 in a replay that was stopped. */
  speed: number;
  moment: Exclude<DrawMoment, { phase: 'before' }>;
  /** Null before the reveal (R4). */
  result: LiveResult | null;
  standing: DrawStanding | null;
  own: number | null;
  live: LiveState;
  stats: Omit<DrawStatsProps, 'endedAt' | 'now'>;
  fairness: ReactNode;
  /** On the complete screen: where to go next. */
  links: ReactNode;
  /** A replay's bar. */
  controls?: ReactNode;
  /** Goes to the complete list at once. */
  onSkip: () => void;
  /** The viewer has pressed that, or has seen the pages before. */
  isSkipped: boolean;
}

export function DrawShow(props: DrawShowProps) {
  const { clock, now, speed, moment, result, own } = props;
  const completeAt = dueTimes(clock).completeAt;
  const turned = useWinnerPage(completeAt, result?.winners.length ?? 0, now, speed);
  const page = moment.phase === 'complete' && !props.isSkipped ? turned : null;
  const win = result?.winners.find((row) => row.entry_number === own) ?? null;
  const isWinShown = win !== null && result !== null && isShown(win.position, moment, page, result);
  // Once seen it stays away for the rest of this draw, also when the pages turn.
  const [seenWin, setSeenWin] = useState(false);
  return (
    <>
      <ScreenOf {...props} page={page} completeAt={completeAt} />
      {isWinShown && !seenWin && (
        <OwnWin
          position={win.position}
          number={win.entry_number}
          name={nameOf(win)}
          onSeen={() => setSeenWin(true)}
        />
      )}
    </>
  );
}

interface ScreenProps extends DrawShowProps {
  page: number | null;
  completeAt: number | null;
}

function ScreenOf(props: ScreenProps) {
  const { title, plan, clock, now, speed, moment, result, own, live, controls, page, completeAt } = props;
  const isComplete = moment.phase === 'complete';
  const stats = { ...props.stats, now, endedAt: isComplete ? completeAt : null };
  const sound = (
    <SoundSwitch
      sound={useSound({
        style: plan.animation_style,
        winners: Math.min(plan.winners, plan.total_entries),
        clock,
        now,
        speed,
      })}
    />
  );
  if (!isComplete) {
    return (
      <DrawStage
        title={title}
        plan={plan}
        moment={moment}
        clock={clock}
        now={now}
        result={result}
        own={own}
        live={live}
        stats={stats}
        actions={sound}
        controls={controls}
      />
    );
  }
  if (page !== null && result !== null) {
    return (
      <main className="flex min-h-dvh flex-col gap-3 bg-paper px-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <TestBeaconRibbon />
        <header className="flex min-h-11 items-center justify-between gap-3">
          <LiveLabel state={live} />
          {sound}
        </header>
        <h1 className="truncate text-center text-xl text-ink-soft">{title}</h1>
        <WinnerPagesView winners={result.winners} page={page} own={own} size="page" onSkip={props.onSkip} />
        {controls}
        <FreezeCode code={plan.freeze_code} />
      </main>
    );
  }
  return (
    <Page title={title} actions={sound}>
      <CompleteView
        title={title}
        plan={plan}
        result={result}
        standing={props.standing}
        own={own}
        live={live}
        stats={stats}
        fairness={props.fairness}
        links={props.links}
        controls={controls}
      />
    </Page>
  );
}

/** Whether a winner's place is on the screen by now, or was. */
function isShown(
  position: number,
  moment: DrawShowProps['moment'],
  page: number | null,
  { winners }: LiveResult,
): boolean {
  switch (moment.phase) {
    case 'countdown':
    case 'animation':
      return false;
    case 'reveal':
      return position <= moment.visibleWinners;
    case 'complete': {
      if (page === null || position <= GRAND_WINNERS) return true;
      const last = winnersOnPage(winners, Math.min(page, winnerPageCount(winners.length))).at(-1);
      return last !== undefined && position <= last.position;
    }
  }
}
