/** A raffle's few numbers in a row, each with its name. */
import { classNames } from '../ui/class-names.ts';

export interface Fact {
  label: string;
  value: string | number;
}

export function RaffleFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl
      className={classNames(
        'grid gap-px overflow-hidden rounded-2xl border border-line bg-line shadow-card',
        facts.length === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4',
      )}
    >
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-card px-4 py-3">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-display text-xl leading-tight font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The day alone, in the viewer's language: where a whole time would not fit. @param at epoch milliseconds */
export function formatDay(at: number): string {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }).format(at);
}
