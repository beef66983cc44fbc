/**
 * What an evening of draws has brought one entry so far (R69, R70): its result in each draw, whether it sits the next one out,
 * and which draws were skipped, with the reason.
 */
import type { PublicRaffle } from '@glassdrum/contract';
import { Link } from 'wouter';
import { m } from '../messages/generated/messages.js';
import { type HeldDraw, sitsOut, useDrawResults } from '../api/draw-results.ts';
import { drawCalled } from '../api/draw-names.ts';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { ownOutcome } from './own-prizes.ts';
import { namedPrizes } from './prize-names.ts';

interface OwnDrawsProps {
  raffle: PublicRaffle;
  /** The visitor's entry number. */
  number: number;
}

/** Nothing for a raffle with a single draw, and before the first is over. */
export function OwnDraws({ raffle, number }: OwnDrawsProps) {
  const draws = useDrawResults(raffle, true);
  const over = draws.filter(({ draw, results }) => results !== null || draw.skipped !== null);
  if (over.length === 0) return null;
  return (
    <Card className="text-left">
      <h2 className="text-xl">{m.own_draws_title()}</h2>
      {raffle.draws.left > 0 && sitsOut(draws, number) && (
        <p role="status" className="mt-2 rounded-xl bg-info-soft px-4 py-2.5 font-semibold text-info">
          {m.own_draws_sits_out()}
        </p>
      )}
      <ol className="mt-2 grid divide-y divide-line">
        {over.map((held, index) => (
          <li key={held.draw.number} className="py-2.5">
            <Row held={held} before={draws.slice(0, index)} raffleId={raffle.id} number={number} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  held: HeldDraw;
  /** The draws before it. */
  before: readonly HeldDraw[];
  raffleId: string;
  number: number;
}

function Row({ held: { draw, results }, before, raffleId, number }: RowProps) {
  if (results === null) {
    return (
      <p className="wrap-anywhere text-ink-soft">
        {m.results_draw_skipped({ draw: drawCalled(draw), reason: draw.skipped?.reason ?? '' })}
      </p>
    );
  }
  const { text, isGood } = outcomeIn(results, before, number);
  return (
    <>
      <Link
        href={`/results/${raffleId}?draw=${results.draw_id}`}
        className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
      >
        {drawCalled(draw)}
      </Link>
      <p className={classNames('wrap-anywhere', isGood ? 'text-lg font-bold text-brand' : 'text-ink-soft')}>
        {text}
      </p>
    </>
  );
}

function outcomeIn(
  results: NonNullable<HeldDraw['results']>,
  before: readonly HeldDraw[],
  number: number,
): { text: string; isGood: boolean } {
  if (number > results.total_entries) return { text: m.own_draws_later(), isGood: false };
  const outcome = ownOutcome(number, namedPrizes(results.prizes), results, results);
  const isListed = [...results.winners, ...results.alternates].some((row) => row.entry_number === number);
  return !outcome.isGood && !isListed && sitsOut(before, number)
    ? { text: m.own_draws_sat_out(), isGood: false }
    : outcome;
}
