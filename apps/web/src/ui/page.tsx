/** The frame of every page: title, skip link, top bar, main landmark, footer. */
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { m } from '../messages/generated/messages.js';
import { BrandMark } from './brand-mark.tsx';
import { classNames } from './class-names.ts';
import { ThemeToggle } from './theme-toggle.tsx';

type PageWidth = 'narrow' | 'normal' | 'wide' | 'full';

const WIDTHS: Record<PageWidth, string> = {
  narrow: 'mx-auto w-full max-w-xl px-4 py-6 sm:py-10',
  normal: 'mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 sm:py-10',
  wide: 'mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8',
  full: 'w-full',
};

interface PageProps {
  /** For the browser's tab; the product's name is added. */
  title: string;
  width?: PageWidth;
  /** Beside the theme toggle. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What stands above the top bar of every page; the app provides it. */
export const PageNotices = createContext<ReactNode>(null);

/** Where the page shown last was; null before the first. */
let lastPath: string | null = null;

export function Page({ title, width = 'normal', actions, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const notices = useContext(PageNotices);
  useEffect(() => {
    document.title = `${title} · ${m.common_product()}`;
  }, [title]);
  useEffect(() => {
    // After a change of page inside the app the reader starts at the new content, as after a full load.
    const { pathname } = window.location;
    if (lastPath !== null && lastPath !== pathname) {
      window.scrollTo(0, 0);
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    }
    lastPath = pathname;
  }, []);
  return (
    <div className="flex min-h-(--screen-height,100dvh) flex-col">
      <a
        href="#main"
        className="sr-only rounded-xl bg-ink font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2.5"
      >
        {m.common_skip_to_content()}
      </a>
      {notices}
      <header className="print:hidden border-b border-line bg-paper pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
        <div className="mx-auto flex min-h-16 max-w-7xl items-center justify-between gap-3 px-4 py-2 sm:px-6">
          <Link
            href="/"
            className="inline-flex min-h-11 items-center gap-2 rounded-xl font-display text-xl font-bold tracking-tight"
          >
            <BrandMark className="size-8 shrink-0" />
            {m.common_product()}
          </Link>
          <div className="flex min-w-0 items-center gap-1 sm:gap-2">
            {actions}
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={classNames('flex-1 outline-none', WIDTHS[width])}>
        {children}
      </main>
      <footer className="print:hidden border-t border-line px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-center text-sm text-ink-soft">
        <Link href="/legal" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
          {m.common_terms_and_privacy()}
        </Link>
        <Link href="/log" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
          {m.log_link()}
        </Link>
      </footer>
    </div>
  );
}
