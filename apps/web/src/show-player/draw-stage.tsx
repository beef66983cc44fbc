/**
 * The show itself, filling the screen: the draw's world behind, and over it no more than must be there: whose draw it is,
 * the freeze code (R32), the viewer's own number, and what is happening.
 */
import type { DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock, DrawMoment } from '@glassdrum/raffle-rules';
import type { ReactNode } from 'react';
import { levelTexts } from '../checking/level-texts.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TestBeaconRibbon } from '../ui/test-beacon-ribbon.tsx';
import { useChatLift } from '../ui/use-chat-lift.ts';
import { Countdown } from './countdown.tsx';
import { captionOf } from './draw-texts.ts';
import { type DrawStatsProps, StatsLine } from './draw-stats.tsx';
import { FreezeCode } from './freeze-code.tsx';
import { GrandWinners } from './grand-winners.tsx';
import { LiveLabel, type LiveState } from './live-label.tsx';
import { ScenePlayer } from './scene-player.tsx';
import { YoureIn } from './youre-in.tsx';

export type ShowMoment = Extract<DrawMoment, { phase: 'countdown' | 'animation' | 'reveal' }>;

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
  /** Below everything: a replay's bar. */
  controls?: ReactNode;
}

export function DrawStage(props: DrawStageProps) {
  const { title, plan, moment, clock, now, result, own, live, stats, actions, controls } = props;
  const liftChat = useChatLift();
  return (
    <main className="flex h-dvh min-h-120 flex-col overflow-hidden bg-paper pt-[env(safe-area-inset-top)]">
      <TestBeaconRibbon />
      <header className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 px-3 pb-1 sm:px-4">
        <LiveLabel state={live} />
        <div className="col-start-3 flex min-h-12 items-center justify-end gap-1">
          {own !== null && <YoureIn number={own} />}
          {actions}
        </div>
        <div className="col-span-3 flex min-w-0 items-baseline justify-center gap-x-4 sm:col-span-1 sm:col-start-2 sm:row-start-1">
          <h1 className="min-w-0 truncate text-base sm:text-xl">{title}</h1>
          <FreezeCode code={plan.freeze_code} isCompact className="shrink-0" />
        </div>
      </header>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ScenePlayer
          style={plan.animation_style}
          freezeHash={plan.freeze_hash}
          entries={plan.total_entries}
          winners={plan.winners}
          raffleId={plan.raffle_id === '' ? null : plan.raffle_id}
          own={own}
          clock={clock}
          now={now}
          result={result}
          footOf={progressHeight}
          presence={presenceIn(moment)}
          lettering={<Lettering moment={moment} result={result} own={own} size="page" />}
        />
        {moment.phase === 'animation' && <Progress moment={moment} plan={plan} stats={stats} />}
      </div>
      {controls !== undefined && (
        <footer
          ref={liftChat}
          className="mx-auto w-full max-w-3xl px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
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

interface LetteringProps {
  moment: ShowMoment;
  result: LiveResult | null;
  own: number | null;
  size: 'page' | 'hall';
}

/** The countdown and the winners, as large as the screen allows; each is read out as it appears. */
export function Lettering({ moment, result, own, size }: LetteringProps) {
  const isHall = size === 'hall';
  switch (moment.phase) {
    case 'countdown':
      return <Countdown number={moment.number} {...(isHall ? { className: 'text-[62vh]' } : {})} />;
    case 'animation':
      return null;
    case 'reveal':
      return (
        <div
          className={classNames('relative flex flex-1 flex-col', isHall ? 'px-[2vw]' : 'px-3 py-3 sm:px-8')}
        >
          <GrandWinners
            winners={result?.winners ?? []}
            visible={moment.visibleWinners}
            own={own}
            size={size}
          />
        </div>
      );
  }
}

export function presenceIn(moment: ShowMoment): 'full' | 'behind-number' | 'behind-names' {
  switch (moment.phase) {
    case 'countdown':
      return 'behind-number';
    case 'animation':
      return 'full';
    case 'reveal':
      return 'behind-names';
  }
}

interface ProgressProps {
  moment: Extract<ShowMoment, { phase: 'animation' }>;
  plan: DrawPlan;
  stats: DrawStatsProps;
}

/** What happens, on paper of its own: nobody knows how bright the world behind it is. */
function Progress({ moment, plan, stats }: ProgressProps) {
  const caption = captionOf(moment, plan);
  const isPause = moment.step === 'pause';
  const liftChat = useChatLift();
  return (
    <div
      ref={liftChat}
      className="absolute inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] mx-auto grid max-w-3xl gap-1.5 rounded-2xl bg-paper/90 px-4 py-2.5 text-center shadow-card"
    >
      <div aria-live="polite" className={isPause ? 'animate-breathe-softly' : ''}>
        <p className="font-display text-2xl leading-tight font-bold sm:text-3xl">{caption.title}</p>
        {caption.text !== null && <p className="leading-snug text-ink-soft sm:text-lg">{caption.text}</p>}
      </div>
      <ProgressBar tone="brand" label={m.draw_progress()} percent={moment.percent} />
      <StatsLine {...stats} />
      <p className="text-sm leading-snug text-ink-soft">
        {levelTexts(plan.assurance).label} · {m.draw_not_checked()}
      </p>
    </div>
  );
}
