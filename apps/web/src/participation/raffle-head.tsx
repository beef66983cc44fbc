/** What the raffle is: picture, title, description, and how long one can join. */
import type { PublicRaffle } from '@glassdrum/contract';
import { DeadlineLine } from './deadline-line.tsx';

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
      <h1 className="text-4xl wrap-anywhere sm:text-5xl">{raffle.title}</h1>
      {raffle.description !== '' && (
        <p className="mx-auto max-w-2xl text-lg wrap-anywhere whitespace-pre-line text-ink-soft">
          {raffle.description}
        </p>
      )}
      <DeadlineLine raffle={raffle} now={now} />
    </header>
  );
}
