/**
 * The page behind an invitation to a workspace (R81): who invites to what, in which role; then signing in, and accepting. Mail
 * scanners open links, so opening does nothing yet. The token is in the fragment, which browsers send nowhere.
 */
import { useEffect, useState } from 'react';
import type { CurrentUser, Workspace, WorkspaceInvitationInfo } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useLocation } from 'wouter';
import { call, type CallFailed, sentenceOf } from '../../../api/call.ts';
import { CURRENT_USER, useCurrentUser } from '../../../api/current-user.ts';
import { forgetDestination, rememberDestination } from '../../../api/sign-in/after-sign-in.ts';
import { useShowJoined } from '../../../api/workspaces/workspaces.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { LoadingShape } from '../../../ui/loading-shape.tsx';
import { Page } from '../../../ui/page.tsx';
import { roleName, roleText } from '../../../ui/role-texts.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange } from '../workspace-data.ts';

const INVITATIONS = '/api/workspace-invitations';

export function WorkspaceInvitationPage() {
  const token = useToken();
  const { data: user, isPending } = useCurrentUser();
  const info = useQuery<WorkspaceInvitationInfo, CallFailed>({
    // Somebody else who signs in may be a member already.
    queryKey: [INVITATIONS, token, user?.id],
    enabled: token !== '' && !isPending,
    queryFn: () => call<WorkspaceInvitationInfo>('POST', `${INVITATIONS}/look`, { token }),
    gcTime: 0,
  });
  const problem = token === '' ? m.workspace_join_no_token() : problemOf(info.error);
  return (
    <Page title={m.workspace_join_title()} width="narrow">
      {problem !== null && (
        <Card className="grid justify-items-start gap-5 sm:p-8">
          <h1 className="text-3xl">{m.workspace_join_invalid()}</h1>
          <p role="alert">{problem}</p>
          {info.error?.status === 0 ? (
            <Button onClick={() => void info.refetch()}>{m.workspace_try_again()}</Button>
          ) : (
            <LinkButton href={user ? '/host' : '/'}>
              {user ? m.accounts_host_console() : m.workspace_join_home()}
            </LinkButton>
          )}
        </Card>
      )}
      {problem === null && info.data === undefined && (
        <LoadingShape>
          <Skeleton className="h-80" />
        </LoadingShape>
      )}
      {problem === null && info.data !== undefined && (
        <Invitation token={token} info={info.data} user={user ?? null} />
      )}
    </Page>
  );
}

function problemOf(error: CallFailed | null): string | null {
  return error === null ? null : sentenceOf(error, m.workspace_join_failed());
}

/** Leaves the address as soon as it is read. */
function useToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    forgetDestination();
    if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname);
  }, []);
  return token;
}

interface InvitationProps {
  token: string;
  info: WorkspaceInvitationInfo;
  user: CurrentUser | null;
}

function Invitation({ token, info, user }: InvitationProps) {
  const { workspace, role, invited_by: by, expires_at: end, your_role: own } = info;
  return (
    <Card className="grid gap-5 sm:p-8">
      <UsersRound aria-hidden className="size-12 text-brand" strokeWidth={1.5} />
      <div>
        <p className="text-ink-soft wrap-anywhere">
          {by === null ? m.workspace_join_invited() : m.workspace_join_invited_by({ name: by })}
        </p>
        <h1 className="text-3xl wrap-anywhere">{workspace.name}</h1>
      </div>
      {own === null ? (
        <>
          <div className="rounded-2xl bg-sunken px-5 py-4">
            <p className="font-semibold">{m.workspace_your_role({ role: roleName(role) })}</p>
            <p className="text-ink-soft">{roleText(role)}</p>
          </div>
          {user === null ? <SignInFirst token={token} /> : <Accept token={token} user={user} />}
          <p className="text-sm text-ink-soft">
            {m.workspace_join_until()} <DateTime at={end} />
          </p>
        </>
      ) : (
        <>
          <p role="status">{m.workspace_join_already({ role: roleName(own) })}</p>
          <LinkButton href="/host" className="justify-self-start">
            {m.accounts_host_console()}
          </LinkButton>
        </>
      )}
    </Card>
  );
}

function SignInFirst({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const go = (address: string): void => {
    rememberDestination(`/workspace-invitation#${token}`);
    navigate(address);
  };
  return (
    <div className="grid gap-3">
      <p>{m.workspace_join_sign_in_first()}</p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button onClick={() => go('/auth')}>{m.accounts_sign_in()}</Button>
        <Button variant="quiet" onClick={() => go('/auth?tab=sign-up')}>
          {m.accounts_create()}
        </Button>
      </div>
    </div>
  );
}

function Accept({ token, user }: { token: string; user: CurrentUser }) {
  const queryClient = useQueryClient();
  const show = useShowJoined();
  const [, navigate] = useLocation();
  const accept = useWorkspaceChange({
    act: () => call<Workspace>('POST', `${INVITATIONS}/accept`, { token }),
    onDone: (joined) => {
      toast({ title: m.workspace_joined_toast({ workspace: joined.name }), tone: 'good' });
      show(joined);
      navigate('/host');
    },
  });
  const leave = useWorkspaceChange({
    act: () => call('POST', '/api/auth/logout'),
    onDone: () => queryClient.setQueryData(CURRENT_USER, null),
  });
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">{m.workspace_join_as({ name: user.name, email: user.email })}</p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button pending={accept.isPending} onClick={() => accept.mutate()}>
          {m.workspace_join_accept()}
        </Button>
        <Button variant="quiet" pending={leave.isPending} onClick={() => leave.mutate()}>
          {m.workspace_join_other()}
        </Button>
      </div>
    </div>
  );
}
