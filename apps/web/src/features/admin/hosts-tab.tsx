/** The hosts of the installation: found by name or address, newest first. */
import { useDeferredValue, useState } from 'react';
import type { HostRow, HostsPage } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAdminChange } from './admin-data.ts';
import { countedText } from './amounts.ts';
import { Loading, MoreButton } from './lists.tsx';
import { MailLimitDialog } from './mail-limit-dialog.tsx';

export function HostsTab() {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const list = useInfiniteQuery({
    queryKey: ['/api/admin', 'hosts', wanted],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ search: wanted, ...(pageParam !== null && { after: pageParam }) });
      return call<HostsPage>('GET', `/api/admin/hosts?${query.toString()}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
  const [first] = list.data?.pages ?? [];
  const hosts = list.data?.pages.flatMap((page) => page.hosts);
  return (
    <div className="grid gap-4">
      <Field label={m.admin_search_hosts()} className="max-w-xl">
        <TextInput
          type="search"
          name="search"
          maxLength={LIMITS.email.max}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      {hosts === undefined || first === undefined ? (
        <Loading failed={list.isError} onRetry={() => void list.refetch()} />
      ) : (
        <Hosts hosts={hosts} total={first.total} />
      )}
      {list.hasNextPage && (
        <MoreButton pending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </div>
  );
}

function Hosts({ hosts, total }: { hosts: readonly HostRow[]; total: number }) {
  return (
    <>
      <p role="status" className="text-ink-soft">
        {total === 0 ? m.admin_no_hosts() : countedText(m.admin_hosts_found, total)}
      </p>
      {hosts.length > 0 && (
        <Card className="py-1 sm:py-2">
          <ul className="divide-y divide-line">
            {hosts.map((host) => (
              <Host key={host.id} host={host} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Host({ host }: { host: HostRow }) {
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_19rem] md:items-center xl:grid-cols-[minmax(0,1fr)_19rem_25rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-lg font-semibold wrap-anywhere">{host.name}</span>
          {host.is_operator && <Badge tone="info">{m.admin_is_operator()}</Badge>}
          {host.suspended_at !== null && <Badge tone="danger">{m.admin_suspended()}</Badge>}
          {host.mail.reports > 0 && (
            <Badge tone="warn">{countedText(m.admin_reported, host.mail.reports)}</Badge>
          )}
        </p>
        <p className="mt-0.5 wrap-anywhere text-ink-soft">{host.email}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-ink-soft">{m.admin_host_since()}</dt>
        <dd>
          <DateTime at={host.created_at} />
        </dd>
        <dt className="text-ink-soft">{m.admin_host_last_login()}</dt>
        <dd>{host.last_login_at === null ? m.admin_never() : <DateTime at={host.last_login_at} />}</dd>
        <dd className="col-span-2">
          {countedText(m.admin_host_raffles, host.raffles)} ·{' '}
          {countedText(m.admin_host_sessions, host.sessions)} ·{' '}
          {m.admin_host_mail({
            sent: host.mail.sent_today.toLocaleString(),
            limit: host.mail.limit.toLocaleString(),
          })}
        </dd>
      </dl>
      <Actions host={host} />
    </li>
  );
}

function Actions({ host }: { host: HostRow }) {
  const { id, name } = host;
  const [open, setOpen] = useState<'suspend' | 'mail' | null>(null);
  const change = useAdminChange({
    act: (action: 'suspend' | 'unsuspend' | 'sign-out') => call('POST', `/api/admin/hosts/${id}/${action}`),
    onDone: (_answer, action) => {
      toast({ title: DONE[action]({ name }), tone: 'good' });
      setOpen(null);
    },
  });
  const named = (action: string): string => m.admin_action_of({ action, name });
  return (
    <div className="flex flex-wrap gap-2 md:col-span-2 xl:col-span-1 xl:justify-end">
      <Button variant="quiet" aria-label={named(m.admin_mail_limit())} onClick={() => setOpen('mail')}>
        {m.admin_mail_limit()}
      </Button>
      {host.sessions > 0 && (
        <Button
          variant="quiet"
          aria-label={named(m.admin_sign_out())}
          pending={change.isPending}
          onClick={() => change.mutate('sign-out')}
        >
          {m.admin_sign_out()}
        </Button>
      )}
      {host.suspended_at === null ? (
        <Button variant="quiet" aria-label={named(m.admin_suspend())} onClick={() => setOpen('suspend')}>
          {m.admin_suspend()}
        </Button>
      ) : (
        <Button
          variant="quiet"
          aria-label={named(m.admin_unsuspend())}
          pending={change.isPending}
          onClick={() => change.mutate('unsuspend')}
        >
          {m.admin_unsuspend()}
        </Button>
      )}
      <AlertDialog
        open={open === 'suspend'}
        onOpenChange={() => setOpen(null)}
        title={m.admin_suspend_title({ name })}
        description={<p>{m.admin_suspend_text({ name })}</p>}
        confirmLabel={m.admin_suspend()}
        tone="danger"
        pending={change.isPending}
        onConfirm={() => change.mutate('suspend')}
      />
      {open === 'mail' && <MailLimitDialog host={host} onClose={() => setOpen(null)} />}
    </div>
  );
}

const DONE = {
  suspend: m.admin_suspended_done,
  unsuspend: m.admin_unsuspended_done,
  'sign-out': m.admin_signed_out_done,
} as const;
