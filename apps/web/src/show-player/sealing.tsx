/**
 * From the closed list to the show: devices add randomness (R89), then the list is frozen, its words stand large to be read
 * aloud, and witnesses sign that they saw it (R86).
 */
import type { DrawPlan, PublicRaffle } from '@glassdrum/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { TestBeaconRibbon } from '../api/test-beacon-ribbon.tsx';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { audienceSentence } from './draw-texts.ts';
import { useFreezeWords } from './freeze-words.tsx';
import { LiveLabel, type LiveState, YoureIn } from './show-badges.tsx';
import { WitnessSigns } from './witness-signs.tsx';

interface ContributingProps {
  contributing: NonNullable<PublicRaffle['contributing']>;
  /** The server's clock. */
  now: () => number;
  /** `hall`: read from the last row. */
  size?: 'page' | 'hall';
}

/** R89: the list is closed, and devices add randomness before it is frozen: how many did, and how long it takes. */
export function Contributing({ contributing, now, size = 'page' }: ContributingProps) {
  const { until, received, expected } = contributing;
  const seconds = useSecondsUntil(until, now);
  const isHall = size === 'hall';
  return (
    <div data-contributing className={classNames('grid', isHall ? 'gap-[2vh]' : 'gap-3')}>
      <h2 className={isHall ? 'text-[7vh] portrait:text-[4.4vh]' : 'text-2xl sm:text-3xl'}>
        {m.draw_contributing_title()}
      </h2>
      <p className={classNames('text-ink-soft', isHall && 'text-[3.4vh] portrait:text-[2.2vh]')}>
        {m.draw_contributing_text()}
      </p>
      <p
        role="status"
        className={classNames(
          'font-display font-bold tabular-nums',
          isHall ? 'text-[5vh] leading-tight portrait:text-[3.4vh]' : 'text-xl leading-snug',
        )}
      >
        {m.draw_contributing_count({ received, expected })}
      </p>
      <ProgressBar
        tone="brand"
        label={m.draw_contributing_title()}
        percent={expected === 0 ? 100 : (100 * received) / expected}
      />
      <p className={classNames('text-ink-soft tabular-nums', isHall && 'text-[3.4vh] portrait:text-[2.2vh]')}>
        {seconds > 0 ? m.draw_contributing_left({ seconds }) : m.draw_contributing_over()}
      </p>
    </div>
  );
}

interface SealingViewProps {
  title: string;
  plan: DrawPlan;
  /** The server's clock. */
  now: () => number;
  own: number | null;
  live: LiveState;
  /** Beside the label: the sound's switch. */
  actions?: ReactNode;
}

export function SealingView({ title, plan, now, own, live, actions }: SealingViewProps) {
  const audience = audienceSentence(plan);
  return (
    <main className="flex min-h-(--screen-height,100dvh) flex-col bg-paper pt-[env(safe-area-inset-top)] pb-[max(1rem,env(safe-area-inset-bottom))]">
      <TestBeaconRibbon />
      <header className="flex min-h-12 items-center justify-between gap-3 px-3 sm:px-4">
        <LiveLabel state={live} />
        <div className="flex items-center gap-1">
          {own !== null && <YoureIn number={own} />}
          {actions}
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-3xl flex-1 content-center gap-6 px-4 py-4 text-center sm:gap-8">
        <div>
          <p className="line-clamp-2 font-semibold wrap-anywhere text-ink-soft">{title}</p>
          <h1 className="mt-1 text-4xl sm:text-6xl">{m.draw_sealing_title()}</h1>
          <p className="mx-auto mt-3 max-w-prose text-ink-soft sm:text-lg">{sealingText(plan)}</p>
        </div>
        <div className="grid gap-3">
          <WordTickets hash={plan.freeze_hash} size="page" />
          <p className="text-ink-soft">{m.draw_sealing_words()}</p>
        </div>
        <WitnessSigns sealing={plan.sealing} />
        <p className="min-h-6 text-ink-soft tabular-nums">{audience}</p>
        <StartsIn at={plan.t0} now={now} className="text-2xl sm:text-3xl" />
      </div>
    </main>
  );
}

