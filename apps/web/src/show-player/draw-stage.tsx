/** The show itself, filling the screen: countdown, drum, pause, winners. The freeze code is on it all the time (R32). */
import type { DrawPlan, LiveResult } from '@glassdrum/contract';
import type { DrawClock, DrawMoment } from '@glassdrum/raffle-rules';
import { useMemo } from 'react';
import { levelTexts } from '../checking/level-texts.ts';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TestBeaconRibbon } from '../ui/test-beacon-ribbon.tsx';
import { captionOf } from './draw-texts.ts';
import { DrawStats, type DrawStatsProps } from './draw-stats.tsx';
import { FreezeCode } from './freeze-code.tsx';
import { GrandWinners } from './grand-winners.tsx';
import { LiveLabel, type LiveState } from './live-label.tsx';
import { ScenePlayer } from './scene-player.tsx';

type ShowMoment = Extract<DrawMoment, { phase: 'countdown' | 'animation' | 'reveal' }>;

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
}

const NOBODY: readonly number[] = [];

export function DrawStage({ title, plan, moment, clock, now, result, own, live, stats }: DrawStageProps) {
  const announced = useMemo(
    () => result?.winners.slice(0, 3).map((row) => row.entry_number) ?? NOBODY,
    [result],
  );
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
      <header className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 pt-3">
        <LiveLabel state={live} />
        <h1 className="max-w-full truncate text-xl sm:text-3xl">{title}</h1>
        {own !== null && <Badge tone="brand">{m.draw_your_entry({ number: own })}</Badge>}
      </header>
      <FreezeCode code={plan.freeze_code} className="mt-2 px-4" />
      <div className="relative flex min-h-72 flex-1 flex-col px-3 sm:px-8">
        <ScenePlayer
          style={plan.animation_style}
          freezeHash={plan.freeze_hash}
          entries={plan.total_entries}
          own={own}
          clock={clock}
          now={now}
          announced={announced}
          className={classNames(
            'absolute inset-0 size-full transition-opacity duration-(--slow)',
            isReveal && 'opacity-20',
            moment.phase === 'countdown' && 'opacity-35',
          )}
        />
        {moment.phase === 'countdown' && <Countdown number={moment.number} />}
        {isReveal && (
          <div className="relative flex flex-1 flex-col py-3">
            <GrandWinners winners={result?.winners ?? []} visible={moment.visibleWinners} own={own} />
          </div>
        )}
      </div>
      <footer className="mx-auto grid w-full max-w-3xl gap-3 px-4">
        {moment.phase === 'animation' && <Progress moment={moment} plan={plan} />}
        <DrawStats {...stats} />
        <p className="text-center text-sm text-ink-soft">
          {levelTexts(plan.assurance).label} · {m.draw_not_checked()}
        </p>
      </footer>
    </main>
  );
}

function Countdown({ number }: { number: number }) {
  return (
    <div className="relative grid flex-1 place-items-center">
      <span
        key={number}
        aria-hidden
        className="animate-stamp font-display text-[min(60vw,22rem)] leading-none font-extrabold text-brand tabular-nums"
      >
        {number}
      </span>
      <span className="sr-only" aria-live="assertive">
        {m.draw_countdown({ number })}
      </span>
    </div>
  );
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
