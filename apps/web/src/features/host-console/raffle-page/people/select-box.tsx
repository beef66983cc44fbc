/** A checkbox with a target of 44 pixels. It may stand for many, of whom only some are chosen. */
import type { Ref } from 'react';

export type Ticked = boolean | 'mixed';

interface SelectBoxProps {
  label: string;
  /** Otherwise for screen readers alone. */
  isLabelShown?: boolean;
  ticked: Ticked;
  onChange: () => void;
  ref?: Ref<HTMLLabelElement>;
}

export function SelectBox({ label, isLabelShown = false, ticked, onChange, ref }: SelectBoxProps) {
  return (
    <label
      ref={ref}
      className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2.5 rounded-xl"
    >
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = ticked === 'mixed';
        }}
        type="checkbox"
        checked={ticked === true}
        onChange={onChange}
        className="size-5 shrink-0 cursor-pointer accent-brand"
      />
      <span className={isLabelShown ? 'min-w-0 font-semibold wrap-anywhere' : 'sr-only'}>{label}</span>
    </label>
  );
}
