/**
 * The draw's own world in one of the five styles, fetched when it is needed. It paints itself, countdown and winners'
 * cards included; what it says for the eye, the page says for those who listen. Where it cannot run, `onFailed` tells.
 */
import type { AnimationStyle, LiveResult } from '@glassdrum/contract';
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import type { Show, ShowResult } from '@glassdrum/show';
import { useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import type { Entrant } from './entrants.ts';
import { breathe, sceneLook, takeWarmStage } from './fetch-scene.ts';

interface ShowSceneProps {
  style: AnimationStyle;
  freezeHash: string;
  entrants: readonly Entrant[];
  total: number;
  /** As frozen. */
  winners: number;
  own: number | null;
  clock: DrawClock;
  /** Epoch milliseconds on the clock that `clock` is told in. */
  now: () => number;
  /** Null before the reveal (R4). */
  result: LiveResult | null;
  /** False: for a picture that lies over another one. */
  hasGround: boolean;
  /** The world is there, letters included. */
  /** How many of `height` pixels the page covers from below while the draw runs. */
  footOf: (height: number) => number;
  onOpened: () => void;
  onFailed: () => void;
}

export function ShowScene(props: ShowSceneProps) {
  const { style, freezeHash, entrants, total, winners, own, hasGround, onOpened, onFailed } = props;
  const container = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Read by each frame: another clock or result needs no new world.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const target = container.current;
    if (target === null) return;
    let show: Show | null = null;
    let frame = 0;
    let gone = false;
    const fit = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      show?.resize(width, height, devicePixelRatio, latest.current.footOf(height));
    };
    const sizes = new ResizeObserver(fit);
    const paint = (): void => {
      const { clock, now, result } = latest.current;
      show?.render(showTime(clock, now()), shown(result), heldFor(clock, now()));
      frame = requestAnimationFrame(paint);
    };
    const open = async (): Promise<void> => {
      const [{ openShow }, warm] = await Promise.all([
        import('@glassdrum/show'),
        takeWarmStage(style, hasGround),
      ]);
      const opened = await openShow({
        container: target,
        style,
        plan: { seedHex: freezeHash, entrants, ownNumber: own, totalEntries: total, winnerCount: winners },
        ...sceneLook(),
        hasGround,
        warm,
        breathe,
        at: () => showTime(latest.current.clock, latest.current.now()),
        texts: {
          you: m.draw_you(),
          headline: m.draw_grand_winners(),
          entry: (number) => m.draw_entry({ number }),
        },
        clock: () => performance.now(),
      });
      if (gone) {
        opened.dispose();
        return;
      }
      show = opened;
      sizes.observe(target);
      fit();
      paint();
      setOpen(true);
      onOpened();
    };
    open().catch(() => {
      if (!gone) onFailed();
    });
    return () => {
      gone = true;
      cancelAnimationFrame(frame);
      sizes.disconnect();
      show?.dispose();
    };
  }, [style, freezeHash, entrants, total, winners, own, hasGround, onOpened, onFailed]);
  return (
    <div
      ref={container}
      data-scene={isOpen ? 'open' : 'opening'}
      className={classNames(
        'absolute inset-0 overflow-hidden transition-opacity duration-(--slow)',
        !isOpen && 'opacity-0',
      )}
    />
  );
}

function shown(result: LiveResult | null): ShowResult | null {
  if (result === null) return null;
  const winners = result.winners.map((row) => ({
    number: row.entry_number,
    name: row.display_name ?? `#${row.entry_number}`,
  }));
  return { winners };
}

/** Seconds that the show has stood at its pause, waiting for the beacon (R30). */
function heldFor(clock: DrawClock, now: number): number {
  return Math.max(0, (now - clock.t0) / 1000 - showTime(clock, now));
}
