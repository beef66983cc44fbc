/** The freeze code, large, for reading aloud and comparing (R32). */
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

export function FreezeCode({ code, className }: { code: string; className?: string }) {
  return (
    <p className={classNames('text-center', className)} title={m.draw_freeze_hint()}>
      <span className="mr-2 text-sm text-ink-soft sm:text-base">{m.draw_freeze_code()}</span>
      <span
        data-freeze-code
        className="font-mono text-3xl font-bold tracking-[0.08em] whitespace-nowrap sm:text-4xl 2xl:text-6xl"
      >
        {code}
      </span>
    </p>
  );
}
