/** What a draw of a raffle is called (R69), and whether the raffle is between two. */
import type { PlannedDraw, PublicRaffle } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';

/** "Dinner", or "Draw 2". */
export function drawCalled({ name, number }: Pick<PlannedDraw, 'name' | 'number'>): string {
  return name ?? m.next_draw_number({ number });
}

/** There is a draw to come, of several, and none is running. */
export function hasNextDraw({
  draws,
  draw_started: isRunning,
}: Pick<PublicRaffle, 'draws' | 'draw_started'>): boolean {
  return draws.total > 1 && draws.left > 0 && !isRunning;
}
