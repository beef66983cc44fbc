/** A link of this app that looks like a button. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonLook, type ButtonVariant } from './button-look.ts';

interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

export function LinkButton({ href, variant = 'primary', className, children }: LinkButtonProps) {
  return (
    <Link href={href} className={buttonLook(variant, className)}>
      {children}
    </Link>
  );
}
