/**
 * Between two draws of a raffle (R69, R70): which one is next, what it gives and who gave that, who sits out, and the host's notice.
 */
import type { PublicRaffle, ShownPrize } from '@glassdrum/contract';
import { usePrizeList } from '../../api/prize-list.ts';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { formatDateTime } from '../../ui/date-time.tsx';
import { drawCalled, hasNextDraw } from '../../api/draw-names.ts';
import { pauseSentence } from './pause-sentence.ts';

interface NextDrawProps {
  raffle: PublicRaffle;
  /** For the last row of a hall, or for a phone. */
  size: 'hall' | 'phone';
  className?: string;
}

/** On the stage there is room for this many prizes. */
const SHOWN = { hall: 3, phone: 30 } as const;

/** Nothing for a raffle with a single draw, while a draw runs, and once no draw is left. */
export function NextDraw({ raffle, size, className }: NextDrawProps) {
  const isBetween = hasNextDraw(raffle);
  const list = usePrizeList(isBetween ? raffle.id : '', raffle.prizes_revision + raffle.draws.left / 100);
  const next = list.data?.draws.find(({ state }) => state === 'planned');
  if (!isBetween || list.data === undefined || next === undefined) return null;
  const prizes = list.data.prizes.filter(({ draw }) => draw === next.number);
  const shown = prizes.slice(0, SHOWN[size]);
  const isHall = size === 'hall';
  return (
    <section
      className={classNames(
        'rounded-2xl bg-card text-left shadow-card',
        isHall ? 'px-[2vw] py-[1.6vh]' : 'px-5 py-4',
        className,
      )}
    >
      <h2 className={classNames('leading-tight wrap-anywhere', isHall ? 'text-[4vh]' : 'text-xl')}>
        {m.next_draw({ draw: drawCalled(next) })}
      </h2>
      <ul className={isHall ? 'text-[3.2vh]' : 'mt-2 grid gap-1'}>
        {shown.map((prize) => (
          <li key={prize.prize} className="wrap-anywhere">
            {prizeLine(prize)}
          </li>
        ))}
        {shown.length < prizes.length && <li>{m.next_draw_more({ count: prizes.length - shown.length })}</li>}
      </ul>
      {list.data.policy === 'once' && raffle.draws.held > 0 && (
        <p className={classNames('text-ink-soft', isHall ? 'text-[2.6vh]' : 'mt-2')}>
          {m.next_draw_holders()}
        </p>
      )}
      {raffle.pause === null && next.planned_at !== null && (
        <p className={classNames('font-semibold', isHall ? 'text-[2.6vh]' : 'mt-2')}>
          {m.next_draw_planned({ time: formatDateTime(next.planned_at) })}
        </p>
      )}
      {raffle.pause !== null && (
        <p
          role="status"
          className={classNames('font-bold wrap-anywhere text-brand', isHall ? 'text-[4vh]' : 'mt-3 text-xl')}
        >
          {pauseSentence(raffle.pause)}
        </p>
      )}
    </section>
  );
}

/** R72: the host's notice alone, for a raffle with a single draw. */
export function Pause({ pause }: { pause: NonNullable<PublicRaffle['pause']> }) {
  return (
    <p
      role="status"
      className="rounded-2xl bg-info-soft px-5 py-4 text-center text-xl font-semibold wrap-anywhere text-info"
    >
      {pauseSentence(pause)}
    </p>
  );
}

function prizeLine({ prize, name, quantity, sponsor_name: sponsor }: ShownPrize): string {
  const called = name ?? m.draw_prize({ number: prize });
  const line = quantity === 1 ? called : m.prizes_quantity({ count: quantity, name: called });
  return sponsor === null ? line : m.next_draw_sponsored({ prize: line, sponsor });
}
