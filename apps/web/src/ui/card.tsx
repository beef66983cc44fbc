/** A sheet of paper that holds things belonging together. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-2xl border border-line bg-card p-5 shadow-card sm:p-6', className)}
    />
  );
}
