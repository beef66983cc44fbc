/**
 * The glass drum of the landing page: a clear globe on its stand, with the visitor's names on slips of paper inside.
 * It turns when a draw runs, and the drawn slip comes to the front.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import {
  frontPose,
  globeTurnAt,
  type Pose,
  restPose,
  SHOWN_SECONDS,
  tumblePose,
} from './trial/drum-motion.ts';
import { slipText } from './trial/trial-names.ts';

/** A draw to be shown: 32 bits of its seed, and which slip it drew. */
export interface DrumTurn {
  seed: number;
  /** Counts from 0. */
  winner: number;
}

interface DrumProps {
  names: readonly string[];
  /** Null while nothing is drawn. */
  turn: DrumTurn | null;
  /** The drawn slip lies in front. */
  onShown: () => void;
  className: string;
}

const LOOKS = [
  { paper: 'fill-brand', print: 'fill-on-brand' },
  { paper: 'fill-ticket stroke-line-strong', print: 'fill-ticket-ink' },
  { paper: 'fill-ink', print: 'fill-paper' },
  { paper: 'fill-ticket stroke-line-strong', print: 'fill-ticket-ink' },
] as const;

const SLIP =
  'M-60 -28 H19 A7 7 0 0 0 33 -28 H60 A6 6 0 0 1 66 -22 V22 A6 6 0 0 1 60 28 H33 A7 7 0 0 0 19 28 H-60 A6 6 0 0 1 -66 22 V-22 A6 6 0 0 1 -60 -28 Z';

export function Drum({ names, turn, onShown, className }: DrumProps) {
  const picture = useRef<SVGSVGElement>(null);
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  const count = names.length;
  useLayoutEffect(() => {
    if (turn === null || picture.current === null) return;
    const draw = painterOf(picture.current, turn, count);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      draw(SHOWN_SECONDS);
      const calm = setTimeout(() => shown.current(), 0);
      return () => {
        clearTimeout(calm);
        draw(0);
      };
    }
    const start = performance.now();
    let frame = 0;
    const next = (now: number): void => {
      const seconds = Math.min(SHOWN_SECONDS, Math.max(0, (now - start) / 1000));
      draw(seconds);
      if (seconds < SHOWN_SECONDS) frame = requestAnimationFrame(next);
      else shown.current();
    };
    frame = requestAnimationFrame(next);
    return () => {
      cancelAnimationFrame(frame);
      draw(0);
    };
  }, [turn, count]);
  const slips = names.map((name, index) => ({ number: index + 1, name }));
  const front = turn === null ? undefined : names[turn.winner];
  return (
    <svg
      ref={picture}
      viewBox="0 30 480 484"
      aria-hidden
      className={classNames('overflow-visible', className)}
    >
      <ellipse cx="240" cy="496" rx="170" ry="14" className="fill-ink/10" />
      {/* Stand and axle. */}
      <path d="M92 232 L60 486 H116 L128 300 Z M388 232 L420 486 H364 L352 300 Z" className="fill-ink" />
      <rect x="52" y="470" width="376" height="22" rx="11" className="fill-ink" />
      <g data-crank className={classNames('origin-[430px_232px]', turn === null && 'animate-sway')}>
        <path d="M430 232 h26 v58" className="fill-none stroke-ink" strokeWidth="12" strokeLinecap="round" />
        <rect x="444" y="282" width="24" height="46" rx="12" className="fill-brand" />
      </g>
      <circle cx="240" cy="232" r="188" className="fill-card/70 stroke-glass" strokeWidth="5" />
      <clipPath id="inside">
        <circle cx="240" cy="232" r="184" />
      </clipPath>
      <g clipPath="url(#inside)">
        <ellipse cx="240" cy="232" rx="92" ry="187" className="fill-none stroke-glass/45" strokeWidth="2" />
        <ellipse cx="240" cy="232" rx="187" ry="60" className="fill-none stroke-glass/45" strokeWidth="2" />
        <g className={classNames('origin-[240px_232px]', turn === null && 'animate-sway')}>
          {slips.map(({ number, name }) => (
            <Slip key={number} index={number - 1} name={name} pose={restPose(number - 1, count)} />
          ))}
        </g>
        {/* Light on the glass. */}
        <path
          d="M86 190 A166 166 0 0 1 190 76 M74 238 A166 166 0 0 1 76 222"
          className="fill-none stroke-white/80 dark:stroke-white/30"
          strokeWidth="13"
          strokeLinecap="round"
        />
        <path
          d="M396 300 A172 172 0 0 1 300 394"
          className="fill-none stroke-glass/50"
          strokeWidth="8"
          strokeLinecap="round"
        />
      </g>
      <circle cx="240" cy="232" r="188" className="fill-none stroke-glass" strokeWidth="5" />
      <path
        d="M35 232 a17 17 0 1 0 34 0 a17 17 0 1 0 -34 0 M411 232 a17 17 0 1 0 34 0 a17 17 0 1 0 -34 0"
        className="fill-ink"
      />
      <path
        d="M46 232 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 M422 232 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0"
        className="fill-brand"
      />
      {turn !== null && front !== undefined && (
        <g data-front visibility="hidden">
          <SlipPaper index={turn.winner} name={front} />
        </g>
      )}
    </svg>
  );
}

/** Moves the slips without a render per frame. */
function painterOf(picture: SVGSVGElement, { seed, winner }: DrumTurn, count: number) {
  const slips = [...picture.querySelectorAll<SVGGElement>('[data-slip]')];
  const crank = picture.querySelector<SVGGElement>('[data-crank]');
  const front = picture.querySelector<SVGGElement>('[data-front]');
  return (seconds: number): void => {
    const outside = frontPose(seed, winner, count, seconds);
    for (const [index, slip] of slips.entries()) {
      slip.setAttribute('transform', transformOf(tumblePose(seed, index, count, seconds)));
      slip.setAttribute('visibility', outside !== null && index === winner ? 'hidden' : 'visible');
    }
    // About the axle: its class sets the origin.
    crank?.setAttribute('transform', `rotate(${globeTurnAt(seconds)})`);
    if (outside === null) return;
    front?.setAttribute('transform', transformOf(outside));
    front?.setAttribute('visibility', 'visible');
  };
}

function transformOf({ x, y, turn, scale }: Pose): string {
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${scale.toFixed(3)})`;
}

function Slip({ index, name, pose }: { index: number; name: string; pose: Pose }) {
  return (
    <g data-slip transform={transformOf(pose)}>
      <SlipPaper index={index} name={name} />
    </g>
  );
}

function printSize(text: string): string {
  const { length } = text;
  if (length <= 4) return 'text-[30px]';
  return length <= 6 ? 'text-[23px]' : 'text-[17px]';
}

/** A ticket with its two punched holes on the tear line: the name, and the entry number on the stub. */
function SlipPaper({ index, name }: { index: number; name: string }) {
  const { paper, print } = LOOKS[index % LOOKS.length] ?? LOOKS[0];
  const text = slipText(name);
  return (
    <>
      <path d={SLIP} className={paper} />
      <path
        d="M26 -18 V18"
        className={classNames('fill-none opacity-40', index % 2 === 1 ? 'stroke-ticket-ink' : 'stroke-paper')}
        strokeDasharray="4 4"
        strokeWidth="2"
      />
      <g className={classNames('font-display font-extrabold tracking-tight', print)} textAnchor="middle">
        <text x="-20" dominantBaseline="central" className={printSize(text)}>
          {text}
        </text>
        <text x="47" dominantBaseline="central" className="text-[17px] tabular-nums">
          {index + 1}
        </text>
      </g>
    </>
  );
}
