/** The app's frame: which address shows which page (seed §2), and what every page can rely on. */
import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch, useLocation } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { m } from './messages/generated/messages.js';
import { ApprovalHost } from './participation/continue/approval-host.tsx';
import { Toaster } from './ui/toast.tsx';

// Every page is a file of its own, so that a participant's phone never loads the host console.
const LandingPage = lazy(async () => {
  const { LandingPage: page } = await import('./features/landing/landing-page.tsx');
  return { default: page };
});
const LegalPage = lazy(async () => {
  const { LegalPage: page } = await import('./features/legal/legal-page.tsx');
  return { default: page };
});
const AuthPage = lazy(async () => {
  const { AuthPage: page } = await import('./features/accounts/auth-page.tsx');
  return { default: page };
});
const ForgotPage = lazy(async () => {
  const { ForgotPage: page } = await import('./features/accounts/forgot-page.tsx');
  return { default: page };
});
const ResetPage = lazy(async () => {
  const { ResetPage: page } = await import('./features/accounts/reset-page.tsx');
  return { default: page };
});
const AccountPage = lazy(async () => {
  const { AccountPage: page } = await import('./features/accounts/account/account-page.tsx');
  return { default: page };
});
const HostConsolePage = lazy(async () => {
  const { HostConsolePage: page } = await import('./features/host-console/host-console-page.tsx');
  return { default: page };
});
const InvitationPage = lazy(async () => {
  const { InvitationPage: page } = await import('./features/invitation/invitation-page.tsx');
  return { default: page };
});
const ContinuePage = lazy(async () => {
  const { ContinuePage: page } = await import('./features/invitation/continue-page.tsx');
  return { default: page };
});
const PublicJoinPage = lazy(async () => {
  const { PublicJoinPage: page } = await import('./features/public-join/public-join-page.tsx');
  return { default: page };
});
const JoinCodePage = lazy(async () => {
  const { JoinCodePage: page } = await import('./features/join-code/join-code-page.tsx');
  return { default: page };
});
const loadLiveDraw = async (): Promise<{ default: ComponentType }> => {
  const { LiveDrawPage: page } = await import('./features/live-draw/live-draw-page.tsx');
  loadedLiveDraw = page;
  return { default: page };
};
/** Null until its file is there. A lazy page that is already loaded would still show its fallback for 300 ms. */
let loadedLiveDraw: ComponentType | null = null;
const LazyLiveDraw = lazy(loadLiveDraw);
const StagePage = lazy(async () => {
  const { StagePage: page } = await import('./features/stage/stage-page.tsx');
  return { default: page };
});
const ResultsPage = lazy(async () => {
  const { ResultsPage: page } = await import('./features/results/results-page.tsx');
  return { default: page };
});
const VerifyPage = lazy(async () => {
  const { VerifyPage: page } = await import('./features/verify-file/verify-page.tsx');
  return { default: page };
});
const UnsubscribePage = lazy(async () => {
  const { UnsubscribePage: page } = await import('./features/unsubscribe/unsubscribe-page.tsx');
  return { default: page };
});
const LogPage = lazy(async () => {
  const { LogPage: page } = await import('./features/log/log-page.tsx');
  return { default: page };
});
const NotFoundPage = lazy(async () => {
  const { NotFoundPage: page } = await import('./features/not-found/not-found-page.tsx');
  return { default: page };
});

/** The design system's pieces, for developers; a build for people has no such page. */
const GalleryPage = import.meta.env.DEV
  ? lazy(async () => {
      const { GalleryPage: page } = await import('./features/ui-gallery/gallery-page.tsx');
      return { default: page };
    })
  : null;

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Pages />
      <ApprovalHost />
      <Toaster />
    </QueryClientProvider>
  );
}

function Pages() {
  const [path] = useLocation();
  useEffect(() => {
    // Who waits for a draw gets its page now: at the start everybody would ask for it at once, and be late.
    if (/^\/(r|join)\//.test(path)) loadLiveDraw().catch(() => undefined);
  }, [path]);
  return (
    // Another address is another attempt: an error of one page does not stick to the next.
    <ErrorBoundary key={path}>
      <Suspense fallback={<Arriving />}>
        <Switch>
          <Route path="/" component={LandingPage} />
          <Route path="/legal" component={LegalPage} />
          <Route path="/auth" component={AuthPage} />
          <Route path="/auth/forgot" component={ForgotPage} />
          <Route path="/auth/reset" component={ResetPage} />
          <Route path="/account" component={AccountPage} />
          <Route path="/host" component={HostConsolePage} />
          <Route path="/r/:token" component={InvitationPage} />
          <Route path="/continue" component={ContinuePage} />
          <Route path="/join/:publicLink" component={PublicJoinPage} />
          <Route path="/j/:code" component={JoinCodePage} />
          <Route path="/draw/:raffleId">{createElement(loadedLiveDraw ?? LazyLiveDraw)}</Route>
          <Route path="/stage/:raffleId" component={StagePage} />
          <Route path="/results/:raffleId" component={ResultsPage} />
          <Route path="/verify" component={VerifyPage} />
          <Route path="/unsubscribe/:token" component={UnsubscribePage} />
          <Route path="/log" component={LogPage} />
          {GalleryPage !== null && <Route path="/ui" component={GalleryPage} />}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
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
