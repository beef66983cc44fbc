/** Fetches the images of the prizes ahead of the show, so that each is there when its winners are shown. */
import type { DrawPlan } from '@glassdrum/contract';
import { useEffect } from 'react';
import { imagesAhead } from './images-ahead.ts';
import type { WinnerPage } from './reveal.ts';
import { usePrizesOfDraw } from './use-prize-details.ts';

interface PrizeImagesProps {
  plan: DrawPlan;
  /** The page of winners that is on the screen; null before them and after. */
  page: WinnerPage | null;
}

/** Shows nothing. */
export function PrizeImages({ plan, page }: PrizeImagesProps) {
  const prizes = usePrizesOfDraw(plan);
  const shown = page?.prize ?? page?.rows[0]?.prize ?? null;
  useEffect(() => {
    for (const url of imagesAhead(prizes, plan.reveal_order, shown)) new Image().src = url;
  }, [prizes, plan.reveal_order, shown]);
  return null;
}
