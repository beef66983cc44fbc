/** What was done: the host's own actions and what happened to the raffles, newest first (R11, I5). */
import { useState } from 'react';
import type { AuditPage } from '@glassdrum/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { useRaffles } from '../console-data.ts';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { AuditEntries } from './audit-entries.tsx';

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
          <AuditEntries entries={entries} />
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
