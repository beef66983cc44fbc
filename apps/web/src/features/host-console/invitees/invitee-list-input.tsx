/** Where invitees come in: typed or pasted lines, or a CSV or Excel file dropped here; every problem is named at once. */
import { useState } from 'react';
import type { DragEvent } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { counted } from '../counted.ts';
import { ChosenFile, FileChooser } from './file-chooser.tsx';
import { InviteeProblems } from './invitee-problems.tsx';
import type { InviteeFile, InviteeListState } from './use-invitee-list.ts';

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
        <JudgedFile file={list.file} onRemove={list.removeFile} />
      )}
    </div>
  );
}

/** With what was found in it. */
function JudgedFile({ file, onRemove }: { file: InviteeFile; onRemove: () => void }) {
  const { good, bad, doubles } = file.judged;
  const found = [
    counted(m.console_file_good, good.length),
    ...(bad.length > 0 ? [counted(m.console_file_bad, bad.length)] : []),
  ];
  return (
    <ChosenFile name={file.name} summary={found.join(' ')} onRemove={onRemove}>
      <InviteeProblems problems={bad} place={(line) => m.console_row({ row: line })} />
      <InviteeProblems kind="double" problems={doubles} place={(line) => m.console_row({ row: line })} />
    </ChosenFile>
  );
}
