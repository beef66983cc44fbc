/** The shape of what is being loaded; give it its size by class. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-xl bg-sunken', className)} />;
}
