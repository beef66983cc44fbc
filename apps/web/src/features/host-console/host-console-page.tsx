/**
 * The host console: the host's raffles and everything that is done with them. Signed-out visitors go to /auth; when a
 * session ends meanwhile, its host signs in again in place.
 */
import { lazy, Suspense, useCallback, useState } from 'react';
import type { CurrentUser, HostRaffle, Workspace } from '@glassdrum/contract';
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { LogOut, Settings } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { useCurrentUser } from '../../api/current-user.ts';
import { m } from '../../messages/generated/messages.js';
import { ConfirmNote } from '../../api/sign-in/confirm-note.tsx';
import { destination } from '../../api/sign-in/after-sign-in.ts';
import { SignInAgain } from '../../api/sign-in/sign-in-again.tsx';
import { useStayingHost } from '../../api/sign-in/staying-host.ts';
import { WorkspaceSwitcher } from '../../api/workspaces/workspace-switcher.tsx';
import { useCurrentWorkspace, useWorkspaces } from '../../api/workspaces/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleBadge } from '../../ui/role-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useRaffles } from './console-data.ts';
import { ConsoleDialogs, type DialogKind, type OpenDialog } from './console-dialogs.tsx';
import { hostCan } from './host-actions.ts';
import { LoadFailed } from './load-failed.tsx';
import { RaffleGrid } from './cards/raffle-grid.tsx';
import { RafflePanel } from './form/raffle-panel.tsx';
import { SummaryCards } from './cards/summary-cards.tsx';
import { useLiveRaffles } from './use-live-raffles.ts';
import { useLogout } from './use-logout.ts';

const SettingsDialog = lazy(async () => {
  const { SettingsDialog: dialog } = await import('./settings/settings-dialog.tsx');
  return { default: dialog };
});

export function HostConsolePage() {
  const { data: signedIn, isError, refetch } = useCurrentUser();
  const user = useStayingHost(signedIn);
  // Asked together with who it is, not after.
  const raffles = useRaffles({ enabled: user !== null });
  const workspaces = useWorkspaces({ enabled: user !== null });
  const elsewhere = destination();
  if (user === null) return <Redirect to="/auth" replace />;
  // R81: back to the invitation that had to wait for the sign-in.
  if (elsewhere !== null) return <Redirect to={elsewhere} replace />;
  if (user === undefined) {
    return (
      <Page title={m.console_title()} width="wide">
        {isError ? <LoadFailed onRetry={() => void refetch()} /> : <ConsoleSkeleton />}
      </Page>
    );
  }
  const failed = [raffles, workspaces].filter((query) => query.isError);
  return (
    <Console
      user={user}
      isSignedIn={signedIn !== null}
      raffles={raffles.data}
      onRetry={failed.length === 0 ? null : () => failed.forEach((query) => void query.refetch())}
    />
  );
}

interface ConsoleProps {
  user: CurrentUser;
  /** False once the session has ended. */
  isSignedIn: boolean;
  raffles: readonly HostRaffle[] | undefined;
  /** Null while nothing failed. */
  onRetry: (() => void) | null;
}

function Console({ user, isSignedIn, raffles, onRetry }: ConsoleProps) {
  const workspace = useCurrentWorkspace();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const openDialog = useCallback((kind: DialogKind, raffleId: string) => setDialog({ kind, raffleId }), []);
  useLiveRaffles(isSignedIn);
  const edited = raffles?.find((raffle) => raffle.id === editedId && hostCan(raffle, 'edit')) ?? null;

  return (
    <Page title={m.console_title()} width="wide" actions={<AccountActions user={user} />}>
      <SignInAgain user={user} />
      <ConsoleHead workspace={workspace} />
      <ConfirmNote email={user.email} className="mt-6" />
      {raffles === undefined || workspace === undefined ? (
        <div className="mt-6">
          {onRetry === null ? <ConsoleSkeleton /> : <LoadFailed onRetry={onRetry} />}
        </div>
      ) : (
        <>
          <SummaryCards raffles={raffles} />
          {mayInWorkspace(workspace.role, 'create_raffle') && (
            <RafflePanel
              key={edited?.id ?? 'new'}
              edited={edited}
              onEditEnded={() => setEditedId(null)}
              onInviteesLeft={(raffle, left) => {
                setDialog({ kind: 'invitations', raffleId: raffle.id, left });
              }}
            />
          )}
          <RaffleGrid raffles={raffles} onEdit={setEditedId} onDialog={openDialog} />
          <ConsoleDialogs raffles={raffles} dialog={dialog} onClose={() => setDialog(null)} />
        </>
      )}
      <ComplianceNote />
    </Page>
  );
}

/** Someone who works alone has one role in one workspace, and needs to read of neither (R81). */
function ConsoleHead({ workspace }: { workspace: Workspace | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl sm:text-4xl">{m.console_title()}</h1>
        {workspace !== undefined && workspace.members > 1 && <RoleBadge role={workspace.role} isOwn />}
      </div>
      <WorkspaceSwitcher />
    </div>
  );
}

function AccountActions({ user }: { user: CurrentUser }) {
  const logout = useLogout();
  const [settings, setSettings] = useState(false);
  return (
    <>
      <AccountMenu user={user} />
      <Button
        variant="plain"
        className="px-2! sm:px-3!"
        aria-label={m.console_settings()}
        onClick={() => setSettings(true)}
      >
        <Settings aria-hidden className="size-5" />
        <span className="max-sm:hidden">{m.console_settings()}</span>
      </Button>
      {settings && (
        <Suspense fallback={null}>
          <SettingsDialog onClose={() => setSettings(false)} />
        </Suspense>
      )}
      <Button
        variant="plain"
        className="px-2! sm:px-3!"
        aria-label={m.console_logout()}
        pending={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <LogOut aria-hidden className="size-5" />
        <span className="max-sm:hidden">{m.console_logout()}</span>
      </Button>
    </>
  );
}

function ComplianceNote() {
  return (
    <p className="mt-12 border-t border-line pt-6 text-sm text-ink-soft">
      {m.console_compliance()}{' '}
      <Link href="/legal" className="font-semibold text-ink underline underline-offset-4">
        {m.console_compliance_link()}
      </Link>
    </p>
  );
}

function ConsoleSkeleton() {
  return (
    <LoadingShape className="mt-6">
      <Skeleton className="h-28" />
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </LoadingShape>
  );
}
