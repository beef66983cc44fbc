/** M6: security events, newest first, and all of them as a file. */
import { useState } from 'react';
import type { SecurityEvent, SecurityEventKind, SecurityEventsPage } from '@glassdrum/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { EVENT_TEXTS } from './event-texts.ts';
import { Loading, MoreButton } from './lists.tsx';

const KINDS = Object.keys(EVENT_TEXTS) as SecurityEventKind[];

export function EventsTab() {
  const [kind, setKind] = useState('');
  const list = useInfiniteQuery({
    queryKey: ['/api/admin', 'events', kind],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        ...(kind !== '' && { kind }),
        ...(pageParam !== null && { after: pageParam }),
      });
      return call<SecurityEventsPage>('GET', `/api/admin/events?${query.toString()}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  });
  const events = list.data?.pages.flatMap((page) => page.events);
  return (
    <div className="grid gap-4">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-between">
        <Field label={m.admin_events_kind()}>
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">{m.admin_events_all()}</option>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {EVENT_TEXTS[one]()}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex flex-wrap gap-3">
          <FileLink href="/api/admin/events/export" label={m.admin_events_csv()} />
          <FileLink href="/api/admin/events/export?format=jsonl" label={m.admin_events_jsonl()} />
        </div>
      </div>
      <p className="text-ink-soft">{m.admin_events_text()}</p>
      {events === undefined ? (
        <Loading failed={list.isError} onRetry={() => void list.refetch()} />
      ) : (
        <Events events={events} />
      )}
      {list.hasNextPage && (
        <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </div>
  );
}

/** A plain link, so that the browser saves the file while it comes. */
function FileLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} download className={buttonLook('quiet')}>
      <Download aria-hidden className="size-4.5 shrink-0" />
      {label}
    </a>
  );
}

function Events({ events }: { events: readonly SecurityEvent[] }) {
  if (events.length === 0) return <p>{m.admin_no_events()}</p>;
  return (
    <Card className="py-1 sm:py-2">
      <ol className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[14rem_minmax(0,1fr)_auto]">
            <DateTime at={event.last_at} className="text-sm text-ink-soft tabular-nums sm:pt-0.5" />
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{EVENT_TEXTS[event.kind]()}</span>
                {event.count > 1 && (
                  <span className="ml-2 text-ink-soft">
                    {m.admin_event_times({ count: event.count.toLocaleString() })}
                  </span>
                )}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {[
                  event.host?.name,
                  event.by === null ? null : m.admin_event_by({ name: event.by.name }),
                  event.network === null ? null : m.admin_event_network({ network: event.network }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {event.reason !== null && (
              <code className="max-w-sm text-sm wrap-anywhere text-ink-soft sm:text-right">
                {event.reason}
              </code>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
