/** A ticket torn in two along its tear line: something did not go as it should. */
import { classNames } from './class-names.ts';

export function TornTicket({ text }: { text: string }) {
  return (
    <svg viewBox="0 0 320 190" aria-hidden className="w-72 max-w-full drop-shadow-xl sm:w-80">
      <g transform="rotate(-5 110 95)">
        <path
          d="M22 34 H204 l-5 12 6 12 -7 13 6 13 -6 12 7 13 -6 12 6 13 -6 12 5 12 H22 a12 12 0 0 1 -12 -12 V46 a12 12 0 0 1 12 -12 Z"
          className="fill-ticket"
        />
        <text
          x="106"
          y="97"
          textAnchor="middle"
          dominantBaseline="central"
          className={classNames(
            'fill-ticket-print font-display font-extrabold tracking-tight',
            text.length > 3 ? 'text-[58px]' : 'text-[76px]',
          )}
        >
          {text}
        </text>
      </g>
      <g transform="translate(18 14) rotate(9 250 95)">
        <path
          d="M218 34 H278 a12 12 0 0 1 12 12 V136 a12 12 0 0 1 -12 12 H218 l-5 -12 6 -12 -6 -13 6 -12 -7 -13 6 -12 -6 -13 7 -13 -6 -12 Z"
          className="fill-ticket"
        />
        <g className="fill-ticket-ink/25">
          <rect x="236" y="58" width="36" height="7" rx="3.5" />
          <rect x="236" y="76" width="36" height="7" rx="3.5" />
          <rect x="236" y="94" width="24" height="7" rx="3.5" />
        </g>
      </g>
    </svg>
  );
}
