/** The show itself, filling the screen: countdown, drum, pause, winners. The freeze code is on it all the time (R32). */
import type { DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock, DrawMoment } from '@glassdrum/raffle-rules';
import type { ReactNode } from 'react';
import { levelTexts } from '../checking/level-texts.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TestBeaconRibbon } from '../ui/test-beacon-ribbon.tsx';
import { Countdown } from './countdown.tsx';
import { captionOf } from './draw-texts.ts';
import { DrawStats, type DrawStatsProps } from './draw-stats.tsx';
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
  const isReveal = moment.phase === 'reveal';
  return (
    <main
      className={classNames(
        'flex min-h-dvh flex-col overflow-hidden pt-[env(safe-area-inset-top)] pb-[max(0.75rem,env(safe-area-inset-bottom))] transition-colors duration-1000',
        // The light dims while the number does not exist yet.
        moment.phase === 'animation' && moment.step === 'pause' ? 'bg-line dark:bg-paper' : 'bg-paper',
      )}
    >
      <TestBeaconRibbon />
      <header className="grid gap-1 px-4 pt-3">
        <div className="flex min-h-11 items-center justify-between gap-3">
          <LiveLabel state={live} />
          <div className="flex min-w-0 items-center gap-1">
            {own !== null && <YoureIn number={own} />}
            {actions}
          </div>
        </div>
        <h1 className="truncate text-center text-xl sm:text-3xl">{title}</h1>
      </header>
      <FreezeCode code={plan.freeze_code} className="mt-1 px-4" />
      <div className="relative flex min-h-72 flex-1 flex-col px-3 sm:px-8">
        <ScenePlayer
          style={plan.animation_style}
          freezeHash={plan.freeze_hash}
          entries={plan.total_entries}
          winners={plan.winners}
          raffleId={plan.raffle_id}
          own={own}
          clock={clock}
          now={now}
          result={result}
          presence={presenceIn(moment)}
          lettering={
            moment.phase === 'countdown' ? (
              <Countdown number={moment.number} />
            ) : (
              isReveal && (
                <div className="relative flex flex-1 flex-col py-3">
                  <GrandWinners
                    winners={result?.winners ?? []}
                    visible={moment.visibleWinners}
                    own={own}
                    size="page"
                  />
                </div>
              )
            )
          }
        />
      </div>
      <footer className="mx-auto grid w-full max-w-3xl gap-3 px-4">
        {moment.phase === 'animation' && <Progress moment={moment} plan={plan} />}
        {controls}
        <DrawStats {...stats} />
        <p className="text-center text-sm text-ink-soft">
          {levelTexts(plan.assurance).label} · {m.draw_not_checked()}
        </p>
      </footer>
    </main>
  );
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

function Progress({ moment, plan }: { moment: Extract<ShowMoment, { phase: 'animation' }>; plan: DrawPlan }) {
  const caption = captionOf(moment, plan);
  const isPause = moment.step === 'pause';
  return (
    <div className="grid gap-2 text-center">
      <div aria-live="polite" className={classNames('min-h-16', isPause && 'animate-breathe')}>
        <p className="font-display text-2xl leading-tight font-bold sm:text-4xl">{caption.title}</p>
        {caption.text !== null && <p className="text-ink-soft sm:text-lg">{caption.text}</p>}
      </div>
      <ProgressBar tone="brand" label={m.draw_progress()} percent={moment.percent} />
    </div>
  );
}
