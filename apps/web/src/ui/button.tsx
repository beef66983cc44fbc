/** A button that keeps its focus and says so while its action is under way. */
import type { ComponentProps } from 'react';
import { buttonLook, type ButtonVariant } from './button-look.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** The action runs: presses are ignored, but the focus stays here. */
  pending?: boolean;
  /** Looks disabled and is announced so, but takes the press to say why. */
  unavailable?: boolean;
  /** Text while pending; the usual content if absent. */
  pendingLabel?: string;
}

export function Button({
  variant = 'primary',
  pending = false,
  unavailable = false,
  pendingLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={pending || unavailable || undefined}
      aria-busy={pending || undefined}
      className={buttonLook(variant, className)}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}
