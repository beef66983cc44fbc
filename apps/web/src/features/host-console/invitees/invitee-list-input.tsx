/** Where invitees come in: typed or pasted lines, or a CSV or Excel file dropped here; every problem is named at once. */
import { useState } from 'react';
import type { DragEvent } from 'react';
import { FileSpreadsheet, X } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { buttonLook } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { counted } from '../counted.ts';
import { InviteeProblems } from './invitee-problems.tsx';
import type { InviteeFile, InviteeListState } from './use-invitee-list.ts';

const FILE_TYPES =
  '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface InviteeListInputProps {
  label: string;
  list: InviteeListState;
}

export function InviteeListInput({ label, list }: InviteeListInputProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer.files[0];
    setOver(false);
    // A dropped piece of text still goes where it was dropped.
    if (file === undefined) return;
    event.preventDefault();
    list.chooseFile(file);
  };
  return (
    <div
      className="grid gap-3"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label={label}
        hint={m.console_field_invitees_hint({ count: counted(m.console_invitees_count, list.count) })}
      >
        <TextArea
          rows={6}
          spellCheck={false}
          autoComplete="off"
          placeholder={m.console_field_invitees_example()}
          className={classNames('min-h-36 font-mono text-sm', over && 'border-brand bg-brand-soft')}
          value={list.text}
          onChange={(event) => list.setText(event.target.value)}
        />
      </Field>
      <InviteeProblems problems={list.textProblems} place={(line) => m.console_line({ line })} />
      <InviteeProblems kind="double" problems={list.textDoubles} place={(line) => m.console_line({ line })} />
      {list.file === null ? (
        <FileChooser reading={list.reading} onFile={list.chooseFile} />
      ) : (
        <ChosenFile file={list.file} onRemove={list.removeFile} />
      )}
    </div>
  );
}

function FileChooser({ reading, onFile }: { reading: boolean; onFile: (file: File) => void }) {
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

function ChosenFile({ file, onRemove }: { file: InviteeFile; onRemove: () => void }) {
  const { good, bad, doubles } = file.judged;
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-sunken p-3">
      <div className="flex items-center gap-3">
        <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-good" />
        <p className="min-w-0 flex-1" role="status">
          <span className="block truncate font-semibold">{file.name}</span>
          <span className="text-sm text-ink-soft">
            {counted(m.console_file_good, good.length)}
            {bad.length > 0 && ` ${counted(m.console_file_bad, bad.length)}`}
          </span>
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
      <InviteeProblems problems={bad} place={(line) => m.console_row({ row: line })} />
      <InviteeProblems kind="double" problems={doubles} place={(line) => m.console_row({ row: line })} />
    </div>
  );
}
