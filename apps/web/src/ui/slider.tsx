/** A number on a line, by dragging or with the arrow keys; its value stands beside its label. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Slider as Radix } from 'radix-ui';

interface SliderProps {
  label: string;
  hint?: ReactNode;
  value: number;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  /** The value as people say it, "7 days". */
  valueText: (value: number) => string;
  onValueChange: (value: number) => void;
}

export function Slider({
  label,
  hint,
  value,
  min,
  max,
  step = 1,
  disabled = false,
  valueText,
  onValueChange,
}: SliderProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <span id={`${id}-label`} className="font-semibold">
          {label}
        </span>
        <output className="font-display font-bold tabular-nums">{valueText(value)}</output>
      </div>
      <Radix.Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => {
          if (next !== undefined) onValueChange(next);
        }}
        className="relative flex h-11 touch-none items-center select-none data-disabled:opacity-50"
      >
        <Radix.Track className="relative h-2.5 grow rounded-full bg-sunken inset-ring inset-ring-line">
          <Radix.Range className="absolute h-full rounded-full bg-brand" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={`${id}-label`}
          aria-valuetext={valueText(value)}
          {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
          className="grid size-11 place-items-center rounded-full"
        >
          <span aria-hidden className="size-6 rounded-full border-3 border-brand bg-card shadow-card" />
        </Radix.Thumb>
      </Radix.Root>
      <div aria-hidden className="flex justify-between text-sm text-ink-soft tabular-nums">
        <span>{valueText(min)}</span>
        <span>{valueText(max)}</span>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
