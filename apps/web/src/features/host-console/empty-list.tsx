/** In place of a list: nothing is there yet, or nothing fits what the host is looking for. */
import { type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

interface NothingYetProps {
  Sign: LucideIcon;
  title: string;
  text: string;
  className?: string;
  /** What to do about it. */
  children?: ReactNode;
}

export function NothingYet({ Sign, title, text, className, children }: NothingYetProps) {
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-2 rounded-2xl border-2 border-dashed border-line px-6 py-14 text-center',
        className,
      )}
    >
      <Sign aria-hidden className="size-12 text-brand" strokeWidth={1.5} />
      <p className="mt-2 font-display text-2xl font-bold">{title}</p>
      <p className="max-w-md text-ink-soft">{text}</p>
      {children}
    </div>
  );
}

interface NothingFoundProps {
  /** Of the button. */
  showAll: string;
  onClear: () => void;
  className?: string;
}

export function NothingFound({ showAll, onClear, className }: NothingFoundProps) {
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-3 rounded-2xl bg-sunken px-6 py-12 text-center',
        className,
      )}
    >
      <SearchX aria-hidden className="size-10 text-ink-soft" strokeWidth={1.5} />
      <p className="font-display text-xl font-bold">{m.console_nothing_found()}</p>
      <Button variant="quiet" onClick={onClear}>
        {showAll}
      </Button>
    </div>
  );
}
