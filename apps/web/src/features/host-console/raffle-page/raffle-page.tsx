/**
 * A raffle's own page for its host, /host/raffles/:id/:section? (R60): where it stands and what comes next, its prizes, its
 * people, its paper tickets, its draws and their winners, its messages and its settings. It lives on the console's list of raffles and on its connection.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CurrentUser, HostRaffle } from '@glassdrum/contract';
import { ArrowLeft } from 'lucide-react';
import { Link, Redirect, useParams } from 'wouter';
import { useCurrentUser } from '../../../api/current-user.ts';
import { SignInAgain } from '../../../api/sign-in/sign-in-again.tsx';
import { useStayingHost } from '../../../api/sign-in/staying-host.ts';
import { m } from '../../../messages/generated/messages.js';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { LoadingShape } from '../../../ui/loading-shape.tsx';
import { NothingHere } from '../../../ui/nothing-here.tsx';
import { Page } from '../../../ui/page.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { SectionNav } from '../../../ui/section-nav.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { DrawingBadge } from '../cards/drawing-badge.tsx';
import { useRaffles } from '../console-data.ts';
import { ConsoleDialogs, type DialogKind } from '../console-dialogs.tsx';
import { EndingNews } from '../cards/ending-news.tsx';
import { hostCan, rafflePhase } from '../host-actions.ts';
import { LoadFailed } from '../load-failed.tsx';
import { useLiveRaffles } from '../use-live-raffles.ts';
import { useRaffleWorkspace } from './use-raffle-workspace.ts';
import { OverviewSection } from './overview/overview-section.tsx';
import { sectionAt, type SectionName, sectionPath, SECTIONS, sectionsFor } from './sections.ts';

interface SectionProps {
  raffle: HostRaffle;
}

const PrizesSection = lazyWithPreload<SectionProps>(
  async () => (await import('./prizes/prizes-section.tsx')).PrizesSection,
  <SectionSkeleton />,
);
const PeopleSection = lazyWithPreload<SectionProps>(
  async () => (await import('./people/people-section.tsx')).PeopleSection,
  <SectionSkeleton />,
);
const PaperSection = lazyWithPreload<SectionProps>(
  async () => (await import('./paper/paper-section.tsx')).PaperSection,
  <SectionSkeleton />,
);
const DrawsSection = lazyWithPreload<SectionProps & Pick<SectionActions, 'onDialog'>>(
  async () => (await import('./draws/draws-section.tsx')).DrawsSection,
  <SectionSkeleton />,
);
const WinnersSection = lazyWithPreload<SectionProps>(
  async () => (await import('./winners/winners-section.tsx')).WinnersSection,
  <SectionSkeleton />,
);
const MessagesSection = lazyWithPreload<SectionProps>(
  async () => (await import('./messages/messages-section.tsx')).MessagesSection,
  <SectionSkeleton />,
);
const SettingsSection = lazyWithPreload<SectionProps & Pick<SectionActions, 'onDialog'>>(
  async () => (await import('./settings/settings-section.tsx')).SettingsSection,
  <SectionSkeleton />,
);
const RemoteView = lazyWithPreload<SectionProps & Pick<SectionActions, 'onDialog'>>(
  async () => (await import('../remote/remote-view.tsx')).RemoteView,
  <SectionSkeleton />,
);
const RafflePanel = lazyWithPreload(
  async () => (await import('../form/raffle-panel.tsx')).RafflePanel,
  <SectionSkeleton />,
);

const PRELOADED = [
  PrizesSection,
  PeopleSection,
  PaperSection,
  DrawsSection,
  WinnersSection,
  MessagesSection,
  SettingsSection,
  RemoteView,
];

/** Soon after the overview, so that a section opens at once, also in a hall whose network comes and goes. */
const PRELOAD_AFTER_MS = 1000;

export function RafflePage() {
  const { id, section: address } = useParams<{ id: string; section?: string }>();
  const { data: signedIn, isError, refetch } = useCurrentUser();
  const user = useStayingHost(signedIn);
  const raffles = useRaffles({ enabled: user !== null });
  const section = sectionAt(address);
  usePreloadedSections();
  if (user === null) return <Redirect to="/auth" replace />;
  if (section === null) return <NothingHere />;
  if (user === undefined) {
    return (
      <Page title={m.console_title()} width="wide">
        {isError ? <LoadFailed onRetry={() => void refetch()} /> : <PageSkeleton />}
      </Page>
    );
  }
  return (
    <RaffleOfHost
      raffleId={id}
      section={section}
      user={user}
      isSignedIn={signedIn !== null}
      fetched={raffles}
    />
  );
}

function usePreloadedSections(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { load } of PRELOADED) load().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

interface RaffleOfHostProps {
  raffleId: string;
  section: SectionName;
  user: CurrentUser;
  /** False once the session has ended. */
  isSignedIn: boolean;
  fetched: ReturnType<typeof useRaffles>;
}

