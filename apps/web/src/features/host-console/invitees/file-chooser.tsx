/** Choosing a CSV or Excel file of people, and the file that was chosen. */
import type { ReactNode } from 'react';
import { FileSpreadsheet, X } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { buttonLook } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';

const FILE_TYPES =
  '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function FileChooser({ reading, onFile }: { reading: boolean; onFile: (file: File) => void }) {
  return (
    <label
      className={classNames(
        buttonLook('quiet'),
        'cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-5 shrink-0" />
      <span aria-live="polite">{reading ? m.console_file_reading() : m.console_file_choose()}</span>
      <input
        type="file"
        accept={FILE_TYPES}
        disabled={reading}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was fixed.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}

interface ChosenFileProps {
  name: string;
  /** What was found in it. */
  summary: string;
  onRemove: () => void;
  children?: ReactNode;
}

export function ChosenFile({ name, summary, onRemove, children }: ChosenFileProps) {
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-sunken p-3">
      <div className="flex items-center gap-3">
        <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-good" />
        <p className="min-w-0 flex-1" role="status">
          <span className="block truncate font-semibold">{name}</span>
          <span className="text-sm text-ink-soft">{summary}</span>
        </p>
        <button
          type="button"
          aria-label={m.console_file_remove()}
          onClick={onRemove}
          className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft hover:bg-card hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      {children}
    </div>
  );
}
