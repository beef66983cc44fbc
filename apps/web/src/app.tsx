/** The app's frame: which address shows which page, and what every page can rely on. */
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Router, Switch, useLocation } from 'wouter';
import type { FirstViewData } from './api/first-view-data.ts';
import { OfflineBar } from './api/offline-bar.tsx';
import { TestBeaconRibbon } from './api/test-beacon-ribbon.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { m } from './messages/generated/messages.js';
import { ApprovalHost } from './participation/continue/approval-host.tsx';
import { lazyWithPreload } from './ui/lazy-with-preload.tsx';
import { Later, whenIdle } from './ui/later.tsx';
import { FirstViewTime } from './ui/on-device.ts';
import { PageNotices } from './ui/page.tsx';
import { Toaster } from './ui/toast.tsx';

const pageFile = (fetchPage: () => Promise<ComponentType>) => lazyWithPreload(fetchPage, <Arriving />);

// Every page is a file of its own, so that a participant's phone never loads the host console.
const LandingPage = pageFile(async () => (await import('./features/landing/landing-page.tsx')).LandingPage);
const LegalPage = pageFile(async () => (await import('./features/legal/legal-page.tsx')).LegalPage);
const AuthPage = pageFile(async () => (await import('./features/accounts/auth-page.tsx')).AuthPage);
const ForgotPage = pageFile(async () => (await import('./features/accounts/forgot-page.tsx')).ForgotPage);
const ResetPage = pageFile(async () => (await import('./features/accounts/reset-page.tsx')).ResetPage);
const ConfirmPage = pageFile(async () => (await import('./features/accounts/confirm-page.tsx')).ConfirmPage);
const CallbackPage = pageFile(
  async () => (await import('./features/accounts/callback-page.tsx')).CallbackPage,
);
const SignedInPage = pageFile(
  async () => (await import('./features/accounts/signed-in-page.tsx')).SignedInPage,
);
const LinkPage = pageFile(async () => (await import('./features/accounts/link-page.tsx')).LinkPage);
const hostPages = () => import('./host-pages.ts');
const AccountPage = pageFile(async () => (await hostPages()).loadAccountPage());
const AdminPage = pageFile(async () => (await hostPages()).loadAdminPage());
const WorkspacePage = pageFile(async () => (await hostPages()).loadWorkspacePage());
const WorkspaceInvitationPage = pageFile(async () => (await hostPages()).loadWorkspaceInvitationPage());
const HostConsolePage = pageFile(async () => (await hostPages()).loadHostConsolePage());
const RafflePage = pageFile(async () => (await hostPages()).loadRafflePage());
const InvitationPage = pageFile(
  async () => (await import('./features/joining/invitation-page.tsx')).InvitationPage,
);
const ContinuePage = pageFile(
  async () => (await import('./features/joining/continue-page.tsx')).ContinuePage,
);
const PublicJoinPage = pageFile(
  async () => (await import('./features/joining/public-join-page.tsx')).PublicJoinPage,
);
const JoinCodePage = pageFile(
  async () => (await import('./features/joining/join-code-page.tsx')).JoinCodePage,
);
const TicketPage = pageFile(async () => (await import('./features/joining/ticket-page.tsx')).TicketPage);
const HerePage = pageFile(async () => (await import('./features/joining/here-page.tsx')).HerePage);
const LiveDrawPage = pageFile(
  async () => (await import('./features/live-draw/live-draw-page.tsx')).LiveDrawPage,
);
const StagePage = pageFile(async () => (await import('./features/stage/stage-page.tsx')).StagePage);
const ResultsPage = pageFile(async () => (await import('./features/results/results-page.tsx')).ResultsPage);
const RulesPage = pageFile(async () => (await import('./features/rules/rules-page.tsx')).RulesPage);
const VerifyPage = pageFile(async () => (await import('./features/verify-file/verify-page.tsx')).VerifyPage);
const UnsubscribePage = pageFile(
  async () => (await import('./features/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
);
const LogPage = pageFile(async () => (await import('./features/log/log-page.tsx')).LogPage);
const DeskPage = pageFile(async () => (await import('./features/desk/desk-page.tsx')).DeskPage);
const NotFoundPage = pageFile(async () => (await import('./ui/nothing-here.tsx')).NothingHere);

/** The design system's pieces, for developers; a build for people has no such page. */
const GalleryPage = import.meta.env.DEV
  ? pageFile(async () => (await import('./features/ui-gallery/gallery-page.tsx')).GalleryPage)
  : null;

const IconTooltips = lazy(() =>
  import('./ui/icon-tooltips.ts').then(
    ({ IconTooltips: tooltips }) => ({ default: tooltips }),
    () => ({ default: () => null }),
  ),
);

const notices = (
  <>
    <OfflineBar />
    <TestBeaconRibbon />
  </>
);

interface AppProps {
  queries: QueryClient;
  /** What came with the page, or is rendered for it. */
  firstView?: FirstViewData;
  /** On the server, which has no address bar. */
  address?: { path: string; search: string };
}

export function App({ queries, firstView, address }: AppProps) {
  return (
    <Router {...(address !== undefined && { ssrPath: address.path, ssrSearch: address.search })}>
      <FirstViewTime value={firstView?.now ?? 0}>
        <QueryClientProvider client={queries}>
          {/* A part of its own is hydrated in pieces: nothing that a finger does waits for the whole page. */}
          <Suspense fallback={<Arriving />}>
            <PageNotices value={notices}>
              <Pages />
            </PageNotices>
            <Later>
              <IconTooltips />
            </Later>
            <Ready />
          </Suspense>
          <ApprovalHost />
          <Toaster />
        </QueryClientProvider>
      </FirstViewTime>
    </Router>
  );
}

/** Says that the page listens: what was typed and pressed before waits for it (public/theme.js). */
function Ready() {
  // Before anything is rendered anew.
  useLayoutEffect(() => void document.dispatchEvent(new Event('app-ready')), []);
  return null;
}

/** The pages with a first view, by how their addresses begin. */
const FIRST_VIEWS = [
  { path: /^\/$/, page: LandingPage },
  { path: /^\/legal$/, page: LegalPage },
  { path: /^\/auth$/, page: AuthPage },
  { path: /^\/r\//, page: InvitationPage },
  { path: /^\/join\//, page: PublicJoinPage },
  { path: /^\/draw\//, page: LiveDrawPage },
  { path: /^\/results\//, page: ResultsPage },
];

/** Loads the file of a page with a first view: it is rendered at once or not at all. @param address its path */
export async function loadPageOf(address: string): Promise<void> {
  await FIRST_VIEWS.find(({ path }) => path.test(address))?.page.load();
}

/** The desk's policy allows what no other page may (M3), and a document keeps the policy that it was loaded with. */
const isDesk = (path: string): boolean => path.startsWith('/desk/');
const isDeskLoaded = typeof window !== 'undefined' && isDesk(window.location.pathname);

/** Long after the page itself is there, and before a password is. */
const TYPING_MS = 3000;

function Pages() {
  const [path] = useLocation();
  const isOtherPolicy = isDesk(path) !== isDeskLoaded;
  useEffect(() => {
    // A link or "back" led here without a load.
    if (isOtherPolicy) window.location.reload();
  }, [isOtherPolicy]);
  useEffect(() => {
    // Who waits for a draw gets its page now: at the start everybody would ask for it at once, and be late.
    if (/^\/(r|join)\//.test(path)) return whenIdle(() => void LiveDrawPage.load().catch(() => undefined));
    if (path !== '/auth') return;
    // And a host who types a password gets the console meanwhile.
    const timer = setTimeout(() => void HostConsolePage.load().catch(() => undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [path]);
  if (isOtherPolicy) return <Arriving />;
  return (
    // Another page is another attempt: an error of one does not stick to the next.
    <ErrorBoundary key={pageOf(path)}>
      <Switch>
        <Route path="/" component={LandingPage.Component} />
        <Route path="/legal" component={LegalPage.Component} />
        <Route path="/auth" component={AuthPage.Component} />
        <Route path="/auth/forgot" component={ForgotPage.Component} />
        <Route path="/auth/reset" component={ResetPage.Component} />
        <Route path="/auth/confirm" component={ConfirmPage.Component} />
        <Route path="/auth/callback" component={CallbackPage.Component} />
        <Route path="/auth/signed-in" component={SignedInPage.Component} />
        <Route path="/auth/link" component={LinkPage.Component} />
        <Route path="/account" component={AccountPage.Component} />
        <Route path="/admin" component={AdminPage.Component} />
        <Route path="/workspace/:section?" component={WorkspacePage.Component} />
        <Route path="/workspace-invitation" component={WorkspaceInvitationPage.Component} />
        <Route path="/host" component={HostConsolePage.Component} />
        <Route path="/host/raffles/:id/:section?" component={RafflePage.Component} />
        <Route path="/r/:token" component={InvitationPage.Component} />
        <Route path="/continue" component={ContinuePage.Component} />
        <Route path="/join/:publicLink" component={PublicJoinPage.Component} />
        <Route path="/j/:code" component={JoinCodePage.Component} />
        <Route path="/ticket/:token" component={TicketPage.Component} />
        <Route path="/here/:raffleId" component={HerePage.Component} />
        <Route path="/draw/:raffleId" component={LiveDrawPage.Component} />
        <Route path="/stage/:raffleId" component={StagePage.Component} />
        <Route path="/results/:raffleId" component={ResultsPage.Component} />
        <Route path="/desk/:raffleId" component={DeskPage.Component} />
        <Route path="/rules/:raffleId" component={RulesPage.Component} />
        <Route path="/verify" component={VerifyPage.Component} />
        <Route path="/unsubscribe/:token" component={UnsubscribePage.Component} />
        <Route path="/log" component={LogPage.Component} />
        {GalleryPage !== null && <Route path="/ui" component={GalleryPage.Component} />}
        <Route component={NotFoundPage.Component} />
      </Switch>
    </ErrorBoundary>
  );
}

/** The sections of a raffle, and of a workspace, are one page: what it holds stays when somebody goes from one to the other. */
function pageOf(path: string): string {
  return path.replace(/^(\/host\/raffles\/[^/]+|\/workspace)\/.*$/u, '$1');
}

/** While a page's file is on its way. */
function Arriving() {
  return (
    <div className="min-h-dvh" aria-busy>
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
    </div>
  );
}
