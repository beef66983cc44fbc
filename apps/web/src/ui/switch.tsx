/** On or off, at once. The whole row is the target. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled = false, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start justify-between gap-4">
      <div className="min-w-0 py-1.5">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        className="group grid h-11 w-14 shrink-0 place-items-center rounded-full disabled:opacity-50"
      >
        <span className="flex h-8 w-14 items-center rounded-full border border-line-strong bg-sunken px-1 transition-colors duration-(--fast) group-data-[state=checked]:border-good group-data-[state=checked]:bg-good">
          <Radix.Thumb className="block size-6 rounded-full bg-ink-soft transition-transform duration-(--fast) ease-(--ease) data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-paper" />
        </span>
      </Radix.Root>
    </div>
  );
}
