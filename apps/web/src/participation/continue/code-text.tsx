/** A code to compare or to type: large, in readable groups, spelled out for screen readers. */
import { classNames } from '../../ui/class-names.ts';

interface CodeTextProps {
  code: string;
  className?: string;
}

export function CodeText({ code, className }: CodeTextProps) {
  const half = code.length / 2;
  return (
    <p
      data-continue-code={code}
      className={classNames(
        'flex justify-center gap-[0.5em] rounded-2xl bg-sunken px-4 py-3 font-mono text-4xl leading-tight font-bold tracking-[0.12em] sm:text-5xl',
        className,
      )}
    >
      <span className="sr-only">{code.split('').join(' ')}</span>
      <span aria-hidden>{code.slice(0, half)}</span>
      <span aria-hidden>{code.slice(half)}</span>
    </p>
  );
}
