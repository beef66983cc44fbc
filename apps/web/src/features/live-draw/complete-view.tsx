/** After the draw: all winners, what this device found out by itself (R32), and where to go next. */
import type { DrawPlan, LiveResult, ResultRow } from '@glassdrum/contract';
import type { ReactNode } from 'react';
import { DeviceCheckLine } from '../../checking/device-check-line.tsx';
import { levelTexts } from '../../checking/level-texts.ts';
import type { DeviceCheckState } from '../../checking/use-device-check.ts';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawStats, type DrawStatsProps } from '../../show-player/draw-stats.tsx';
import { FreezeCode } from '../../show-player/freeze-code.tsx';
import { LiveLabel, type LiveState } from '../../show-player/live-label.tsx';

interface CompleteViewProps {
  title: string;
  plan: DrawPlan;
  /** Null while it is on its way. */
  result: LiveResult | null;
  own: number | null;
  live: LiveState;
  stats: DrawStatsProps;
  check: DeviceCheckState;
  /** The button beside "View Results". */
  again: ReactNode;
}

export function CompleteView({ title, plan, result, own, live, stats, check, again }: CompleteViewProps) {
  const level = levelTexts(plan.assurance);
  return (
    <div className="grid gap-6">
      <header className="text-center">
        <LiveLabel state={live} />
        <p className="mt-3 font-semibold break-words text-ink-soft">{title}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{m.draw_complete_title()}</h1>
        {own !== null && result !== null && <OwnOutcome own={own} result={result} />}
      </header>
      {result === null ? <Skeleton className="h-60" /> : <Winners rows={result.winners} own={own} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton href={`/results/${plan.raffle_id}`} className="min-h-13 text-lg">
          {m.draw_view_results()}
        </LinkButton>
        {again}
      </div>
      <DeviceCheckLine state={check} />
      <p className="text-center text-sm text-ink-soft">
        <span className="font-semibold text-ink">
          {m.draw_level()} · {level.label}
        </span>{' '}
        {levelRemark(check, level.sentence)}
      </p>
      <FreezeCode code={plan.freeze_code} />
      <DrawStats {...stats} className="shadow-card" />
    </div>
  );
}

/** The level's sentence only after this device has checked; a refuted draw gets none. */
function levelRemark(check: DeviceCheckState, sentence: string): string {
  switch (check.status) {
    case 'agrees':
      return sentence;
    case 'differs':
    case 'problem':
      return '';
    case 'not_checked':
    case 'computing':
    case 'computed':
      return m.draw_not_checked();
  }
}

function OwnOutcome({ own, result }: { own: number; result: LiveResult }) {
  const winner = result.winners.find((row) => row.entry_number === own);
  const alternate = result.alternates.find((row) => row.entry_number === own);
  return (
    <p
      className={classNames(
        'mx-auto mt-4 w-fit rounded-full px-5 py-2 text-lg font-semibold',
        winner === undefined ? 'bg-sunken text-ink' : 'animate-stamp bg-brand text-on-brand',
      )}
    >
      {outcomeText(own, winner, alternate)}
    </p>
  );
}

function outcomeText(own: number, winner: ResultRow | undefined, alternate: ResultRow | undefined): string {
  if (winner !== undefined) return m.draw_you_won({ position: winner.position });
  if (alternate !== undefined) return m.draw_you_alternate({ position: alternate.position });
  return m.draw_you_not_drawn({ number: own });
}

function Winners({ rows, own }: { rows: readonly ResultRow[]; own: number | null }) {
  return (
    <ol aria-label={m.draw_winners()} className="grid gap-3">
      {rows.map((row) => (
        <li
          key={row.id}
          className={classNames(
            'grid grid-cols-[2rem_1fr] items-center gap-x-4 rounded-2xl border px-4 py-3 shadow-card sm:grid-cols-[2.5rem_1fr_auto]',
            row.entry_number === own ? 'border-brand bg-brand-soft' : 'border-line bg-card',
          )}
        >
          <span className="font-display text-3xl font-extrabold text-brand tabular-nums">{row.position}</span>
          <span className="min-w-0 font-display text-2xl leading-tight font-bold break-words sm:text-3xl">
            {row.display_name ?? m.draw_erased_name()}
          </span>
          <span className="col-start-2 text-ink-soft tabular-nums sm:col-start-3">
            {m.draw_entry({ number: row.entry_number })}
          </span>
        </li>
      ))}
    </ol>
  );
}
