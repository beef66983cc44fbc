/** A few paper scraps that fly up behind a winner, up to ten per card; none for visitors who asked for calm. */
import { useEffect, useRef } from 'react';

/** Per scrap: sideways and upward reach in px, turn in degrees, delay in ms, colour. */
const SCRAPS = [
  [-150, -120, 420, 0, 'bg-brand'],
  [-110, -170, -300, 40, 'bg-good'],
  [-70, -140, 360, 90, 'bg-warn'],
  [-40, -190, -520, 20, 'bg-info'],
  [-15, -150, 280, 120, 'bg-brand'],
  [20, -180, -380, 60, 'bg-good'],
  [55, -150, 440, 10, 'bg-warn'],
  [85, -195, -260, 80, 'bg-brand'],
  [120, -135, 500, 30, 'bg-info'],
  [160, -165, -440, 100, 'bg-good'],
] as const;
const FLIGHT_MS = 1600;

export function Confetti() {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const scraps = box.current?.children ?? [];
    for (const [index, scrap] of [...scraps].entries()) {
      const [x, y, turn, delay] = SCRAPS[index] ?? SCRAPS[0];
      scrap.animate(
        [
          { opacity: 1, transform: 'translate(0, 0) rotate(0)' },
          { opacity: 1, transform: `translate(${x}px, ${y}px) rotate(${turn / 2}deg)`, offset: 0.45 },
          { opacity: 0, transform: `translate(${x * 1.25}px, ${y + 220}px) rotate(${turn}deg)` },
        ],
        { duration: FLIGHT_MS, delay, easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)', fill: 'both' },
      );
    }
  }, []);
  return (
    <span ref={box} aria-hidden className="pointer-events-none absolute top-1/2 left-1/2 -z-10">
      {SCRAPS.map(([x, , , , colour]) => (
        <span key={x} className={`absolute size-2.5 rounded-[2px] opacity-0 ${colour}`} />
      ))}
    </span>
  );
}
