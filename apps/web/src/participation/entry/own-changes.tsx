/** R94: the person concerned sees at once that their entry was changed, by whom and when. Nothing where nothing was. */
import { History } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { DateTime } from '../../ui/date-time.tsx';
import { isOwnDoing, ownChangeText } from './change-texts.ts';
import { useOwnEntry } from './use-own-entry.ts';

export function OwnChanges({ raffleId }: { raffleId: string }) {
  const { changes: all = [], host_name: host = null } = useOwnEntry(raffleId).data ?? {};
  const changes = all.filter((change) => !isOwnDoing(change));
  return (
    <div role="status" className="empty:hidden">
      {changes.length > 0 && (
        <section className="grid grid-cols-[auto_1fr] gap-x-3 rounded-2xl bg-warn-soft px-4 py-3 text-left">
          <History aria-hidden className="mt-0.5 size-5 text-warn" />
          <div className="min-w-0">
            <h2 className="font-semibold text-warn">{m.changes_own_title()}</h2>
            <ol className="mt-1 grid gap-1">
              {changes.toReversed().map((change) => (
                <li key={`${change.at} ${change.state} ${change.tickets}`}>
                  {ownChangeText(change)}{' '}
                  <DateTime at={change.at} className="text-sm whitespace-nowrap text-ink-soft" />
                </li>
              ))}
            </ol>
            <p className="mt-1 text-sm text-ink-soft">
              {host === null ? m.changes_own_hint() : m.changes_own_hint_host({ host })}
            </p>
          </div>
        </section>
      )}
    </div>
  );
}
