/** What changed last: the newest records of the raffle's activity log, as they come. */
import type { AuditPage, HostRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Card } from '../../../../ui/card.tsx';
import { Loading } from '../../loading.tsx';
import { AuditEntries } from '../../settings/audit-entries.tsx';
import { useRefetch } from '../use-refetch.ts';

const SHOWN = 5;

export function LastChanges({ raffle }: { raffle: HostRaffle }) {
  const log = useQuery({
    queryKey: ['/api/audit', raffle.id, 'newest'],
    queryFn: () => call<AuditPage>('GET', `/api/audit?raffle_id=${raffle.id}`),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, log);
  return (
    <Card>
      <h3 className="text-xl">{m.raffle_last_changes()}</h3>
      <div className="mt-2">
        {log.data === undefined ? (
          <Loading className="h-40" failed={log.isError} onRetry={() => void log.refetch()} />
        ) : (
          <AuditEntries entries={log.data.entries.slice(0, SHOWN)} isOneRaffle />
        )}
      </div>
    </Card>
  );
}
