/** How far something is, in percent. */
import { classNames } from './class-names.ts';

interface ProgressBarProps {
  label: string;
  /** 0–100; anything outside is clipped. */
  percent: number;
  tone?: 'brand' | 'good';
  className?: string;
}

export function ProgressBar({ label, percent, tone = 'good', className }: ProgressBarProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classNames('h-2.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-(--slow) ease-(--ease)',
          tone === 'brand' ? 'bg-brand' : 'bg-good',
        )}
        style={{ width: `${value}%` }}
      />
    </div>
  );
}
