/** What was done: the host's own actions and what happened to the raffles, newest first (R11, I5). */
import { useState } from 'react';
import type { AuditPage } from '@glassdrum/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { useRaffles } from '../console-data.ts';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { actionText, actorText, detailText } from './audit-texts.ts';

export function AuditDialog({ onClose }: { onClose: () => void }) {
  const [raffleId, setRaffleId] = useState('');
  const raffles = useRaffles();
  const filter = raffleId === '' ? '' : `raffle_id=${raffleId}&`;
  const log = useInfiniteQuery({
    queryKey: ['/api/audit', raffleId],
    queryFn: ({ pageParam }) =>
      call<AuditPage>('GET', `/api/audit?${filter}${pageParam === null ? '' : `after=${pageParam}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_audit_title()}
      description={m.console_audit_text()}
    >
      <div className="grid gap-5">
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <Field label={m.console_audit_raffle()}>
            <Select value={raffleId} onChange={(event) => setRaffleId(event.target.value)}>
              <option value="">{m.console_audit_all()}</option>
              {(raffles.data ?? []).map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <DownloadLink href={`/api/audit/export?${filter}`} label={m.console_audit_export()} />
        </div>
        {entries === undefined ? (
          <Loading className="h-60" failed={log.isError} onRetry={() => void log.refetch()} />
        ) : (
          <Entries entries={entries} />
        )}
        {log.hasNextPage && (
          <Button
            variant="quiet"
            className="justify-self-center"
            pending={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {m.console_audit_more()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Entries({ entries }: Pick<AuditPage, 'entries'>) {
  const host = useCurrentUser().data?.name ?? m.console_audit_by_host();
  if (entries.length === 0) return <p className="text-ink-soft">{m.console_audit_empty()}</p>;
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[14rem_1fr_auto]">
          <DateTime at={entry.ts} className="text-sm text-ink-soft tabular-nums" />
          <span className="min-w-0">
            <span className="font-semibold">{actionText(entry)}</span>
            {detailText(entry) !== null && <span className="block wrap-anywhere">{detailText(entry)}</span>}
            {entry.raffle_title !== null && (
              <span className="block text-sm wrap-anywhere text-ink-soft">{entry.raffle_title}</span>
            )}
          </span>
          <span className="text-sm text-ink-soft sm:text-right">
            {actorText(entry, host)}
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
