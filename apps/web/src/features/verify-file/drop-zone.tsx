/** A place for one file: the whole of it is the browser's own file input, which takes a click as well as a drop. */
import { FileJson } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { classNames } from '../../ui/class-names.ts';

interface DropZoneProps {
  label: string;
  hint: string;
  /** The file that is there now; null for none. */
  file: File | null;
  size: 'large' | 'small';
  onFile: (file: File) => void;
}

export function DropZone({ label, hint, file, size, onFile }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isLarge = size === 'large';
  return (
    <div
      className={classNames(
        'relative grid justify-items-center gap-2 rounded-2xl border-2 border-dashed px-4 text-center transition-colors duration-(--fast) focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand hover:border-ink',
        isLarge ? 'py-10' : 'py-5',
        isOver ? 'border-brand bg-brand-soft' : 'border-line-strong bg-card',
      )}
    >
      {isLarge && <FileJson aria-hidden className="size-10 text-ink-soft" strokeWidth={1.5} />}
      <label htmlFor={id} className={classNames('font-display font-bold', isLarge ? 'text-2xl' : 'text-lg')}>
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {file !== null && (
        <p className="font-mono text-sm break-all">
          {m.verify_size({ name: file.name, size: formatSize(file.size) })}
        </p>
      )}
      <span aria-hidden className={buttonLook(isLarge && file === null ? 'primary' : 'quiet', 'mt-1')}>
        {file === null ? m.verify_choose() : m.verify_choose_other()}
      </span>
      <p aria-hidden className="text-sm text-ink-soft">
        {isOver ? m.verify_drop_now() : m.verify_drop()}
      </p>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-hint`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined) onFile(chosen);
          // The same file can be chosen again after it was changed.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function formatSize(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(bytes / (isLarge ? 1_000_000 : 1000));
}
