/**
 * /desk/:raffleId?key=…, where helpers sell paper tickets (R67) and check people in (R71): by camera, by code, or by numbers such as
 * "151–200". It works on without network: what was done waits on the phone. The key opens nothing but this, and shows no names.
 */
import { useEffect, useState } from 'react';
import type { DeskInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { storeDeskPage } from '../../storage/service-worker.ts';
import { readStored } from '../../storage/stored-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeskCheckIns } from './desk-check-ins.tsx';
import { DeskSales, type DeskTaskProps, salesName } from './desk-sales.tsx';
import { storedSales } from './sale-queue.ts';
import { readDeskInfo, storeDeskInfo } from './stored-desk.ts';

const INFO_EVERY_MS = 15_000;

export function DeskPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const key = new URLSearchParams(useSearch()).get('key') ?? '';
  const path = `/api/raffles/${encodeURIComponent(raffleId)}/desk`;
  const query = `?key=${encodeURIComponent(key)}`;
  const info = useQuery({
    queryKey: [path, key],
    queryFn: () => call<DeskInfo>('GET', `${path}${query}`),
    refetchInterval: INFO_EVERY_MS,
  });
  const isGone = info.error instanceof CallFailed && info.error.status === 404;
  // After a reload in a hall without network: the desk as it was last seen.
  const [before] = useState(() => readDeskInfo(raffleId));
  const shown = info.data ?? before;
  useEffect(() => {
    if (info.data !== undefined) storeDeskInfo(raffleId, info.data);
  }, [raffleId, info.data]);
  useEffect(() => {
    void storeDeskPage();
  }, []);
  return (
    <Page title={m.desk_title()} width="narrow">
      {shown === null ? (
        <NoDesk
          raffleId={raffleId}
          isGone={isGone}
          failure={info.error}
          onRetry={() => void info.refetch()}
        />
      ) : (
        <Desk
          key={`${raffleId} ${key}`}
          info={shown}
          infoAt={info.dataUpdatedAt}
          isGone={isGone}
          path={path}
          query={query}
        />
      )}
    </Page>
  );
}

interface NoDeskProps {
  raffleId: string;
  isGone: boolean;
  failure: Error | null;
  onRetry: () => void;
}

function NoDesk({ raffleId, isGone, failure, onRetry }: NoDeskProps) {
  const [waiting] = useState(() => storedSales(readStored(salesName(raffleId))).length);
  if (failure === null) return <Skeleton className="h-96" />;
  return (
    <Card>
      <h1 className="text-3xl">{isGone ? m.desk_gone_title() : m.desk_failed()}</h1>
      <p className="mt-3">{isGone ? m.desk_gone_text() : sentenceOf(failure, m.desk_failed())}</p>
      {waiting > 0 && <p className="mt-3 font-semibold">{m.desk_gone_waiting({ count: waiting })}</p>}
      {!isGone && (
        <Button className="mt-6" onClick={onRetry}>
          {m.common_error_reload()}
        </Button>
      )}
    </Card>
  );
}

type Task = 'sell' | 'check_in';

interface DeskProps extends Omit<DeskTaskProps, 'path'> {
  path: string;
  query: string;
}

function Desk({ path, query, ...props }: DeskProps) {
  const { raffle, printed } = props.info;
  // What an earlier version of this page stored has no such member.
  const checkIn = props.info.check_in ?? null;
  // At the draw people check in; where there is nothing else to do, no choice is offered.
  const [chosen, setChosen] = useState<Task | null>(null);
  const usual: Task = checkIn !== null && (printed === 0 || checkIn.opened_at !== null) ? 'check_in' : 'sell';
  const task = checkIn === null ? 'sell' : (chosen ?? usual);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
        <h1 className="mt-1 text-3xl sm:text-4xl">
          {task === 'sell' ? m.desk_title() : m.desk_check_in_title()}
        </h1>
      </div>
      {props.info.cancelled === true && (
        <p role="status" className="rounded-xl bg-warn-soft px-4 py-3 font-semibold text-warn">
          {m.desk_cancelled()}
        </p>
      )}
      {checkIn !== null && printed > 0 && (
        <div role="group" aria-label={m.desk_task()} className="grid grid-cols-2 gap-3">
          {(['sell', 'check_in'] as const).map((one) => (
            <Button
              key={one}
              variant={task === one ? 'primary' : 'quiet'}
              aria-pressed={task === one}
              onClick={() => setChosen(one)}
            >
              {one === 'sell' ? m.desk_task_sell() : m.desk_check_in_title()}
            </Button>
          ))}
        </div>
      )}
      {task === 'check_in' && checkIn !== null ? (
        <DeskCheckIns key={checkIn.draw} {...props} checkIn={checkIn} path={`${path}/check-ins${query}`} />
      ) : (
        <DeskSales {...props} path={`${path}/sales${query}`} />
      )}
    </div>
  );
}
