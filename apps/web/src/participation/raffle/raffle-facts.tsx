/** A raffle's few numbers in a row, each with its name. */
import type { PublicRaffle } from '@glassdrum/contract';
import type { ReactNode } from 'react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { useCustoms } from '../../ui/on-device.ts';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What the label alone could be taken for something else. */
  help?: string;
}

export function RaffleFacts({ facts }: { facts: readonly Fact[] }) {
  // Three don't fit beside each other on a phone: the explained one has a row of its own, and the others share one.
  const isThree = facts.length === 3;
  return (
    <dl
      className={classNames(
        'grid gap-px overflow-hidden rounded-2xl border border-line bg-line shadow-card',
        isThree ? 'grid-flow-row-dense grid-cols-2 sm:grid-cols-3' : 'grid-cols-2 sm:grid-cols-4',
      )}
    >
      {facts.map(({ label, value, help }) => (
        <div
          key={label}
          className={classNames(
            'flex flex-col bg-card px-4 py-3',
            isThree && help !== undefined && 'max-sm:col-span-2',
          )}
        >
          <dt className="order-2 text-sm text-ink-soft">{label}</dt>
          <dd className="font-display text-xl leading-tight font-bold tabular-nums">{value}</dd>
          {help !== undefined && <dd className="order-3 mt-0.5 text-sm leading-snug">{help}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Whether the draw starts at the deadline or when the host starts it (R15). */
export function drawStartHelp({ auto_draw: isAutomatic, deadline_at: deadline }: DrawStart): string {
  if (deadline === null) return m.participation_draw_by_host_no_date();
  return isAutomatic ? m.participation_draw_automatic() : m.participation_draw_by_host();
}

type DrawStart = Pick<PublicRaffle, 'auto_draw' | 'deadline_at'>;

/** The day alone, in the viewer's language: where a whole time would not fit. @param props.at epoch milliseconds */
export function Day({ at }: { at: number }) {
  const { locale, timeZone } = useCustoms();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  }).format(at);
}
