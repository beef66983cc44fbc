/**
 * What devices of entrants add around the freeze: their contributions (R89) and their signatures that they hold it (R87,
 * draw protocol §8). Each `decide…` function answers whether one is accepted; `now` is the server's clock in epoch ms.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { audienceDueAt, SEEN_BEFORE_DRAW_SECONDS } from './timeline.ts';

/** How far a device's clock may be behind the server's before what it signs cannot be right. */
const DEVICE_CLOCK_SECONDS = 60;

/** R89. @param contributionsUntil of the draw, epoch ms; null without a window @param frozen the draw has its freeze */
export function decideContribution(
  draw: { contributionsUntil: number | null; frozen: boolean } | null,
  now: number,
): Decision {
  const open =
    draw !== null && !draw.frozen && draw.contributionsUntil !== null && now < draw.contributionsUntil;
  return open ? accept(undefined) : refuse('contributions_closed');
}

/** The facts of a frozen draw that a signature is about; times in Unix seconds. */
export interface SeenDraw {
  freezeHash: string;
  frozenAt: number;
  drawAt: number;
  /** The audience record is written, or the draw was given up. */
  over: boolean;
}

/** R87. @param seen what the device signed; `seenAt` Unix seconds by its own clock */
export function decideSeen(
  draw: SeenDraw | null,
  seen: { freezeHash: string; seenAt: number },
  now: number,
): Decision {
  if (draw === null || draw.over || now >= audienceDueAt(draw.drawAt)) return refuse('audience_closed');
  if (seen.freezeHash !== draw.freezeHash) return refuse('other_freeze');
  const inTime =
    seen.seenAt >= draw.frozenAt - DEVICE_CLOCK_SECONDS &&
    seen.seenAt <= draw.drawAt - SEEN_BEFORE_DRAW_SECONDS;
  return inTime ? accept(undefined) : refuse('seen_at_wrong');
}
