/** Prizes in letters for the last row, with image and sponsor (R61, R65); more than fits at once in turn. */
import type { ShownPrize } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { PrizeImage } from '../../ui/prize-image.tsx';
import { turnOf, useTurns } from './use-turns.ts';

/** Characters; longer ones stand on two lines. */
const LONG_NAME = 36;

interface StagePrizesProps {
  prizes: readonly ShownPrize[];
  perPage: number;
  className?: string;
}

export function StagePrizes({ prizes, perPage, className }: StagePrizesProps) {
  const { shown, page, pages } = turnOf(prizes, perPage, useTurns());
  if (prizes.length === 0) return null;
  return (
    <section className={classNames('min-h-0', className)}>
      <h2 className="flex items-baseline justify-between gap-[2vw] text-[3vh] text-ink-soft">
        {m.prizes_title()}
        {pages > 1 && <span className="font-semibold tabular-nums">{m.draw_page_of({ page, pages })}</span>}
      </h2>
      <ol key={page} className="mt-[0.8vh] grid animate-appear gap-[1vh]">
        {shown.map((prize) => (
          <Prize key={prize.prize} prize={prize} />
        ))}
      </ol>
    </section>
  );
}

function Prize({ prize: shown }: { prize: ShownPrize }) {
  const { prize, name, quantity, image_url: image, sponsor_name, sponsor_url } = shown;
  const called = name ?? m.draw_prize({ number: prize });
  const sponsor = sponsor_name ?? sponsor_url?.replace('https://', '') ?? null;
  return (
    <li className="grid h-[9.6vh] grid-cols-[auto_1fr] items-center gap-x-[1.4vw] rounded-[1.6vh] bg-card px-[1vw] shadow-card portrait:h-[7vh] portrait:gap-x-[3vw] portrait:px-[2vw]">
      <PrizeImage url={image} prize={prize} className="size-[8vh] portrait:size-[5.6vh]" />
      <span className="min-w-0">
        <span
          className={classNames(
            'font-display leading-tight font-bold wrap-anywhere',
            called.length > LONG_NAME
              ? 'line-clamp-2 text-[2.5vh] portrait:text-[min(2vh,3vw)]'
              : 'line-clamp-1 text-[3.8vh] portrait:text-[min(3vh,4vw)]',
          )}
        >
          {quantity === 1 ? called : m.prizes_quantity({ count: quantity, name: called })}
        </span>
        {sponsor !== null && (
          <span className="block truncate text-[2.4vh] leading-tight text-ink-soft portrait:text-[min(2vh,3vw)]">
            {m.prizes_sponsor({ name: sponsor })}
          </span>
        )}
      </span>
    </li>
  );
}