function RaffleOfHost({ raffleId, section, user, isSignedIn, fetched }: RaffleOfHostProps) {
  const { data: raffles, isError, isFetchedAfterMount, refetch } = fetched;
  const [wasThere, setWasThere] = useState(false);
  useLiveRaffles(isSignedIn);
  const raffle = raffles?.find(({ id }) => id === raffleId);
  if (raffle !== undefined && !wasThere) setWasThere(true);
  // A list from before this raffle was made says nothing.
  const isMissing = !wasThere && raffle === undefined && raffles !== undefined && isFetchedAfterMount;
  const isNowhere = useRaffleWorkspace(raffleId, isMissing);

  if (raffle !== undefined) {
    // Of a role that does not see it, the section is not there.
    if (!sectionsFor(raffle).some(({ section: one }) => one === section)) return <NothingHere />;
    return (
      <Page title={pageTitle(raffle, section)} width="wide">
        <SignInAgain user={user} />
        <RaffleHead raffle={raffle} />
        <Sections key={raffle.id} raffle={raffle} section={section} />
      </Page>
    );
  }
  // Deleted or erased while it was shown.
  if (wasThere) return <Redirect to="/host" replace />;
  if (isNowhere && !isError) return <NothingHere />;
  return (
    <Page title={m.console_title()} width="wide">
      <SignInAgain user={user} />
      {isError ? <LoadFailed onRetry={() => void refetch()} /> : <PageSkeleton />}
    </Page>
  );
}

function pageTitle({ title }: HostRaffle, section: SectionName): string {
  const shown = SECTIONS.find((one) => one.section === section);
  return shown === undefined || shown === SECTIONS[0] ? title : `${shown.label()} · ${title}`;
}

function RaffleHead({ raffle }: { raffle: HostRaffle }) {
  return (
    <header>
      <Link
        href="/host"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-xl px-3 font-semibold text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5 shrink-0" />
        {m.console_title()}
      </Link>
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl wrap-anywhere sm:text-3xl">{raffle.title}</h1>
        {rafflePhase(raffle) === 'drawing' ? (
          <DrawingBadge raffleId={raffle.id} />
        ) : (
          <StatusBadge status={raffle.cancelled === null ? raffle.status : 'cancelled'} />
        )}
        {raffle.role !== 'owner' && <RoleBadge role={raffle.role} isOwn />}
      </div>
    </header>
  );
}

/** The list of sections, the one that is shown, and what opens above it. */
function Sections({ raffle, section }: { raffle: HostRaffle; section: SectionName }) {
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const [isEditing, setEditing] = useState(false);
  useTopOfSection(section);
  return (
    <div className="mt-4 grid gap-x-8 gap-y-5 lg:mt-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:items-start">
      <SectionNav
        label={m.raffle_sections()}
        sections={sectionsFor(raffle).map(({ section: name, label }) => ({
          name,
          label: label(),
          href: sectionPath(raffle.id, name),
        }))}
        current={section}
      />
      <div className="min-w-0">
        {isEditing && hostCan(raffle, 'edit') && (
          <div className="-mt-6 mb-6">
            <RafflePanel.Component
              edited={raffle}
              onEditEnded={() => setEditing(false)}
              onInviteesLeft={() => undefined}
            />
          </div>
        )}
        <div className="-mt-3 mb-5 empty:hidden">
          <EndingNews raffle={raffle} onDialog={setDialog} />
        </div>
        {shownSection(section, raffle, {
          onEdit: () => setEditing(true),
          onDialog: setDialog,
        })}
      </div>
      <ConsoleDialogs
        raffles={[raffle]}
        dialog={dialog === null ? null : { kind: dialog, raffleId: raffle.id }}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

interface SectionActions {
  onEdit: () => void;
  onDialog: (kind: DialogKind) => void;
}

function shownSection(section: SectionName, raffle: HostRaffle, actions: SectionActions): ReactNode {
  switch (section) {
    case 'overview':
      return <OverviewSection raffle={raffle} {...actions} />;
    case 'prizes':
      return <PrizesSection.Component raffle={raffle} />;
    case 'people':
      return <PeopleSection.Component raffle={raffle} />;
    case 'paper':
      return <PaperSection.Component raffle={raffle} />;
    case 'draws':
      return <DrawsSection.Component raffle={raffle} onDialog={actions.onDialog} />;
    case 'winners':
      return <WinnersSection.Component raffle={raffle} />;
    case 'messages':
      return <MessagesSection.Component raffle={raffle} />;
    case 'settings':
      return <SettingsSection.Component raffle={raffle} onDialog={actions.onDialog} />;
    case 'remote':
      return <RemoteView.Component raffle={raffle} onDialog={actions.onDialog} />;
  }
}

/** Another section begins at its top. */
function useTopOfSection(section: SectionName): void {
  const shown = useRef(section);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    window.scrollTo(0, 0);
  }, [section]);
}

function PageSkeleton() {
  return (
    <LoadingShape className="mt-2">
      <Skeleton className="h-16 max-w-xl" />
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </LoadingShape>
  );
}

function SectionSkeleton() {
  return (
    <LoadingShape>
      <Skeleton className="h-10 max-w-60" />
      <Skeleton className="h-96" />
    </LoadingShape>
  );
}
