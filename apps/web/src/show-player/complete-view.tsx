/** After the draw: all winners, what became of their prizes since (R14), what this device found out, where to go next. */
import type { DrawPlan, DrawStanding, LiveResult, ResultRow } from '@glassdrum/contract';
import type { ReactNode } from 'react';
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { DrawStats, type DrawStatsProps } from './draw-stats.tsx';
import { FreezeCode } from './freeze-code.tsx';
import { LiveLabel, type LiveState } from './live-label.tsx';
import { nameOf, passedOverText, reasonText } from './winner-texts.ts';

interface CompleteViewProps {
  title: string;
  plan: DrawPlan;
  /** Null while it is on its way. */
  result: LiveResult | null;
  /** Null while nobody knows of anything; the winners as drawn hold their prizes then. */
  standing: DrawStanding | null;
  own: number | null;
  live: LiveState;
  stats: DrawStatsProps;
  /** The label, and what this device found out. */
  fairness: ReactNode;
  /** Where to go next. */
  links: ReactNode;
  /** A replay's bar. */
  controls?: ReactNode;
}

export function CompleteView(props: CompleteViewProps) {
  const { title, plan, result, standing, own, live, stats, fairness, links, controls } = props;
  return (
    <div className="grid gap-6">
      <header className="text-center">
        <LiveLabel state={live} />
        <p className="mt-3 font-semibold wrap-anywhere text-ink-soft">{title}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{m.draw_complete_title()}</h1>
        <p className="sr-only" role="status">
          {m.draw_finished()}
        </p>
        {own !== null && result !== null && <OwnOutcome own={own} result={result} standing={standing} />}
      </header>
      {controls}
      {result === null ? (
        <Skeleton className="h-60" />
      ) : (
        <Winners result={result} standing={standing} own={own} />
      )}
      <PassedOver standing={standing} />
      <div className="grid gap-3 sm:grid-cols-2">{links}</div>
      {fairness}
      <FreezeCode code={plan.freeze_code} />
      <DrawStats {...stats} className="shadow-card" />
    </div>
  );
}

interface OwnOutcomeProps {
  own: number;
  result: LiveResult;
  standing: DrawStanding | null;
}

function OwnOutcome({ own, result, standing }: OwnOutcomeProps) {
  const { text, isGood } = outcomeOf(own, result, standing);
  return (
    <p
      aria-live="assertive"
      data-own-outcome
      className={classNames(
        'mx-auto mt-4 w-fit rounded-2xl px-6 py-2.5 text-xl font-bold',
        isGood ? 'animate-stamp bg-brand text-on-brand' : 'bg-sunken text-ink',
      )}
    >
      {text}
    </p>
  );
}

function outcomeOf(
  own: number,
  { winners, alternates }: LiveResult,
  standing: DrawStanding | null,
): { text: string; isGood: boolean } {
  const holds = standing?.current_winners.find((row) => row.entry_number === own);
  if (holds?.moved_up === true) {
    return { text: m.draw_you_moved_up({ position: holds.position }), isGood: true };
  }
  const passed = standing?.passed_over.findLast((row) => row.entry_number === own);
  if (passed !== undefined) {
    return { text: m.draw_you_passed_over({ reason: reasonText(passed.reason) }), isGood: false };
  }
  const winner = winners.find((row) => row.entry_number === own);
  if (winner !== undefined) return { text: m.draw_you_won({ position: winner.position }), isGood: true };
  const alternate = alternates.find((row) => row.entry_number === own);
  return {
    text:
      alternate === undefined
        ? m.draw_you_not_drawn({ number: own })
        : m.draw_you_alternate({ position: alternate.position }),
    isGood: false,
  };
}

/** A prize as it stands now: whose it is, or nobody's. */
interface Prize {
  position: number;
  holder: ResultRow | null;
  isMovedUp: boolean;
}

function prizesOf({ winners }: LiveResult, standing: DrawStanding | null): Prize[] {
  return winners.map((row) => {
    if (standing === null) return { position: row.position, holder: row, isMovedUp: false };
    const holder = standing.current_winners.find(({ position }) => position === row.position) ?? null;
    return { position: row.position, holder, isMovedUp: holder?.moved_up ?? false };
  });
}

function Winners({
  result,
  standing,
  own,
}: {
  result: LiveResult;
  standing: DrawStanding | null;
  own: number | null;
}) {
  return (
    <ol aria-label={m.draw_winners()} className="grid gap-3">
      {prizesOf(result, standing).map(({ position, holder, isMovedUp }) => (
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
            {isMovedUp && <Badge tone="info">{m.draw_moved_up()}</Badge>}
          </span>
          {holder !== null && (
            <span className="col-start-2 text-ink-soft tabular-nums sm:col-start-3">
              {m.draw_entry({ number: holder.entry_number })}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** R14: publicly, with the reason and who moved up; new ones are read out. */
function PassedOver({ standing }: { standing: DrawStanding | null }) {
  const rows = standing?.passed_over ?? [];
  return (
    <div aria-live="polite" className={rows.length === 0 ? 'sr-only' : ''}>
      {rows.length > 0 && (
        <section className="rounded-2xl bg-sunken px-4 py-3">
          <h2 className="text-lg">{m.draw_passed_over_title()}</h2>
          <ol className="mt-1 grid gap-1">
            {rows.map((row) => (
              <li key={`${row.position} ${row.entry_number}`} className="wrap-anywhere">
                {passedOverText(row)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
