/** An input of a long list: its place says what it is, so that its label is for screen readers only. */
import { type ComponentProps, useId } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { TextInput } from '../../../../ui/field.tsx';

/** `className` sizes it; the error of a narrow one is wider. */
interface RowInputProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
}

export function RowInput({ label, error, className, ...input }: RowInputProps) {
  const id = useId();
  const hasError = error !== undefined;
  return (
    <div className={classNames('min-w-0', className)}>
      <TextInput
        aria-label={label}
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? id : undefined}
        {...input}
      />
      {hasError && (
        <p id={id} role="alert" className="mt-1 min-w-44 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
