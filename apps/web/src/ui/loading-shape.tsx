/** What stands where a page will be: its skeletons, and the word for those who don't see them. */
import type { ReactNode } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';

export function LoadingShape({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div aria-busy className={classNames('grid gap-6', className)}>
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      {children}
    </div>
  );
}
