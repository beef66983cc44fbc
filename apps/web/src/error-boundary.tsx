/** Catches what a page throws while drawing itself, and a page file that could not be loaded. */
import { Component } from 'react';
import type { ReactNode } from 'react';
import { m } from './messages/generated/messages.js';
import { Button } from './ui/button.tsx';

interface Props {
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
        <h1 className="text-3xl">{m.common_error_title()}</h1>
        <p className="max-w-md text-ink-soft">{m.common_error_text()}</p>
        <Button onClick={() => window.location.reload()}>{m.common_error_reload()}</Button>
      </main>
    );
  }
}
