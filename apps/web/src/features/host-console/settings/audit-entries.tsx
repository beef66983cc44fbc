/** Records of the activity log in words, newest first. */
import type { AuditPage } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { DateTime } from '../../../ui/date-time.tsx';
import { actionText, actorText, detailText } from './audit-texts.ts';

interface AuditEntriesProps extends Pick<AuditPage, 'entries'> {
  /** Where it is clear which raffle they are about. */
  isOneRaffle?: boolean;
}

export function AuditEntries({ entries, isOneRaffle = false }: AuditEntriesProps) {
  if (entries.length === 0) return <p className="text-ink-soft">{m.console_audit_empty()}</p>;
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[14rem_1fr_auto]">
          <DateTime at={entry.ts} className="text-sm text-ink-soft tabular-nums" />
          <span className="min-w-0">
            <span className="font-semibold">{actionText(entry)}</span>
            {detailText(entry) !== null && <span className="block wrap-anywhere">{detailText(entry)}</span>}
            {entry.raffle_title !== null && !isOneRaffle && (
              <span className="block text-sm wrap-anywhere text-ink-soft">{entry.raffle_title}</span>
            )}
          </span>
          <span className="min-w-0 text-sm wrap-anywhere text-ink-soft sm:text-right">
            {actorText(entry)}
            {entry.place !== null && (
              <span className="ml-2 font-mono" title={m.console_audit_place()}>
                {entry.place}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
