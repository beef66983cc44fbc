/**
 * A draw from the countdown to the complete list, however it is played: live, as a replay, or from a proof file. Chooses the
 * screen of the moment; what the viewer has won stands over all of them.
 */
import type { DrawPlan, PrizeStatus, LiveResult } from '@glassdrum/contract';
import { type DrawClock, type DrawMoment, dueTimes } from '@glassdrum/raffle-rules';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useWinnerPage } from '../live/winner-pages.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TestBeaconRibbon } from '../api/test-beacon-ribbon.tsx';
import { WayToConsole } from '../api/way-to-console.tsx';
import type { CompleteViewProps } from './complete-view.tsx';
import type { DrawStatsProps } from './draw-stats.tsx';
import { DrawStage } from './draw-stage.tsx';
import { FreezeWords } from './freeze-words.tsx';
import { LiveLabel, type LiveState } from './show-badges.tsx';
import type { RoomNumbersStatus } from './room/room-numbers.tsx';
import { prizesOfPlan } from './prize-names.ts';
import { machineWinners, type Reveal, revealOf } from './reveal.ts';
import { SoundSwitch } from './sound/sound-switch.tsx';
import { useSound } from './sound/use-sound.ts';
import type { OwnWinsProps } from './own-result.tsx';
import { announcementOf } from './winners.ts';

const loadWinnerPages = () => import('./winner-pages-view.tsx');
const WinnerPagesView = lazy(async () => {
  const loaded = await loadWinnerPages().catch(() => null);
  return { default: loaded?.WinnerPagesView ?? SkipPages };
});
/** Only raffles with named prizes have images of them. */
const PrizeImages = lazy(() =>
  import('./prize-images.tsx').then(
    ({ PrizeImages: images }) => ({ default: images }),
    () => ({ default: () => null }),
  ),
);

/** Wanted half a minute after the draw began. Where it could not be loaded, the list says who has won. */
const OwnWins = lazyWithPreload<OwnWinsProps>(() =>
  import('./own-result.tsx').then(
    ({ OwnWins: celebration }) => celebration,
    () => () => null,
  ),
);

const loadComplete = () => import('./complete-view.tsx');
/** For the end of the show. Where it could not be loaded, there are the winners' names alone. */
const Complete = lazyWithPreload<CompleteViewProps>(
  () =>
    loadComplete().then(
      ({ CompleteView }) => CompleteView,
      () => NamesAlone,
    ),
  <Skeleton className="h-[60dvh]" />,
);

function NamesAlone({ plan, result, links, controls, ownClaims }: CompleteViewProps) {
  return (
    <div className="grid gap-3">
      {ownClaims}
      <ol>
        {result?.winners.map((row) => (
          <li key={row.id}>{announcementOf(prizesOfPlan(plan), row)}</li>
        ))}
      </ol>
      {controls}
      {links}
    </div>
  );
}

/** In place of pages that could not be loaded: the complete list has the same winners. */
function SkipPages({ onSkip }: { onSkip: () => void }) {
  useEffect(onSkip, [onSkip]);
  return null;
}

interface DrawShowProps {
  title: string;
  plan: DrawPlan;
  clock: DrawClock;
  now: () => number;
  /** How fast `now` runs: 1 live, 0 in a replay that was stopped. */
  speed: number;
  moment: Exclude<DrawMoment, { phase: 'sealing' }>;
  /** Null before the reveal (R4). */
  result: LiveResult | null;
  prizeStatus: PrizeStatus | null;
  own: number | null;
  live: LiveState;
  stats: Omit<DrawStatsProps, 'endedAt' | 'now'>;
  fairness: ReactNode;
  /** On the complete screen: where to go next. */
  links: ReactNode;
  /** R73: there, too: what the viewer has won, and claiming it. */
  ownClaims?: ReactNode;
  /** A replay's bar. */
  controls?: ReactNode;
  /** What the viewer is asked to do while the draw runs. */
  task?: ReactNode;
  roomNumbers?: RoomNumbersStatus | null;
  /** Goes to the complete list at once. */
  onSkip: () => void;
  /** The viewer has pressed that, or has seen the pages before. */
  isSkipped: boolean;
}

export function DrawShow(props: DrawShowProps) {
  const { plan, clock, now, speed, moment, result, own } = props;
  const completeAt = dueTimes(clock).completeAt;
  const prizes = prizesOfPlan(plan);
  // There when the first page is due, half a minute later.
  useEffect(() => {
    loadWinnerPages().catch(() => undefined);
    void OwnWins.load();
    // What could not be loaded now is asked for again when it is needed.
    void loadComplete().then(Complete.load, () => undefined);
  }, []);
  const reveal = useMemo(() => (result === null ? null : revealOf(plan, result.winners)), [plan, result]);
  const turned = useWinnerPage(completeAt, reveal?.pages ?? null, now, speed);
  const page = moment.phase === 'complete' && !props.isSkipped ? turned : null;
  return (
    <>
      <ScreenOf {...props} reveal={reveal} page={page} completeAt={completeAt} />
      {prizes.length > 0 && (
        <Suspense>
          <PrizeImages plan={plan} page={page === null ? null : (reveal?.pages[page] ?? null)} />
        </Suspense>
      )}
      {own !== null && result !== null && reveal !== null && (
        <OwnWins.Component
          drawId={plan.draw_id}
          prizes={prizes}
          own={own}
          result={result}
          reveal={reveal}
          prizeStatus={props.prizeStatus}
          moment={moment}
          page={page}
        />
      )}
    </>
  );
}

interface ScreenProps extends DrawShowProps {
  /** Null before the reveal. */
  reveal: Reveal | null;
  page: number | null;
  completeAt: number | null;
}

function ScreenOf(props: ScreenProps) {
  const { title, plan, clock, now, speed, moment, result, own, live, controls, completeAt } = props;
  const { reveal, page } = props;
  const isComplete = moment.phase === 'complete';
  const stats = { ...props.stats, now, endedAt: isComplete ? completeAt : null };
  const sound = (
    <SoundSwitch
      sound={useSound({
        style: plan.animation_style,
        winners: Math.min(machineWinners(plan), plan.total_entries),
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
        task={props.task}
        roomNumbers={props.roomNumbers ?? null}
      />
    );
  }
  if (page !== null && reveal !== null) {
    return (
      <main className="flex min-h-(--screen-height,100dvh) flex-col gap-3 bg-paper px-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <TestBeaconRibbon />
        <header className="flex min-h-11 items-center justify-between gap-3">
          <LiveLabel state={live} />
          {sound}
        </header>
        <h1 className="truncate text-center text-xl text-ink-soft">{title}</h1>
        <Suspense fallback={<div className="grow" />}>
          <WinnerPagesView
            plan={plan}
            pages={reveal.pages}
            page={page}
            own={own}
            size="page"
            onSkip={props.onSkip}
          />
        </Suspense>
        {controls}
        <FreezeWords hash={plan.freeze_hash} />
      </main>
    );
  }
  return (
    <Page
      title={title}
      actions={
        <>
          <WayToConsole />
          {sound}
        </>
      }
    >
      <Complete.Component
        title={title}
        plan={plan}
        result={result}
        prizeStatus={props.prizeStatus}
        own={own}
        live={live}
        stats={stats}
        ownClaims={props.ownClaims}
        fairness={props.fairness}
        links={props.links}
        controls={controls}
      />
    </Page>
  );
}
