/** Where invitees come in: typed or pasted lines, or a CSV or Excel file dropped here; every problem is named at once. */
import { m } from '../../../messages/generated/messages.js';
import { counted } from '../counted.ts';
import { ChosenFile, FileChooser } from './file-chooser.tsx';
import { InviteeProblems } from './invitee-problems.tsx';
import { FileDrop, ListText } from './list-source.tsx';
import type { InviteeFile, InviteeListState } from './use-invitee-list.ts';

interface InviteeListInputProps {
  label: string;
  list: InviteeListState;
}

export function InviteeListInput({ label, list }: InviteeListInputProps) {
  return (
    <FileDrop onFile={list.chooseFile}>
      {(isOver) => (
        <>
          <ListText
            label={label}
            hint={m.console_field_invitees_hint({ count: counted(m.console_invitees_count, list.count) })}
            example={m.console_field_invitees_example()}
            text={list.text}
            onText={list.setText}
            isOver={isOver}
          />
          <InviteeProblems problems={list.textProblems} place={(line) => m.console_line({ line })} />
          <InviteeProblems
            kind="double"
            problems={list.textDoubles}
            place={(line) => m.console_line({ line })}
          />
          {list.file === null ? (
            <FileChooser reading={list.reading} onFile={list.chooseFile} />
          ) : (
            <JudgedFile file={list.file} onRemove={list.removeFile} />
          )}
        </>
      )}
    </FileDrop>
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
