/** Who is left out because they won recently; of a draft who would be (R80). By name, before anybody is invited. */
import type { HostRaffle, LeftOut } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../messages/generated/messages.js';
import { formatDate } from '../../../ui/date-time.tsx';
import { call } from '../../../api/call.ts';
import { counted } from '../counted.ts';
import { Loading } from '../loading.tsx';
import { useRefetch } from '../raffle-page/use-refetch.ts';

export function LeftOutPeople({ raffle }: { raffle: HostRaffle }) {
  const path = `/api/raffles/${raffle.id}/left-out`;
  const answer = useQuery({
    queryKey: [path],
    queryFn: () => call<LeftOut>('GET', path),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, answer);
  if (answer.data === undefined) {
    return <Loading className="h-24" failed={answer.isError} onRetry={() => void answer.refetch()} />;
  }
  const { people } = answer.data;
  const isDraft = raffle.status === 'draft';
  if (people.length === 0) {
    return <p>{isDraft ? m.nowin_would_nobody() : m.nowin_left_out_nobody()}</p>;
  }
  return (
    <div>
      <p className="font-semibold">{counted(isDraft ? m.nowin_would : m.nowin_left_out, people.length)}</p>
      <ul className="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-2xl border border-line">
        {people.map(({ invitee_id: id, display_name: name, won_at: at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="wrap-anywhere">{name}</span>
            {at !== null && (
              <span className="text-sm text-ink-soft">{m.nowin_won({ date: formatDate(at) })}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
