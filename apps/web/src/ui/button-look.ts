/** How buttons and links that look like buttons are dressed; 44 px high at least. */
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'ink' | 'quiet' | 'danger' | 'plain';

const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4 py-2 text-center leading-tight font-semibold no-underline transition-[background-color,border-color,transform,opacity] duration-(--fast) select-none active:translate-y-px disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-70 aria-busy:cursor-progress';

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand shadow-card hover:bg-brand-strong',
  ink: 'bg-ink text-paper shadow-card hover:opacity-90',
  quiet: 'border border-line-strong bg-card text-ink hover:border-ink hover:bg-sunken',
  danger: 'bg-danger text-paper hover:opacity-90',
  plain: 'hover:bg-sunken',
};

export function buttonLook(variant: ButtonVariant, className?: string): string {
  return classNames(SHAPE, LOOKS[variant], className);
}
