/**
 * The show itself, filling the screen: the draw's world behind, and over it no more than must be there: whose draw it is,
 * the freeze words (R92), the viewer's own number, and what is happening.
 */
import type { DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';
import type { ReactNode } from 'react';
import { levelTexts } from '../ui/assurance-texts.ts';
import { m } from '../messages/generated/messages.js';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TestBeaconRibbon } from '../api/test-beacon-ribbon.tsx';
import { Lettering, type ShowMoment } from './lettering.tsx';
import { audienceSentence, captionOf } from './draw-texts.ts';
import { type DrawStatsProps, StatsLine } from './draw-stats.tsx';
import { FreezeWords } from './freeze-words.tsx';
import { machineWinners } from './reveal.ts';
import { LiveLabel, type LiveState, YoureIn } from './show-badges.tsx';
import { DiceLater } from './room/dice-later.tsx';
import type { RoomNumbersStatus } from './room/room-numbers.tsx';
import { ScenePlayer } from './scene-player.tsx';
import { useFirstWinners } from './use-first-winners.ts';

interface DrawStageProps {
  title: string;
  plan: DrawPlan;
  moment: ShowMoment;
  clock: DrawClock;
  now: () => number;
  result: LiveResult | null;
  own: number | null;
  live: LiveState;
  stats: DrawStatsProps;
  /** Beside the label: the sound's switch. */
  actions?: ReactNode;
  /** What the viewer is asked to do while the draw runs: entering the room's numbers. */
  task?: ReactNode;
  /** R91: how many devices entered the room's numbers; null where nobody did. */
  roomNumbers?: RoomNumbersStatus | null;
  /** Below everything: a replay's bar. */
  controls?: ReactNode;
  /** A rehearsal's names. */
  invented?: (number: number) => string;
}

export function DrawStage(props: DrawStageProps) {
  const { title, plan, moment, clock, now, result, own, live, stats, actions, controls } = props;
  const { task, roomNumbers = null } = props;
  const { prizes, details, first } = useFirstWinners(plan, result);
  return (
    <main className="flex h-(--screen-height,100dvh) min-h-120 flex-col overflow-hidden bg-paper pt-[env(safe-area-inset-top)]">
      <TestBeaconRibbon />
      <header className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 px-3 pb-1 sm:px-4">
        <LiveLabel state={live} />
        <div className="col-start-3 flex min-h-12 items-center justify-end gap-1">
          {own !== null && <YoureIn number={own} />}
          {actions}
        </div>
        <div className="col-span-3 grid min-w-0 justify-items-center lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:flex lg:items-baseline lg:justify-center lg:gap-x-5">
          <h1 className="max-w-full min-w-0 truncate text-base sm:text-xl">{title}</h1>
          <FreezeWords hash={plan.freeze_hash} size="line" className="max-lg:text-sm lg:shrink-0" />
        </div>
      </header>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ScenePlayer
          style={plan.animation_style}
          freezeHash={plan.freeze_hash}
          entries={plan.total_entries}
          withoutTickets={plan.without_tickets}
          winners={machineWinners(plan)}
          prizes={prizes}
          details={details}
          raffleId={plan.raffle_id === '' ? null : plan.raffle_id}
          invented={props.invented}
          own={own}
          clock={clock}
          now={now}
          revealed={first}
          footOf={progressHeight}
          lettering={
            <Lettering
              moment={moment}
              prizes={prizes}
              details={details}
              winners={first}
              own={own}
              size="page"
            />
          }
        />
        {moment.phase === 'animation' && (
          <Progress moment={moment} plan={plan} stats={stats} task={task} roomNumbers={roomNumbers} />
        )}
      </div>
      {controls !== undefined && (
        <footer className="mx-auto w-full max-w-3xl px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {controls}
        </footer>
      )}
    </main>
  );
}

/** What `Progress` takes, with its longest caption on a narrow phone; worlds stay above it. */
function progressHeight(height: number): number {
  return Math.min(200, height * 0.3);
}

interface ProgressProps {
  moment: Extract<ShowMoment, { phase: 'animation' }>;
  plan: DrawPlan;
  stats: DrawStatsProps;
  task: ReactNode;
  roomNumbers: RoomNumbersStatus | null;
}

/** What happens, on paper of its own: nobody knows how bright the world behind it is. */
function Progress({ moment, plan, stats, task, roomNumbers }: ProgressProps) {
  const caption = captionOf(moment, plan, roomNumbers);
  const audience = audienceSentence(plan);
  const isPause = moment.step === 'pause';
  return (
    <div className="absolute inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] mx-auto grid max-w-3xl gap-1.5 rounded-2xl bg-paper/90 px-4 py-2.5 text-center shadow-card">
      <div aria-live="polite" className={isPause ? 'animate-breathe-softly' : ''}>
        <p className="font-display text-2xl leading-tight font-bold sm:text-3xl">{caption.title}</p>
        {caption.text !== null && <p className="leading-snug text-ink-soft sm:text-lg">{caption.text}</p>}
      </div>
      {moment.step === 'runup' && plan.beacon_text !== null && (
        <DiceLater text={plan.beacon_text} className="text-xl" />
      )}
      {task}
      <ProgressBar tone="brand" label={m.draw_progress()} percent={moment.percent} />
      <StatsLine {...stats} />
      <p className="text-sm leading-snug text-ink-soft">
        {levelTexts(plan.assurance).label} · {audience ?? m.draw_not_checked()}
      </p>
    </div>
  );
}
