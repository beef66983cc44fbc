/** Takes a waiting page to the draw the moment it starts. */
import { type DrawClock, drawMoment } from '@glassdrum/raffle-rules';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { drawClockOf } from '../live/draw-clock-of.ts';
import type { Room } from '../live/room-reducer.ts';

/** @param joined only entrants are moved: a visitor may be typing a name */
export function useMoveToDraw(room: Room | null, now: () => number, joined: boolean): void {
  const [, navigate] = useLocation();
  const draw = room?.draw ?? null;
  const clock: DrawClock | null = draw === null ? null : drawClockOf(draw);
  const isVoid = draw !== null && draw.voided !== null;
  const runs = clock !== null && !isVoid && drawMoment(clock, now()).phase !== 'complete';
  const raffleId = draw?.raffle_id ?? null;
  useEffect(() => {
    // Replaced, so that "back" does not lead into being moved again.
    if (joined && runs && raffleId !== null) navigate(`/draw/${raffleId}`, { replace: true });
  }, [joined, runs, raffleId, navigate]);
}
