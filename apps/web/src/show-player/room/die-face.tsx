/** A number as it lies on the table: a die for 1 to 6, else a chip with the number on it. */
import { classNames } from '../../ui/class-names.ts';

/** Where the pips of 1 to 6 are, on a grid of three by three. */
const PIPS: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
];

const FIRST = 12;
const STEP = 12;

/** Drawn in the size of the text around it; what it says stands beside it or in the label of what it is on. */
export function DieFace({ number, className }: { number: string; className?: string }) {
  const pips = PIPS[Number(number) - 1];
  if (pips === undefined) {
    return (
      <span
        aria-hidden
        className={classNames(
          'grid h-[1.5em] min-w-[1.5em] place-items-center rounded-[0.3em] bg-ticket px-[0.25em] font-display font-bold text-ticket-ink tabular-nums shadow-card',
          className,
        )}
      >
        {number}
      </span>
    );
  }
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={classNames('size-[1.5em]', className)}>
      <rect x="1" y="1" width="46" height="46" rx="10" fill="var(--ticket)" stroke="var(--line-strong)" />
      {pips.map(([x, y]) => (
        <circle
          key={`${x} ${y}`}
          cx={FIRST + x * STEP}
          cy={FIRST + y * STEP}
          r="4.6"
          fill="var(--ticket-ink)"
        />
      ))}
    </svg>
  );
}

/** All numbers of a throw in their order. */
export function DiceRow({ text, className }: { text: string; className?: string }) {
  // The same number may lie there twice: its place is what it is known by.
  const dice = text.split(' ').map((number, place) => ({ key: `${place}:${number}`, number }));
  return (
    <p className={classNames('flex flex-wrap justify-center gap-[0.25em]', className)}>
      <span className="sr-only">{text}</span>
      {dice.map(({ key, number }) => (
        <DieFace key={key} number={number} />
      ))}
    </p>
  );
}
