/**
 * The host console: the host's raffles and everything that is done with them. Signed-out visitors go to /auth; when a
 * session ends meanwhile, its host signs in again in place.
 */
import { lazy, Suspense, useCallback, useState } from 'react';
import type { CurrentUser } from '@glassdrum/contract';
import { LogOut, Settings, UserRound } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { useCurrentUser } from '../../api/current-user.ts';
import { hostCan } from './host-actions.ts';
import { m } from '../../messages/generated/messages.js';
import { ConfirmNote } from '../../api/sign-in/confirm-note.tsx';
import { SignInAgain } from '../../api/sign-in/sign-in-again.tsx';
import { useStayingHost } from '../../api/sign-in/staying-host.ts';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRaffles } from './console-data.ts';
import { ConsoleDialogs, type DialogKind, type OpenDialog } from './console-dialogs.tsx';
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
  if (user === null) return <Redirect to="/auth" replace />;
  if (user === undefined) {
    return (
      <Page title={m.console_title()} width="wide">
        {isError ? <LoadFailed onRetry={() => void refetch()} /> : <ConsoleSkeleton />}
      </Page>
    );
  }
  return <Console user={user} isSignedIn={signedIn !== null} asked={raffles} />;
}

interface ConsoleProps {
  user: CurrentUser;
  /** False once the session has ended. */
  isSignedIn: boolean;
  asked: ReturnType<typeof useRaffles>;
}

function Console({ user, isSignedIn, asked }: ConsoleProps) {
  const { data: raffles, isError, refetch } = asked;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const openDialog = useCallback((kind: DialogKind, raffleId: string) => setDialog({ kind, raffleId }), []);
  useLiveRaffles(isSignedIn);
  const edited = raffles?.find((raffle) => raffle.id === editedId && hostCan(raffle, 'edit')) ?? null;

  return (
    <Page title={m.console_title()} width="wide" actions={<AccountActions user={user} />}>
      <SignInAgain user={user} />
      <h1 className="text-3xl sm:text-4xl">{m.console_title()}</h1>
      <ConfirmNote email={user.email} className="mt-6" />
      {raffles === undefined ? (
        <div className="mt-6">
          {isError ? <LoadFailed onRetry={() => void refetch()} /> : <ConsoleSkeleton />}
        </div>
      ) : (
        <>
          <SummaryCards raffles={raffles} />
          <RafflePanel
            key={edited?.id ?? 'new'}
            edited={edited}
            onEditEnded={() => setEditedId(null)}
            onInviteesLeft={(raffle, left) => {
              setDialog({ kind: 'invitations', raffleId: raffle.id, left });
            }}
          />
          <RaffleGrid raffles={raffles} onEdit={setEditedId} onDialog={openDialog} />
          <ConsoleDialogs raffles={raffles} dialog={dialog} onClose={() => setDialog(null)} />
        </>
      )}
      <ComplianceNote />
    </Page>
  );
}

function AccountActions({ user }: { user: CurrentUser }) {
  const logout = useLogout();
  const [settings, setSettings] = useState(false);
  return (
    <>
      <Link
        href="/account"
        aria-label={m.accounts_account_of({ name: user.name })}
        className={buttonLook('plain', 'px-2! text-ink-soft')}
      >
        <UserRound aria-hidden className="size-5 shrink-0" />
        <span className="max-w-56 truncate max-sm:hidden">{user.name}</span>
      </Link>
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
