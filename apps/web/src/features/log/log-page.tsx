/** /log: the installation's public log for people (draw protocol §8): what it is, a real check, and look-up by draw. */
import type { LogAnswer, LogRecordsAnswer, PublicRecord } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { KeyChangeNotice } from '../../checking/installation/key-change-notice.tsx';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawCard } from './draw-card.tsx';
import { FindDraw } from './find-draw.tsx';
import { LogCard } from './log-card.tsx';
import { RecordList } from './record-list.tsx';

/** How many of the newest records are shown, and checked. */
const LATEST = 10;

interface LogNow {
  log: LogAnswer;
  /** Newest first. */
  latest: PublicRecord[];
}

async function loadLog(): Promise<LogNow> {
  const log = await call<LogAnswer>('GET', '/api/log');
  const from = Math.max(0, log.size - LATEST);
  const { records } = await call<LogRecordsAnswer>('GET', `/api/log/records?from=${from}&limit=${LATEST}`);
  return { log, latest: records.toReversed() };
}

export function LogPage() {
  const [, navigate] = useLocation();
  const drawId = new URLSearchParams(useSearch()).get('draw');
  const { data, isError, refetch } = useQuery({ queryKey: ['/api/log'], queryFn: loadLog });
  const find = (id: string): void => navigate(`/log?draw=${encodeURIComponent(id)}`);
  const found = useShownWhenFound(drawId);
  return (
    <Page title={m.log_title()}>
      <div className="grid gap-6">
        <header>
          <h1 className="text-4xl sm:text-5xl">{m.log_title()}</h1>
          <p className="mt-3 max-w-prose text-lg text-ink-soft">{m.log_lead()}</p>
        </header>
        <KeyChangeNotice />
        {isError && (
          <Card className="grid justify-items-start gap-4">
            <p role="alert">{m.log_load_failed()}</p>
            <Button variant="quiet" onClick={() => void refetch()}>
              {m.log_try_again()}
            </Button>
          </Card>
        )}
        {data === undefined && !isError && <Loading />}
        {/* Who comes for a draw sees it first. */}
        {data !== undefined && drawId !== null && (
          <div ref={found} tabIndex={-1} className="scroll-mt-4 outline-none">
            <DrawCard key={drawId} drawId={drawId} onFind={find} />
          </div>
        )}
        {data !== undefined && <LogCard log={data.log} latest={data.latest} />}
        {data !== undefined && data.log.size > 0 && (
          <>
            <FindDraw key={drawId} drawId={drawId} onFind={find} />
            <Card>
              <h2 className="text-2xl">{m.log_latest()}</h2>
              <RecordList records={data.latest} onFind={find} />
            </Card>
          </>
        )}
      </div>
    </Page>
  );
}

/** A draw that is looked up from further down comes into view, for the keyboard and for screen readers too. */
function useShownWhenFound(drawId: string | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(drawId);
  useEffect(() => {
    if (drawId === shown.current) return;
    shown.current = drawId;
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [drawId]);
  return place;
}

function Loading() {
  return (
    <LoadingShape>
      <Skeleton className="h-72" />
      <Skeleton className="h-40" />
      <Skeleton className="h-96" />
    </LoadingShape>
  );
}
