/** What the raffle is: image, title, description, and how long one can join. */
import type { PublicRaffle } from '@glassdrum/contract';
import { classNames } from '../../ui/class-names.ts';
import { DeadlineLine } from './deadline-line.tsx';

/** Characters; in the large letters a longer one fills a phone before anybody sees how to join. */
const LONG_TITLE = 60;

interface RaffleHeadProps {
  raffle: PublicRaffle;
  /** The server's clock. */
  now: () => number;
}

export function RaffleHead({ raffle, now }: RaffleHeadProps) {
  return (
    <header className="grid gap-4 text-center">
      {raffle.image_url !== null && (
        <img
          src={raffle.image_url}
          alt=""
          width={1200}
          height={630}
          className="aspect-[1200/630] w-full rounded-2xl object-cover shadow-card"
        />
      )}
      <h1
        className={classNames(
          'wrap-anywhere',
          raffle.title.length > LONG_TITLE ? 'text-2xl sm:text-4xl' : 'text-4xl sm:text-5xl',
        )}
      >
        {raffle.title}
      </h1>
      {raffle.description !== '' && (
        <p className="mx-auto max-w-2xl text-lg wrap-anywhere whitespace-pre-line text-ink-soft">
          {raffle.description}
        </p>
      )}
      <DeadlineLine raffle={raffle} now={now} />
    </header>
  );
}