/** What is done, and what is still to come. */
export function sealingText({ beacon }: Pick<DrawPlan, 'beacon'>): string {
  switch (beacon.kind) {
    case 'drand':
      return m.draw_sealing_text();
    case 'room':
      return m.draw_sealing_text_room();
    case 'none':
      return m.draw_sealing_text_none();
  }
}

/** "The draw starts in 9 s". */
export function StartsIn({ at, now, className }: { at: number; now: () => number; className: string }) {
  const seconds = useSecondsUntil(at, now);
  return (
    <p className={`font-display font-bold tabular-nums ${className}`}>
      {seconds > 0 ? m.draw_sealing_starts({ seconds }) : m.draw_sealing_now()}
    </p>
  );
}

type Size = 'page' | 'hall' | 'stream';

interface WordTicketsProps {
  /** 64 hex. */
  hash: string;
  /** `hall`: read from the last row; `stream`: one strip over a picture. */
  size: Size;
}

const PLACES = [0, 1, 2, 3, 4, 5] as const;
const BETWEEN_MS = 90;

/** Words of the list have up to eight letters: none of them may break. */
const SIZES: Record<Size, { list: string; ticket: string; place: string; word: string }> = {
  page: {
    list: 'grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-4',
    ticket: 'gap-2.5 px-3.5 py-3 sm:px-5 sm:py-4',
    place: 'text-sm sm:text-base',
    word: 'text-2xl sm:text-[2.1rem]',
  },
  hall: {
    list: 'grid-cols-2 gap-[1.6vh]',
    ticket: 'gap-[1.2vw] px-[2vw] py-[1.6vh] portrait:gap-[2vw] portrait:px-[3vw]',
    place: 'text-[3vh] portrait:text-[2.2vh]',
    word: 'text-[min(7.4vh,4.2vw)] portrait:text-[min(4.6vh,7vw)]',
  },
  stream: {
    list: 'grid-cols-3 gap-[1vh]',
    ticket: 'gap-[0.8vw] px-[1.2vw] py-[1vh]',
    place: 'text-[2vh]',
    word: 'text-[min(4.4vh,2.6vw)]',
  },
};

/** The freeze words as six numbered paper tickets, as large as their place allows. */
export function WordTickets({ hash, size }: WordTicketsProps) {
  const words = useFreezeWords(hash);
  const look = SIZES[size];
  return (
    <ol
      aria-label={m.draw_freeze_words()}
      data-freeze-words={words === null ? 'loading' : 'shown'}
      className={classNames('grid w-full', look.list)}
    >
      {PLACES.map((place) => (
        <li
          key={place}
          style={{ animationDelay: `${place * BETWEEN_MS}ms` }}
          className={classNames(
            'flex items-baseline rounded-2xl bg-ticket text-left text-ticket-ink shadow-card',
            words !== null && 'animate-stamp',
            look.ticket,
          )}
        >
          <span
            aria-hidden
            className={classNames('font-display font-bold text-ticket-print tabular-nums', look.place)}
          >
            {place + 1}
          </span>
          <span
            className={classNames(
              'min-w-0 font-display leading-none font-extrabold whitespace-nowrap',
              look.word,
            )}
          >
            {words?.[place] ?? <span className="text-ticket-soft">…</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

const COUNT_MS = 200;

/**
 * Whole seconds until an instant, for a countdown that reads "in 9 s".
 *
 * @param at epoch ms on the clock `now`; null: nothing to count
 * @returns 0 once it has passed
 */
export function useSecondsUntil(at: number | null, now: () => number): number {
  const left = (): number => (at === null ? 0 : Math.max(0, Math.ceil((at - now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    if (at === null) return;
    const count = (): void => setSeconds(Math.max(0, Math.ceil((at - now()) / 1000)));
    count();
    const timer = setInterval(count, COUNT_MS);
    return () => clearInterval(timer);
  }, [at, now]);
  return seconds;
}
