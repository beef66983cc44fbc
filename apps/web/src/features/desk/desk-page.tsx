/**
 * /desk/:raffleId?key=…, where helpers sell paper tickets (R67), check people in (R71) and hand prizes over (R73): by camera, by code,
 * or by numbers such as "151–200". Without network sales and check-ins wait on the phone. The key opens nothing but this, and shows
 * no names.
 */
import { useEffect, useState } from 'react';
import type { DeskInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { storeDeskPage } from '../../storage/service-worker.ts';
import { readStored } from '../../storage/stored-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeskClaims } from './desk-claims.tsx';
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

const TASKS = {
  sell: { title: m.desk_title, choice: m.desk_task_sell },
  check_in: { title: m.desk_check_in_title, choice: m.desk_check_in_title },
  prizes: { title: m.desk_task_prizes, choice: m.desk_task_prizes },
} as const;
type Task = keyof typeof TASKS;

interface DeskProps extends Omit<DeskTaskProps, 'path'> {
  path: string;
  query: string;
}

function Desk({ path, query, ...props }: DeskProps) {
  const { raffle, printed } = props.info;
  // What an earlier version of this page stored has no such members.
  const checkIn = props.info.check_in ?? null;
  const hasWinners = props.info.has_winners ?? false;
  const [chosen, setChosen] = useState<Task | null>(null);
  const tasks: Task[] = [];
  if (printed > 0 || (checkIn === null && !hasWinners)) tasks.push('sell');
  if (checkIn !== null) tasks.push('check_in');
  if (hasWinners) tasks.push('prizes');
  const task = chosen !== null && tasks.includes(chosen) ? chosen : usualTask(props.info, tasks);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
        <h1 className="mt-1 text-3xl sm:text-4xl">{TASKS[task].title()}</h1>
      </div>
      {props.info.cancelled === true && (
        <p role="status" className="rounded-xl bg-warn-soft px-4 py-3 font-semibold text-warn">
          {m.desk_cancelled()}
        </p>
      )}
      {tasks.length > 1 && (
        <div
          role="group"
          aria-label={m.desk_task()}
          className={classNames('grid gap-3', tasks.length === 2 ? 'grid-cols-2' : 'sm:grid-cols-3')}
        >
          {tasks.map((one) => (
            <Button
              key={one}
              variant={task === one ? 'primary' : 'quiet'}
              aria-pressed={task === one}
              onClick={() => setChosen(one)}
            >
              {TASKS[one].choice()}
            </Button>
          ))}
        </div>
      )}
      {task === 'check_in' && checkIn !== null && (
        <DeskCheckIns key={checkIn.draw} {...props} checkIn={checkIn} path={`${path}/check-ins${query}`} />
      )}
      {task === 'sell' && <DeskSales {...props} path={`${path}/sales${query}`} />}
      {task === 'prizes' && <DeskClaims isGone={props.isGone} path={`${path}/claims`} query={query} />}
    </div>
  );
}

/** At the draw people check in, and after the last one they fetch their prizes. */
function usualTask({ raffle, check_in: checkIn }: DeskInfo, tasks: readonly Task[]): Task {
  const [first = 'sell'] = tasks;
  if (raffle.status === 'drawn' && tasks.includes('prizes')) return 'prizes';
  const isCheckingIn = checkIn !== null && checkIn.opened_at !== null;
  return isCheckingIn && tasks.includes('check_in') ? 'check_in' : first;
}
