/** A prize's image; without one a ticket stub that bears its number. The prize's name stands beside it. */
import { classNames } from './class-names.ts';

interface PrizeImageProps {
  url: string | null;
  /** From 1. */
  prize: number;
  /** Its size. */
  className: string;
  /** `whole`: nothing of the image is cut off. */
  fit?: 'square' | 'whole';
}

export function PrizeImage({ url, prize, className, fit = 'square' }: PrizeImageProps) {
  if (url === null) return <Stub prize={prize} className={className} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames(
        'shrink-0 rounded-xl',
        fit === 'square' ? 'bg-sunken object-cover' : 'object-contain',
        className,
      )}
    />
  );
}

function Stub({ prize, className }: { prize: number; className: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden className={classNames('shrink-0', className)}>
      <path
        d="M6 12H58a4 4 0 0 1 4 4v9a7 7 0 0 0 0 14v9a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V39a7 7 0 0 0 0-14V16a4 4 0 0 1 4-4Z"
        strokeWidth="1.5"
        className="fill-ticket stroke-line-strong/60"
      />
      <path d="M16 17V47" strokeWidth="2" strokeDasharray="3 4" className="stroke-ticket-ink/35" />
      <text
        x="38"
        y="33"
        textAnchor="middle"
        dominantBaseline="central"
        className={classNames(
          'fill-ticket-print font-display font-extrabold tracking-tight',
          prize > 99 ? 'text-[17px]' : 'text-[22px]',
        )}
      >
        {prize}
      </text>
    </svg>
  );
}
