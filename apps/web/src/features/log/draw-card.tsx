/** One draw as the log has it, with all other draws of its host: gaps and draws that stopped can't hide (draw protocol §8). */
import type { DrawInLog, HostInLog } from '@glassdrum/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RecordList } from './record-list.tsx';

type DrawFacts = HostInLog['draws'][number];

const PROGRESS: Record<DrawFacts['progress'], { label: () => string; tone: BadgeTone }> = {
  open: { label: m.log_progress_open, tone: 'info' },
  voided: { label: m.log_progress_voided, tone: 'danger' },
  frozen: { label: m.log_progress_frozen, tone: 'info' },
  never_finished: { label: m.log_progress_never_finished, tone: 'danger' },
  finished_late: { label: m.log_progress_finished_late, tone: 'warn' },
  finished: { label: m.log_progress_finished, tone: 'good' },
};

interface DrawCardProps {
  drawId: string;
  onFind: (drawId: string) => void;
}

export function DrawCard({ drawId, onFind }: DrawCardProps) {
  const { data, error } = useQuery({
    queryKey: ['/api/log/draws', drawId],
    queryFn: () => call<DrawInLog>('GET', `/api/log/draws/${encodeURIComponent(drawId)}`),
    retry: (failures, failure) => !(failure instanceof CallFailed && failure.status < 500) && failures < 2,
  });
  if (error !== null) {
    const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400);
    return (
      <Card>
        <p role="alert">{isUnknown ? m.log_find_none() : m.log_load_failed()}</p>
      </Card>
    );
  }
  if (data === undefined) return <Skeleton className="h-96" />;
  return (
    <Card className="grid gap-5">
      <header>
        <div className="flex flex-wrap gap-2">
          <ProgressBadges draw={data} />
        </div>
        <h2 className="mt-3 font-mono text-xl break-all">{drawId}</h2>
        {data.host_seq !== null && (
          <p className="mt-1 text-ink-soft">{m.log_draw_number({ number: data.host_seq })}</p>
        )}
      </header>
      <Notice draw={data} />
      <RecordList records={data.records} />
      {data.host_id !== null && <HostHistory hostId={data.host_id} drawId={drawId} onFind={onFind} />}
    </Card>
  );
}

function ProgressBadges({ draw }: { draw: DrawFacts }) {
  const { label, tone } = PROGRESS[draw.progress];
  return (
    <>
      <Badge tone={tone}>{label()}</Badge>
      {draw.voided !== null && draw.progress !== 'voided' && (
        <Badge tone="danger">{m.log_progress_voided()}</Badge>
      )}
      {draw.advances > 0 && <Badge>{m.log_advances({ count: draw.advances })}</Badge>}
    </>
  );
}

function Notice({ draw }: { draw: DrawFacts }) {
  const texts: string[] = [];
  if (draw.progress === 'never_finished') texts.push(m.log_never_finished_text());
  if (draw.progress === 'finished_late') texts.push(m.log_finished_late_text());
  if (draw.progress === 'voided') texts.push(m.log_voided_early_text());
  else if (draw.voided !== null) texts.push(m.log_voided_text());
  if (texts.length === 0) return null;
  const isOnlyLate = draw.progress === 'finished_late' && draw.voided === null;
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-xl px-4 py-3',
        isOnlyLate ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger',
      )}
    >
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

interface HostHistoryProps extends DrawCardProps {
  hostId: string;
}

function HostHistory({ hostId, drawId, onFind }: HostHistoryProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['/api/log/hosts', hostId],
    queryFn: ({ pageParam }) =>
      call<HostInLog>(
        'GET',
        `/api/log/hosts/${encodeURIComponent(hostId)}${pageParam === null ? '' : `?before=${pageParam}`}`,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.more_before,
  });
  return (
    <section className="border-t border-line pt-5">
      <h3 className="text-xl">{m.log_history()}</h3>
      <p className="mt-1 max-w-prose text-ink-soft">{m.log_history_text()}</p>
      {data === undefined && <Skeleton className="mt-3 h-24" />}
      <ol className="mt-3 grid gap-2">
        {data?.pages
          .flatMap(({ draws }) => draws)
          .map((draw) => (
            <li key={draw.draw_id}>
              <button
                type="button"
                aria-current={draw.draw_id === drawId ? 'true' : undefined}
                onClick={() => onFind(draw.draw_id)}
                className="grid min-h-13 w-full grid-cols-[2.5rem_1fr] items-center gap-x-2 gap-y-1 rounded-xl border border-line px-3 py-2 text-left transition-colors duration-(--fast) hover:border-ink aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft sm:grid-cols-[3rem_1fr_auto]"
              >
                <span className="row-span-2 font-display text-xl font-bold text-brand tabular-nums sm:row-span-1">
                  {draw.host_seq}
                </span>
                <span className="flex flex-wrap gap-1.5">
                  <ProgressBadges draw={draw} />
                </span>
                {draw.opened_at !== null && (
                  <DateTime at={draw.opened_at * 1000} className="text-sm text-ink-soft" />
                )}
              </button>
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="quiet"
          className="mt-3"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.log_history_older()}
        </Button>
      )}
    </section>
  );
}
