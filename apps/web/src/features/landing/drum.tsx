/** The glass drum of the landing page: a clear globe on its stand, paper tickets turning slowly inside. */

interface Slip {
  x: number;
  y: number;
  turn: number;
  number: string;
  look: 'brand' | 'ink' | 'paper';
  scale: number;
}

/** Lower slips lie on top of one another as in a real drum; the upper ones are in the air. */
const SLIPS: readonly Slip[] = [
  { x: 240, y: 374, turn: -3, number: '12', look: 'ink', scale: 1 },
  { x: 166, y: 346, turn: 30, number: '118', look: 'paper', scale: 1 },
  { x: 316, y: 348, turn: -32, number: '9', look: 'brand', scale: 1 },
  { x: 114, y: 308, turn: 58, number: '27', look: 'ink', scale: 0.92 },
  { x: 366, y: 304, turn: -60, number: '76', look: 'paper', scale: 0.92 },
  { x: 276, y: 328, turn: 9, number: '204', look: 'paper', scale: 1.05 },
  { x: 180, y: 306, turn: -16, number: '88', look: 'paper', scale: 1 },
  { x: 306, y: 288, turn: 27, number: '7', look: 'brand', scale: 1 },
  { x: 226, y: 264, turn: -7, number: '31', look: 'brand', scale: 1.15 },
  { x: 146, y: 220, turn: -34, number: '150', look: 'ink', scale: 0.86 },
  { x: 330, y: 206, turn: 32, number: '19', look: 'ink', scale: 0.84 },
  { x: 246, y: 168, turn: 14, number: '63', look: 'paper', scale: 0.84 },
  { x: 178, y: 118, turn: -28, number: '5', look: 'brand', scale: 0.74 },
  { x: 302, y: 108, turn: 38, number: '42', look: 'paper', scale: 0.7 },
];

const PAPERS: Record<Slip['look'], { paper: string; print: string }> = {
  brand: { paper: 'fill-brand', print: 'fill-on-brand' },
  ink: { paper: 'fill-ink', print: 'fill-paper' },
  paper: { paper: 'fill-ticket stroke-line-strong', print: 'fill-ticket-ink' },
};

export function Drum({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 480 520" aria-hidden className={className}>
      <ellipse cx="240" cy="496" rx="170" ry="14" className="fill-ink/10" />
      {/* Stand and axle. */}
      <path d="M92 232 L60 486 H116 L128 300 Z M388 232 L420 486 H364 L352 300 Z" className="fill-ink" />
      <rect x="52" y="470" width="376" height="22" rx="11" className="fill-ink" />
      <g className="origin-[240px_232px] animate-sway">
        {/* The crank turns with the globe. */}
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
        <g className="origin-[240px_232px] animate-sway">
          {SLIPS.map((slip) => (
            <PaperSlip key={slip.number} {...slip} />
          ))}
        </g>
        {/* Light on the glass. */}
        <path
          d="M86 190 A166 166 0 0 1 190 76"
          className="fill-none stroke-white/80 dark:stroke-white/30"
          strokeWidth="13"
          strokeLinecap="round"
        />
        <path
          d="M74 238 A166 166 0 0 1 76 222"
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
      <circle cx="52" cy="232" r="17" className="fill-ink" />
      <circle cx="428" cy="232" r="17" className="fill-ink" />
      <circle cx="52" cy="232" r="6" className="fill-brand" />
      <circle cx="428" cy="232" r="6" className="fill-brand" />
    </svg>
  );
}

function PaperSlip({ x, y, turn, number, look, scale }: Slip) {
  const { paper, print } = PAPERS[look];
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      {/* A ticket with its two punched holes on the tear line. */}
      <path
        d="M-50 -30 H12 A7 7 0 0 0 26 -30 H44 A6 6 0 0 1 50 -24 V24 A6 6 0 0 1 44 30 H26 A7 7 0 0 0 12 30 H-44 A6 6 0 0 1 -50 24 V-24 A6 6 0 0 1 -44 -30 Z"
        className={paper}
      />
      <path
        d="M19 -20 V20"
        className="fill-none stroke-current opacity-30"
        strokeDasharray="4 4"
        strokeWidth="2"
      />
      <text
        x="-17"
        y="10"
        textAnchor="middle"
        className={`font-display text-[30px] font-extrabold tracking-tight ${print}`}
      >
        {number}
      </text>
    </g>
  );
}
