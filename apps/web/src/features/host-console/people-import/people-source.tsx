/** Where a list of people comes in: pasted, or as a CSV or Excel file, which can also be dropped here. */
import { m } from '../../../messages/generated/messages.js';
import { counted } from '../counted.ts';
import { ChosenFile, FileChooser } from '../invitees/file-chooser.tsx';
import { FileDrop, ListText } from '../invitees/list-source.tsx';
import type { PeopleListState } from './use-people-list.ts';

export function PeopleSource({ list }: { list: PeopleListState }) {
  const rows = list.table === null ? '' : counted(m.people_import_rows, list.table.rowCount);
  return (
    <FileDrop onFile={list.chooseFile}>
      {(isOver) =>
        list.fileName === null ? (
          <>
            <ListText
              label={m.people_import_source()}
              hint={m.people_import_source_hint()}
              example={m.people_import_example()}
              text={list.text}
              onText={list.setText}
              isOver={isOver}
            />
            <FileChooser reading={list.reading} onFile={list.chooseFile} />
          </>
        ) : (
          <ChosenFile name={list.fileName} summary={rows} onRemove={list.removeFile} />
        )
      }
    </FileDrop>
  );
}
