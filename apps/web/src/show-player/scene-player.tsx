/**
 * Plays a draw's show in an element: the calm picture first, then the style's world. It paints itself, countdown and
 * winners' cards included; what it says for the eye, the page's own lettering says for those who listen, and for everybody
 * while no picture is there.
 */
import type { AnimationStyle, ResultRow, ShownPrize } from '@glassdrum/contract';
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import type { Show } from '@glassdrum/show';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { type Entrant, useEntrants } from './entrants.ts';
import { grandHeading } from './lettering.tsx';
import { loadShow, sceneLook, takeWarmStage, yieldToMain } from './preload-show.ts';
import type { PrizeName } from './prize-names.ts';
import { showResult } from './show-result.ts';

/** A world that was warmed up is there by then, and the calm picture before it would only be a flash. */
const CALM_VISIBLE_AFTER_MS = 600;

interface SceneProps {
  style: AnimationStyle;
  /** 64 hex; the same hash makes the same picture on every screen (R35). */
  freezeHash: string;
  /** How many the machine brings out, as far as the plan tells. */
  winners: number;
  prizes: readonly PrizeName[];
  /** With their images; none while they are on their way. */
  details: readonly ShownPrize[];
  /** How many of `height` pixels the page covers from below while the draw runs. */
  footOf: (height: number) => number;
  /** The viewer's entry number; null for those who only watch. */
  own: number | null;
  clock: DrawClock;
  /** Epoch milliseconds on the clock that `clock` is told in. */
  now: () => number;
  /** Who comes out first; null before the reveal (R4). */
  revealed: readonly ResultRow[] | null;
}

interface ScenePlayerProps extends SceneProps {
  entries: number;
  /** Numbers that hold no ticket. */
  withoutTickets: readonly number[];
  /** Whose numbers and names go on stage; null when there is nobody to ask. */
  raffleId: string | null;
  /** Names of a rehearsal, where there is no raffle. */
  invented?: ((number: number) => string) | undefined;
  /** A picture without a ground of its own, for a stage that lies over another one. */
  isTransparent?: boolean;
  /** Countdown and names, as this page sets them. */
  lettering: ReactNode;
}

export function ScenePlayer(props: ScenePlayerProps) {
  const { entries, withoutTickets, raffleId, invented, isTransparent = false, lettering, ...scene } = props;
  const entrants = useEntrants(raffleId, entries, withoutTickets, invented);
  const [isVisible, setVisible] = useState(false);
  return (
    <>
      {entrants !== null && (
        <Scene
          {...scene}
          entrants={entrants}
          total={entries}
          hasGround={!isTransparent}
          isVisible={isVisible}
          onVisible={setVisible}
        />
      )}
      <div className={isVisible ? 'sr-only' : 'relative flex min-h-0 flex-1 flex-col'}>{lettering}</div>
    </>
  );
}

interface OpenSceneProps extends SceneProps {
  entrants: readonly Entrant[];
  total: number;
  hasGround: boolean;
  isVisible: boolean;
  onVisible: (isVisible: boolean) => void;
}

function Scene(props: OpenSceneProps) {
  const { style, freezeHash, entrants, total, winners, own, hasGround, isVisible, onVisible } = props;
  const container = useRef<HTMLDivElement>(null);
  /** The picture that stays; null until that is known. */
  const [picture, setPicture] = useState<'calm' | 'world' | null>(null);
  const { prizes, details, revealed } = props;
  const result = useMemo(
    () => (revealed === null ? null : showResult(revealed, prizes, details)),
    [revealed, prizes, details],
  );
  // Read by each frame: another clock or result needs no new world.
  const latest = useRef({ ...props, result });
  useEffect(() => {
    latest.current = { ...props, result };
  });
  useEffect(() => {
    const target = container.current;
    if (target === null) return;
    let show: Show | null = null;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const fit = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      show?.resize(width, height, devicePixelRatio, latest.current.footOf(height));
    };
    const sizes = new ResizeObserver(fit);
    const paint = (): void => {
      const { clock, now, result: shown } = latest.current;
      show?.render(showTime(clock, now()), shown, heldFor(clock, now()));
      frame = requestAnimationFrame(paint);
    };
    const open = async (): Promise<void> => {
      const [{ openShow }, warm] = await Promise.all([loadShow(), takeWarmStage(style, hasGround)]);
      const opened = await openShow({
        container: target,
        style,
        plan: { seedHex: freezeHash, entrants, ownNumber: own, totalEntries: total, winnerCount: winners },
        ...sceneLook(),
        hasGround,
        warm,
        yieldToMain,
        at: () => showTime(latest.current.clock, latest.current.now()),
        texts: {
          you: m.draw_you(),
          headline: grandHeading(latest.current.prizes),
          entry: (number) => m.draw_entry({ number }),
        },
        clock: () => performance.now(),
      });
      if (isClosed) {
        opened.dispose();
        return;
      }
      show = opened;
      sizes.observe(target);
      fit();
      paint();
      timer = setTimeout(() => onVisible(true), CALM_VISIBLE_AFTER_MS);
      const settled = await opened.settled;
      if (isClosed) return;
      setPicture(settled);
      onVisible(true);
    };
    // Without the show's code the page's own lettering plays the draw.
    open().catch(() => undefined);
    return () => {
      isClosed = true;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      sizes.disconnect();
      show?.dispose();
      setPicture(null);
      onVisible(false);
    };
  }, [style, freezeHash, entrants, total, winners, own, hasGround, onVisible]);
  return (
    <div
      ref={container}
      data-scene={picture === null ? 'opening' : 'open'}
      data-picture={picture ?? 'calm'}
      className={classNames(
        'absolute inset-0 overflow-hidden transition-opacity duration-(--slow)',
        !isVisible && 'opacity-0',
      )}
    />
  );
}

/** Seconds that the show has stood at its pause, waiting for the beacon (R30). */
function heldFor(clock: DrawClock, now: number): number {
  return Math.max(0, (now - clock.t0) / 1000 - showTime(clock, now));
}
