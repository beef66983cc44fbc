/** Starts the web app: on top of the first view that came with the page, or from nothing. */
import type { QueryClient } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { fillQueries, type FirstViewData } from './api/first-view-data.ts';
import { createQueryClient } from './api/query-client.ts';
import { App, loadPageOf } from './app.tsx';
import { whenIdle } from './ui/later.tsx';
import './styles.css';

// Forms load zod later. It would try whether it may compile code, which the page's security policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

function start(container: HTMLElement): void {
  const queries = createQueryClient();
  const data = document.getElementById('first-view')?.textContent ?? '';
  if (data === '') return createRoot(container).render(<App queries={queries} />);
  const firstView = JSON.parse(data) as FirstViewData;
  fillQueries(queries, firstView);
  loadPageOf(window.location.pathname).then(
    () => {
      document.addEventListener('app-ready', () => whenIdle(() => refreshStored(queries)), { once: true });
      hydrateRoot(container, <App queries={queries} firstView={firstView} />);
    },
    // The app says itself that a part of it is missing, and how to go on.
    () => createRoot(container).render(<App queries={queries} />),
  );
}

/** R42: what a service worker keeps for days without a network, it keeps of the page's own calls. */
function refreshStored(queries: QueryClient): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return;
  void queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/raffles/'),
  });
}

start(root);
