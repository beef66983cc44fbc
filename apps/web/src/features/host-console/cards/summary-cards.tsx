/** Three numbers over all raffles of the host. */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

export function SummaryCards({ raffles }: { raffles: readonly HostRaffle[] }) {
  const inPhase = (phase: HostRaffle['status']): number =>
    raffles.filter(({ status }) => status === phase).length;
  const numbers = [
    { label: m.console_active_raffles(), value: inPhase('open') },
    {
      label: m.console_total_participants(),
      value: raffles.reduce((sum, { joined_count: joined }) => sum + joined, 0),
    },
    { label: m.console_completed_draws(), value: inPhase('drawn') },
  ];
  return (
    <dl className="mt-6 grid grid-cols-3 divide-x-2 divide-dashed divide-line rounded-2xl border border-line bg-card shadow-card">
      {numbers.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1.5 px-3 py-4 sm:px-6 sm:py-5">
          <dt className="text-sm leading-tight text-ink-soft sm:text-base">{label}</dt>
          <dd className="font-display text-2xl font-extrabold leading-none tracking-tight tabular-nums sm:text-5xl">
            {value.toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  );
}
