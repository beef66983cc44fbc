/** A list of people on its way in (R66): pasted or from a file, as a table whose columns the host can choose, and judged. */
import { useEffect, useState } from 'react';
import type { LineProblem } from '@glassdrum/contract';
import { useCurrentUser } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import type { PeopleTable } from '../invitees/invitee-worker-protocol.ts';
import { fileRefusalText } from '../invitees/file-refusal-text.ts';
import { judgePeopleTable, readPeopleTable } from '../invitees/read-invitees.ts';
import { type ColumnPlan, hasNames } from './columns.ts';
import type { JudgedPeople } from './list-rows.ts';

const AFTER_TYPING_MS = 200;

export interface PeopleListState {
  text: string;
  /** Null while the list is pasted. */
  fileName: string | null;
  reading: boolean;
  table: PeopleTable | null;
  /** As guessed, or as the host chose; null without a table. */
  columns: ColumnPlan | null;
  /** Null without a table, without names, and while it is judged. */
  judged: JudgedPeople | null;
  setText: (text: string) => void;
  chooseFile: (file: File) => void;
  removeFile: () => void;
  chooseColumns: (columns: ColumnPlan) => void;
  clear: () => void;
}

/** @param maxTickets null where people are invited */
export function usePeopleList(maxTickets: number | null): PeopleListState {
  const { data: user } = useCurrentUser();
  const hostName = user?.name ?? '';
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ name: string; table: PeopleTable } | null>(null);
  const [reading, setReading] = useState(false);
  const pasted = usePastedTable(file === null ? text : '');
  const [chosen, setChosen] = useState<ColumnPlan | null>(null);
  const table = file?.table ?? pasted;
  const columns = columnsFor(table, chosen);
  const judged = useJudged({ table, columns, hostName, maxTickets });

  return {
    text,
    fileName: file?.name ?? null,
    reading,
    table,
    columns,
    judged,
    setText,
    chooseFile(picked) {
      setReading(true);
      void readPeopleTable(picked).then((answer) => {
        setReading(false);
        if ('refusal' in answer) {
          const description = fileRefusalText(answer.refusal);
          toast({ title: m.console_file_failed(), description, tone: 'danger' });
        } else setFile({ name: picked.name, table: answer });
      });
    },
    removeFile: () => setFile(null),
    chooseColumns: setChosen,
    clear() {
      setText('');
      setFile(null);
      setChosen(null);
    },
  };
}

/** What the host chose holds while the list is corrected, as long as it has as many columns. */
function columnsFor(table: PeopleTable | null, chosen: ColumnPlan | null): ColumnPlan | null {
  if (table === null) return null;
  return chosen?.roles.length === table.columns.roles.length ? chosen : table.columns;
}

/** The newest table of the text; the one before it stays while the host types on. */
function usePastedTable(text: string): PeopleTable | null {
  const [table, setTable] = useState<PeopleTable | null>(null);
  const isBlank = text.trim() === '';
  useEffect(() => {
    if (isBlank) return;
    let over = false;
    const timer = setTimeout(() => {
      void readPeopleTable(text).then((answer) => {
        if (!over && !('refusal' in answer)) setTable(answer);
      });
    }, AFTER_TYPING_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text, isBlank]);
  return isBlank ? null : table;
}

interface ToJudge {
  table: PeopleTable | null;
  columns: ColumnPlan | null;
  hostName: string;
  maxTickets: number | null;
}

/** Only the answer to the present question counts: what is shown is what is sent. */
function useJudged({ table, columns, hostName, maxTickets }: ToJudge): JudgedPeople | null {
  const [judged, setJudged] = useState<{ of: string; people: JudgedPeople } | null>(null);
  const tableId = table?.tableId ?? null;
  const question =
    tableId === null || columns === null || !hasNames(columns)
      ? null
      : JSON.stringify({ tableId, columns, hostName, maxTickets });
  useEffect(() => {
    if (question === null) return;
    let over = false;
    const asked = JSON.parse(question) as Parameters<typeof judgePeopleTable>[0];
    void judgePeopleTable(asked).then((answer) => {
      if (!over && !('refusal' in answer)) setJudged({ of: question, people: answer });
    });
    return () => {
      over = true;
    };
  }, [question]);
  return judged !== null && judged.of === question ? judged.people : null;
}

/** Problems of both, in the order of the table. */
export function allProblems(judged: JudgedPeople, refused: readonly LineProblem[]): LineProblem[] {
  return [...judged.bad, ...refused].toSorted((a, b) => a.line - b.line);
}
