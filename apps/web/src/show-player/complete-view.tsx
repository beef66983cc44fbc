/** After the draw: all winners, what became of their prizes since (R14), what this device found out, where to go next. */
import type { DrawPlan, PrizeStatus, LiveResult } from '@glassdrum/contract';
import type { ReactNode } from 'react';
import { m } from '../messages/generated/messages.js';
import { ClaimLine } from '../ui/claim-line.tsx';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMoreRows } from '../ui/more-rows.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { audienceSentence } from './draw-texts.ts';
import { DrawStats, type DrawStatsProps } from './draw-stats.tsx';
import { FreezeWords } from './freeze-words.tsx';
import { LiveLabel, type LiveState } from './show-badges.tsx';
import { OwnOutcomeBanner } from './own-result.tsx';
import { passedOverText, placesOf } from './places.ts';
import { type PrizeName, prizesOfPlan } from './prize-names.ts';
import { PrizeWinners, type PrizeWinnersProps } from './prize-winners.tsx';
import { DiceLater } from './room/dice-later.tsx';
import { nameOf } from './winners.ts';

export interface CompleteViewProps {
  title: string;
  plan: DrawPlan;
  /** Null while it is on its way. */
  result: LiveResult | null;
  /** Null while nothing is known of pass-overs; the winners as drawn hold their prizes then. */
  prizeStatus: PrizeStatus | null;
  own: number | null;
  live: LiveState;
  stats: DrawStatsProps;
  /** R73: what the viewer has won, and claiming it. */
  ownClaims?: ReactNode;
  /** The label, and what this device found out. */
  fairness: ReactNode;
  /** Where to go next. */
  links: ReactNode;
  /** A replay's bar. */
  controls?: ReactNode;
}

export function CompleteView(props: CompleteViewProps) {
  const { title, plan, result, prizeStatus, own, live, stats, fairness, links, controls, ownClaims } = props;
  const prizes = prizesOfPlan(plan);
  return (
    <div className="grid gap-6">
      <header className="text-center">
        <LiveLabel state={live} />
        <p className="mt-3 font-semibold wrap-anywhere text-ink-soft">{title}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{m.draw_complete_title()}</h1>
        <p className="sr-only" role="status">
          {m.draw_finished()}
        </p>
        {own !== null && result !== null && (
          <OwnOutcomeBanner own={own} prizes={prizes} result={result} prizeStatus={prizeStatus} />
        )}
      </header>
      {ownClaims}
      {controls}
      {result === null ? (
        <Skeleton className="h-60" />
      ) : (
        <Winners draw={plan} prizes={prizes} places={placesOf(result, prizeStatus)} own={own} />
      )}
      <PassedOver prizes={prizes} prizeStatus={prizeStatus} />
      <div className="grid gap-3 sm:grid-cols-2">{links}</div>
      {fairness}
      <Evidence plan={plan} />
      <DrawStats {...stats} className="shadow-card" />
    </div>
  );
}

/** What the draw was made of, and who held the list before: for those who compare. */
function Evidence({ plan }: { plan: DrawPlan }) {
  const audience = audienceSentence(plan);
  return (
    <div className="grid gap-3 text-center">
      <FreezeWords hash={plan.freeze_hash} />
      {audience !== null && <p className="text-ink-soft">{audience}</p>}
      {plan.beacon_text !== null && (
        <div>
          <p className="text-sm text-ink-soft">{m.draw_room_title()}</p>
          <DiceLater text={plan.beacon_text} className="mt-1 text-xl" />
        </div>
      )}
    </div>
  );
}

/** One list with one unnamed prize, else prize by prize. */
function Winners({ draw, prizes, places, own }: PrizeWinnersProps) {
  if (prizes.length > 0) {
    return <PrizeWinners draw={draw} prizes={prizes} places={places} own={own} />;
  }
  return <UnnamedWinners places={places} own={own} />;
}

/** More are behind a press, except the viewer. */
const SHOWN = 100;

function UnnamedWinners({ places, own }: Pick<PrizeWinnersProps, 'places' | 'own'>) {
  const { shown, more } = useMoreRows(
    places,
    SHOWN,
    ({ holder }) => own !== null && holder?.entry_number === own,
  );
  return (
    <div>
      <ol aria-label={m.draw_winners()} className="grid gap-3">
        {shown.map(({ position, holder }) => (
          <li
            key={position}
            className={classNames(
              'grid grid-cols-[2.5rem_1fr] items-center gap-x-4 rounded-2xl border px-4 py-3 shadow-card sm:grid-cols-[3rem_1fr_auto]',
              holder !== null && holder.entry_number === own
                ? 'border-brand bg-brand-soft'
                : 'border-line bg-card',
            )}
          >
            <span className="font-display text-3xl font-extrabold text-brand tabular-nums">{position}</span>
            <span className="min-w-0 font-display text-2xl leading-tight font-bold wrap-anywhere sm:text-3xl">
              {holder === null ? m.draw_nobody_left() : nameOf(holder)}{' '}
              {holder?.moved_up === true && <Badge tone="info">{m.draw_moved_up()}</Badge>}
              <ClaimLine holder={holder} className="font-text text-base font-normal" />
            </span>
            {holder !== null && (
              <span className="col-start-2 text-ink-soft tabular-nums sm:col-start-3">
                {m.draw_entry({ number: holder.entry_number })}
              </span>
            )}
          </li>
        ))}
      </ol>
      {more}
    </div>
  );
}

/** R14: publicly, with the reason and who moved up; new ones are read out. */
function PassedOver({
  prizes,
  prizeStatus,
}: {
  prizes: readonly PrizeName[];
  prizeStatus: PrizeStatus | null;
}) {
  const rows = prizeStatus?.passed_over ?? [];
  return (
    <div aria-live="polite" className={rows.length === 0 ? 'sr-only' : ''}>
      {rows.length > 0 && (
        <section className="rounded-2xl bg-sunken px-4 py-3">
          <h2 className="text-lg">{m.draw_passed_over_title()}</h2>
          <ol className="mt-1 grid gap-1">
            {rows.map((row) => (
              <li key={`${row.prize} ${row.position} ${row.entry_number}`} className="wrap-anywhere">
                {passedOverText(prizes, row)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
