/** Catches what a page throws while drawing itself, and a page file that could not be loaded. */
import { Component } from 'react';
import type { ReactNode } from 'react';
import { isLoadFailure } from './load-failure.ts';
import { m } from './messages/generated/messages.js';
import { BrandMark } from './ui/brand-mark.tsx';
import { Button } from './ui/button.tsx';
import { buttonLook } from './ui/button-look.ts';
import { TornTicket } from './ui/torn-ticket.tsx';

interface Props {
  children: ReactNode;
}

type State = { failed: false } | { failed: true; notLoaded: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, notLoaded: isLoadFailure(error) };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // Nothing of the broken page is used here: not its frame, and not the router.
    return (
      <div className="flex min-h-dvh flex-col">
        <header className="border-b border-line">
          <div className="mx-auto flex min-h-16 max-w-7xl items-center px-4 sm:px-6">
            <a
              href="/"
              className="inline-flex min-h-11 items-center gap-2 rounded-xl font-display text-xl font-bold tracking-tight"
            >
              <BrandMark className="size-8 shrink-0" />
              {m.common_product()}
            </a>
          </div>
        </header>
        <main className="grid flex-1 place-content-center justify-items-center gap-5 px-4 py-12 text-center">
          <TornTicket text={m.common_error_sign()} />
          <h1 className="mt-4 text-3xl sm:text-4xl">{m.common_error_title()}</h1>
          <p role="alert" className="max-w-md text-lg text-ink-soft">
            {this.state.notLoaded ? m.common_error_update_text() : m.common_error_text()}
          </p>
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <Button onClick={() => window.location.reload()}>{m.common_error_reload()}</Button>
            <a href="/" className={buttonLook('quiet')}>
              {m.common_back_home()}
            </a>
          </div>
        </main>
      </div>
    );
  }
}
