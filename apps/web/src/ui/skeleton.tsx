/** The shapes of what is being loaded. The words for screen readers are the caller's. */
import { classNames } from './class-names.ts';

/** One shape; give it its size by class. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-xl bg-sunken', className)} />;
}

const WIDTHS = ['w-full', 'w-11/12', 'w-2/3', 'w-4/5'];

/** Lines of text, the last one shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden className="grid gap-2.5">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton
          key={line}
          className={classNames(
            'h-4 rounded-md',
            line === lines - 1 ? 'w-1/2' : WIDTHS[line % WIDTHS.length],
          )}
        />
      ))}
    </div>
  );
}
