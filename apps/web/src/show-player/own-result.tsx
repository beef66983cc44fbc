/** What the draw brought the viewer: the celebration of a win, and the line above the list of winners. */
import type { PrizeHolder, PrizeStatus, LiveResult } from '@glassdrum/contract';
import type { DrawMoment } from '@glassdrum/raffle-rules';
import { useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { readStored, writeStored } from '../storage/stored-text.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { isBroughtOut } from './brought-out.ts';
import { Confetti } from './lettering.tsx';
import { ownOutcome, ownPrizes, prizesText } from './own-prizes.ts';
import type { PrizeName } from './prize-names.ts';
import type { Reveal } from './reveal.ts';
import { nameOf } from './winners.ts';

export interface OwnWinsProps {
  drawId: string;
  prizes: readonly PrizeName[];
  own: number;
  result: LiveResult;
  reveal: Reveal;
  prizeStatus: PrizeStatus | null;
  moment: Exclude<DrawMoment, { phase: 'sealing' }>;
  /** Of the winners' pages; null where none is shown. */
  page: number | null;
}

/** Each prize is celebrated once on this device, also when the page is loaded again or the draw is replayed. */
export function OwnWins(props: OwnWinsProps) {
  const { drawId, prizes, own, result, reveal, prizeStatus, moment, page } = props;
  const storedName = `won:${drawId}`;
  const [seen, setSeen] = useState(() => readStored(storedName)?.split(',') ?? []);
  const wins = ownPrizes(own, result, prizeStatus)
    .filter((holder) => isBroughtOut(holder, reveal, moment, page))
    .filter((holder) => !seen.includes(keyOf(prizes, holder)));
  const [win] = wins;
  if (win === undefined) return null;
  const together = wins.filter((holder) => holder.moved_up === win.moved_up);
  return (
    <OwnWin
      key={String(win.moved_up)}
      prizes={prizes}
      wins={together}
      win={win}
      onSeen={() => {
        const next = [...seen, ...together.map((holder) => keyOf(prizes, holder))];
        writeStored(storedName, next.join(','));
        setSeen(next);
      }}
    />
  );
}

/** The same before and after a reload; another one for who moves up. */
function keyOf(prizes: readonly PrizeName[], { prize, position, moved_up: isMovedUp }: PrizeHolder): string {
  const place = prizes.length === 0 ? String(position) : `${prize}/${position}`;
  return isMovedUp ? `${place} moved up` : place;
}

interface OwnWinProps {
  prizes: readonly PrizeName[];
  wins: readonly PrizeHolder[];
  /** The first of them. */
  win: PrizeHolder;
  onSeen: () => void;
}

/**
 * The viewer has won: their name and number over everything, on a phone the whole screen, until they have seen it. Others'
 * winners wait behind it.
 */
function OwnWin({ prizes, wins, win, onSeen }: OwnWinProps) {
  const { position, entry_number: number, moved_up: isMovedUp } = win;
  const isNamed = prizes.length > 0;
  const what = isNamed ? prizesText(prizes, wins) : m.draw_own_win_place({ position });
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
        {announcement(isNamed ? what : null, win)}
      </p>
      <div aria-hidden className="grid place-content-center justify-items-center gap-4 text-center">
        <p className="animate-stamp font-display text-[clamp(3.5rem,17vw,9rem)] leading-none font-extrabold">
          {title}
        </p>
        <div className="relative isolate w-full max-w-xl animate-stamp rounded-3xl bg-ticket px-8 py-6 text-ticket-ink shadow-high">
          <Confetti />
          <p
            className={classNames(
              'font-display font-bold',
              isNamed
                ? `line-clamp-3 wrap-anywhere ${what.length > 40 ? 'text-xl' : 'text-3xl'}`
                : 'text-3xl',
            )}
          >
            {what}
          </p>
          <p className="font-display text-[clamp(4rem,22vw,10rem)] leading-none font-extrabold tracking-tight text-ticket-print tabular-nums">
            <span className="text-[0.5em]">{m.common_number_sign()}</span>
            {number}
          </p>
          <p className="mt-2 line-clamp-2 font-display text-2xl leading-tight font-bold wrap-anywhere">
            {nameOf(win)}
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

/** @param named the prizes' names; null in a raffle with one unnamed prize */
function announcement(
  named: string | null,
  { position, entry_number: number, moved_up: isMovedUp }: PrizeHolder,
): string {
  if (named !== null) {
    return isMovedUp
      ? m.draw_own_moved_up_announce_prizes({ prizes: named, number })
      : m.draw_own_win_announce_prizes({ prizes: named, number });
  }
  return isMovedUp
    ? m.draw_own_moved_up_announce({ position, number })
    : m.draw_own_win_announce({ position, number });
}

interface OwnOutcomeProps {
  own: number;
  prizes: readonly PrizeName[];
  result: LiveResult;
  prizeStatus: PrizeStatus | null;
}

/** What became of the viewer's entry; stays after the celebration. */
export function OwnOutcomeBanner({ own, prizes, result, prizeStatus }: OwnOutcomeProps) {
  const { text, isGood } = ownOutcome(own, prizes, result, prizeStatus);
  return (
    <p
      aria-live="assertive"
      data-own-outcome
      className={classNames(
        'mx-auto mt-4 w-fit rounded-2xl px-6 py-2.5 text-xl font-bold wrap-anywhere',
        isGood ? 'animate-stamp bg-brand text-on-brand' : 'bg-sunken text-ink',
      )}
    >
      {text}
    </p>
  );
}
