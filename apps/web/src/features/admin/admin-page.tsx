/** The operator's page (R82): hosts, sign-up, health, security events. For everybody else there is no such page. */
import type { OperatorOverview } from '@glassdrum/contract';
import { CallFailed } from '../../api/call.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { m } from '../../messages/generated/messages.js';
import { SignInAgain } from '../../api/sign-in/sign-in-again.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { NothingHere } from '../../ui/nothing-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAdmin } from './admin-data.ts';
import { EventsTab } from './events-tab.tsx';
import { HostsTab } from './hosts-tab.tsx';
import { LoadFailed } from './load-failed.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SignUpTab } from './sign-up-tab.tsx';

const LOOK_EVERY_MS = 15_000;

export function AdminPage() {
  const {
    data: overview,
    error,
    refetch,
  } = useAdmin<OperatorOverview>('overview', {
    everyMs: LOOK_EVERY_MS,
  });
  const { data: user } = useCurrentUser();
  if (overview === undefined && error instanceof CallFailed && error.status === 404) return <NothingHere />;
  return (
    <Page
      title={m.admin_title()}
      width="wide"
      actions={
        <LinkButton href="/host" variant="plain" className="max-sm:px-2 max-sm:text-sm">
          {m.admin_console()}
        </LinkButton>
      }
    >
      {user && <SignInAgain user={user} />}
      <h1 className="text-3xl sm:text-4xl">{m.admin_title()}</h1>
      {overview === undefined ? (
        <div className="mt-6">
          {error === null ? <Shape /> : <LoadFailed onRetry={() => void refetch()} />}
        </div>
      ) : (
        <>
          <p className="mt-1 mb-6 text-ink-soft">{m.admin_subtitle({ version: overview.version })}</p>
          <Tabs
            label={m.admin_sections()}
            tabs={[
              {
                value: 'overview',
                label: m.admin_overview(),
                content: <OverviewTab overview={overview} />,
              },
              { value: 'hosts', label: m.admin_hosts(), content: <HostsTab /> },
              { value: 'sign-up', label: m.admin_sign_up(), content: <SignUpTab /> },
              { value: 'events', label: m.admin_events(), content: <EventsTab /> },
            ]}
          />
        </>
      )}
    </Page>
  );
}

function Shape() {
  return (
    <LoadingShape>
      <Skeleton className="h-14" />
      <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-28" />
        ))}
      </div>
      <Skeleton className="mt-4 h-72" />
    </LoadingShape>
  );
}
