/**
 * A workspace for its members, /workspace/:section? (R81): who belongs to it in which role, invitations, and what is set for
 * all of its raffles. Sections are registered in `sections.tsx`. Signed-out visitors go to /auth.
 */
import { useEffect } from 'react';
import type { WorkspaceDetail } from '@glassdrum/contract';
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { Redirect, useParams } from 'wouter';
import { useCurrentUser } from '../../api/current-user.ts';
import { SignInAgain } from '../../api/sign-in/sign-in-again.tsx';
import { useStayingHost } from '../../api/sign-in/staying-host.ts';
import { WorkspaceSwitcher } from '../../api/workspaces/workspace-switcher.tsx';
import { useCurrentWorkspace, useWorkspaces } from '../../api/workspaces/workspaces.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { NothingHere } from '../../ui/nothing-here.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleBadge } from '../../ui/role-badge.tsx';
import { SectionNav } from '../../ui/section-nav.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WORKSPACE_SECTIONS } from './sections.tsx';
import { useWorkspaceDetail } from './workspace-data.ts';

/** Soon after the first section, so that the others open at once. */
const PRELOAD_AFTER_MS = 1000;
/** Others join, and whoever is removed sees it. */
const LOOK_EVERY_MS = 15_000;

export function WorkspacePage() {
  const { section } = useParams<{ section?: string }>();
  const user = useStayingHost(useCurrentUser().data);
  const isKnown = section === undefined || WORKSPACE_SECTIONS.some(({ name }) => name === section);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { section: file } of WORKSPACE_SECTIONS) file.load().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (user === null) return <Redirect to="/auth" replace />;
  if (!isKnown) return <NothingHere />;
  return (
    <Page
      title={m.workspace_title()}
      width="wide"
      actions={
        <LinkButton href="/host" variant="plain" className="max-sm:px-2 max-sm:text-sm">
          {m.accounts_host_console()}
        </LinkButton>
      }
    >
      {user !== undefined && <SignInAgain user={user} />}
      <Loaded section={section} />
    </Page>
  );
}

function Loaded({ section }: { section: string | undefined }) {
  const workspaces = useWorkspaces({ everyMs: LOOK_EVERY_MS });
  const detail = useWorkspaceDetail(useCurrentWorkspace()?.id, LOOK_EVERY_MS);
  if (detail.data !== undefined) return <Sections workspace={detail.data} section={section} />;
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{m.workspace_title()}</h1>
      <div className="mt-6">
        {workspaces.isError || detail.isError ? (
          <Card className="grid justify-items-start gap-4">
            <p role="alert">{m.workspace_load_failed()}</p>
            <Button
              variant="quiet"
              onClick={() => {
                void workspaces.refetch();
                void detail.refetch();
              }}
            >
              {m.workspace_try_again()}
            </Button>
          </Card>
        ) : (
          <LoadingShape>
            <Skeleton className="h-12" />
            <Skeleton className="h-96" />
          </LoadingShape>
        )}
      </div>
    </>
  );
}

interface SectionsProps {
  workspace: WorkspaceDetail;
  /** Undefined at the page's own address. */
  section: string | undefined;
}

function Sections({ workspace, section }: SectionsProps) {
  const shown = WORKSPACE_SECTIONS.filter(({ ability }) => mayInWorkspace(workspace.role, ability));
  const current = shown.find(({ name }) => name === section) ?? shown[0];
  if (current === undefined) return null;
  const { Component } = current.section;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold text-ink-soft">{m.workspace_title()}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="min-w-0 text-3xl wrap-anywhere sm:text-4xl">{workspace.name}</h1>
            <RoleBadge role={workspace.role} isOwn />
          </div>
        </div>
        <WorkspaceSwitcher />
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-5 lg:mt-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:items-start">
        <SectionNav
          label={m.workspace_sections()}
          sections={shown.map(({ name, label }, place) => ({
            name,
            label: label(),
            href: place === 0 ? '/workspace' : `/workspace/${name}`,
          }))}
          current={current.name}
        />
        {/* Of another workspace nothing stays that was typed for this one. */}
        <div key={workspace.id} className="min-w-0">
          <Component workspace={workspace} />
        </div>
      </div>
    </>
  );
}
