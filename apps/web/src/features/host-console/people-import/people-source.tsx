/** Where a list of people comes in: pasted, or as a CSV or Excel file, which can also be dropped here. */
import { type DragEvent, useState } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { counted } from '../counted.ts';
import { ChosenFile, FileChooser } from '../invitees/file-chooser.tsx';
import type { PeopleListState } from './use-people-list.ts';

export function PeopleSource({ list }: { list: PeopleListState }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer.files[0];
    setOver(false);
    // A dropped piece of text still goes where it was dropped.
    if (file === undefined) return;
    event.preventDefault();
    list.chooseFile(file);
  };
  const rows = list.table === null ? '' : counted(m.people_import_rows, list.table.rowCount);
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
      {list.fileName === null ? (
        <>
          <Field label={m.people_import_source()} hint={m.people_import_source_hint()}>
            <TextArea
              rows={6}
              spellCheck={false}
              autoComplete="off"
              placeholder={m.people_import_example()}
              className={classNames('min-h-36 font-mono text-sm', over && 'border-brand bg-brand-soft')}
              value={list.text}
              onChange={(event) => list.setText(event.target.value)}
            />
          </Field>
          <FileChooser reading={list.reading} onFile={list.chooseFile} />
        </>
      ) : (
        <ChosenFile name={list.fileName} summary={rows} onRemove={list.removeFile} />
      )}
    </div>
  );
}
