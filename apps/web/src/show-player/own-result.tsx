/** What the draw brought the viewer: the celebration of a win, and the line above the list of winners. */
import type { PrizeStatus, LiveResult } from '@glassdrum/contract';
import { useEffect, useRef } from 'react';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Confetti } from './lettering.tsx';
import { ownOutcome } from './winners.ts';

export interface OwnWinProps {
  position: number;
  /** After somebody was passed over (R14). */
  isMovedUp: boolean;
  number: number;
  name: string;
  onSeen: () => void;
}

/**
 * The viewer has won: their name and number over everything, on a phone the whole screen, until they have seen it. Others'
 * winners wait behind it.
 */
export function OwnWin({ position, isMovedUp, number, name, onSeen }: OwnWinProps) {
  const title = isMovedUp ? m.draw_own_moved_up_title() : m.draw_own_win_title();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Phones that can tell their holder in a pocket too; browsers refuse it before the first touch.
    if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate([120, 80, 240]);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      aria-describedby="own-win"
      data-own-win
      onClose={onSeen}
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-full max-w-none animate-appear grid-rows-[1fr_auto] overflow-hidden bg-brand px-5 pt-[max(2rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))] text-on-brand backdrop:bg-scrim sm:m-auto sm:h-[min(52rem,92dvh)] sm:w-[min(60rem,92vw)] sm:rounded-3xl sm:shadow-high"
    >
      <p id="own-win" className="sr-only" aria-live="assertive">
        {isMovedUp
          ? m.draw_own_moved_up_announce({ position, number })
          : m.draw_own_win_announce({ position, number })}
      </p>
      <div aria-hidden className="grid place-content-center justify-items-center gap-4 text-center">
        <p className="animate-stamp font-display text-[clamp(3.5rem,17vw,9rem)] leading-none font-extrabold">
          {title}
        </p>
        <div className="relative isolate w-full max-w-xl animate-stamp rounded-3xl bg-ticket px-8 py-6 text-ticket-ink shadow-high">
          <Confetti />
          <p className="font-display text-3xl font-bold">{m.draw_own_win_place({ position })}</p>
          <p className="font-display text-[clamp(4rem,22vw,10rem)] leading-none font-extrabold tracking-tight text-ticket-print tabular-nums">
            <span className="text-[0.5em]">{m.common_number_sign()}</span>
            {number}
          </p>
          <p className="mt-2 line-clamp-2 font-display text-2xl leading-tight font-bold wrap-anywhere">
            {name}
          </p>
        </div>
      </div>
      <Button
        variant="ink"
        className="mx-auto mt-6 min-h-14 w-full max-w-sm text-lg"
        onClick={() => dialog.current?.close()}
      >
        {m.draw_own_win_continue()}
      </Button>
    </dialog>
  );
}

export interface OwnOutcomeProps {
  own: number;
  result: LiveResult;
  prizeStatus: PrizeStatus | null;
}

/** What became of the viewer's entry; stays after the celebration. */
export function OwnOutcomeBanner({ own, result, prizeStatus }: OwnOutcomeProps) {
  const { text, isGood } = ownOutcome(own, result, prizeStatus);
  return (
    <p
      aria-live="assertive"
      data-own-outcome
      className={classNames(
        'mx-auto mt-4 w-fit rounded-2xl px-6 py-2.5 text-xl font-bold',
        isGood ? 'animate-stamp bg-brand text-on-brand' : 'bg-sunken text-ink',
      )}
    >
      {text}
    </p>
  );
}
