/** A labelled form field: its hint and its error are tied to the control for screen readers. */
import { createContext, useContext, useId, useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';

interface FieldTies {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const Ties = createContext<FieldTies | null>(null);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  /** One TextInput, TextArea, PasswordInput, Select or Switch. */
  children: ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== '';
  const ties = useMemo(() => {
    const describedBy = classNames(hasHint && `${id}-hint`, hasError && `${id}-error`);
    return { id, describedBy: describedBy === '' ? undefined : describedBy, invalid: hasError };
  }, [id, hasHint, hasError]);
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Ties value={ties}>{children}</Ties>
      {hasHint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** The attributes that tie a control to its Field; empty outside of one. */
function useFieldTies() {
  const ties = useContext(Ties);
  if (ties === null) return {};
  return { id: ties.id, 'aria-describedby': ties.describedBy, 'aria-invalid': ties.invalid || undefined };
}

const CONTROL =
  'block min-h-11 w-full min-w-0 rounded-xl border border-line-strong bg-card px-3.5 py-2 text-ink placeholder:text-ink-soft transition-colors duration-(--fast) hover:border-ink aria-invalid:border-danger disabled:opacity-60';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldTies()} {...rest} className={classNames(CONTROL, className)} />;
}

/** A link or a secret to be copied: all of it is selected at once. */
export function TextToCopy({ value }: { value: string }) {
  return (
    <TextInput
      readOnly
      value={value}
      className="font-mono text-sm"
      onFocus={(event) => event.target.select()}
    />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...useFieldTies()}
      {...rest}
      className={classNames(CONTROL, 'field-sizing-content max-h-80 min-h-24 resize-y', className)}
    />
  );
}

/** The browser's own list: works with every keyboard and phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative grid', className)}>
      <select {...useFieldTies()} {...rest} className={classNames(CONTROL, 'appearance-none pr-10')} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-ink-soft"
      />
    </span>
  );
}

/** A password that can be looked at. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        aria-label={shown ? m.common_hide_typed() : m.common_show_typed()}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-xl text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
