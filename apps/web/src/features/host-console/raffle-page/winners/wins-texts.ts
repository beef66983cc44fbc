/** What the screen calls wins, and the prizes that they are of. */
import type { PrizeWins, WinnersAnswer } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { drawTitle } from '../draws/draws-data.ts';
import type { WinState } from './wins.ts';

export function winStateText(state: WinState): string {
  switch (state) {
    case 'drawn':
      return m.wins_state_drawn();
    case 'moved_up':
      return m.console_moved_up();
    case 'empty':
      return m.wins_state_empty();
  }
}

export function titleOfPrize({ name, prize }: Pick<PrizeWins, 'name' | 'prize'>): string {
  return name ?? m.raffle_prizes_number({ number: prize });
}

/** R71. */
export function absentText(draw: WinnersAnswer['draws'][number], hasDraws: boolean): string {
  const counts = {
    present: (draw.presence?.present ?? 0).toLocaleString(),
    absent: (draw.presence?.absent ?? 0).toLocaleString(),
  };
  return hasDraws ? m.wins_absent_of({ draw: drawTitle(draw), ...counts }) : m.wins_absent(counts);
}
