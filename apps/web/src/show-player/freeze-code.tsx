/** The freeze code, large, for reading aloud and comparing (R32). */
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

interface FreezeCodeProps {
  code: string;
  /** Beside other things: smaller, and on a phone without its name in view. */
  isCompact?: boolean;
  className?: string;
}

export function FreezeCode({ code, isCompact = false, className }: FreezeCodeProps) {
  return (
    <p className={classNames('text-center', className)} title={m.draw_freeze_hint()}>
      <span
        className={classNames('mr-2 text-sm text-ink-soft', isCompact ? 'max-lg:sr-only' : 'sm:text-base')}
      >
        {m.draw_freeze_code()}
      </span>
      <span
        data-freeze-code
        className={classNames(
          'font-mono font-bold tracking-[0.08em] whitespace-nowrap',
          isCompact ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-4xl 2xl:text-6xl',
        )}
      >
        {code}
      </span>
    </p>
  );
}
