/** A list of invitees on its way in: typed lines and perhaps a file, judged while the host watches. */
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { fileRefusalText } from './file-refusal-text.ts';
import { countInvitees, type InviteeProblem, type JudgedInvitees } from './invitee-lines.ts';
import { readInviteeFile, readInviteeText } from './read-invitees.ts';

/** Lines that were not taken, to be fixed; nothing is lost. */
export interface LeftInvitees {
  text: string;
  /** What the server said about a line, by the line's text. */
  remarks: ReadonlyMap<string, string>;
  /** Why nothing was taken at all, in the server's words; null when only some lines are left. */
  sentence: string | null;
}

export interface InviteeFile {
  name: string;
  judged: JudgedInvitees;
}

const NO_REMARKS: ReadonlyMap<string, string> = new Map();
const AFTER_TYPING_MS = 150;

export interface InviteeListState {
  text: string;
  file: InviteeFile | null;
  reading: boolean;
  /** Lines that are not blank, and people in the file. */
  count: number;
  goodCount: number;
  textProblems: readonly InviteeProblem[];
  textDoubles: readonly InviteeProblem[];
  sentence: string | null;
  setText: (text: string) => void;
  chooseFile: (file: File) => void;
  removeFile: () => void;
  /** Starts over with what was not taken; null: with nothing. */
  leave: (left: LeftInvitees | null) => void;
  /** Everything as it stands now, judged. */
  prepare: () => Promise<JudgedInvitees>;
}

export function useInviteeList(earlier: LeftInvitees | undefined): InviteeListState {
  const { data: user } = useCurrentUser();
  const hostName = user?.name ?? '';
  const [text, setText] = useState(earlier?.text ?? '');
  const [remarks, setRemarks] = useState(earlier?.remarks ?? NO_REMARKS);
  const [sentence, setSentence] = useState(earlier?.sentence ?? null);
  const [file, setFile] = useState<InviteeFile | null>(null);
  const [reading, setReading] = useState(false);
  const judged = useJudged(text, hostName);
  const textProblems = [...(judged?.bad ?? []), ...remarked(text, remarks, judged?.bad ?? [])].toSorted(
    (a, b) => a.line - b.line,
  );
  const textCount = countInvitees(text);
  const inFile = file === null ? 0 : file.judged.good.length + file.judged.bad.length;

  return {
    text,
    file,
    reading,
    count: textCount + inFile,
    goodCount: Math.max(0, textCount - textProblems.length) + (file?.judged.good.length ?? 0),
    textProblems,
    textDoubles: judged?.doubles ?? [],
    sentence,
    setText,
    chooseFile(chosen) {
      setReading(true);
      void readInviteeFile(chosen, hostName).then((answer) => {
        setReading(false);
        if ('refusal' in answer) {
          toast({
            title: m.console_file_failed(),
            description: fileRefusalText(answer.refusal),
            tone: 'danger',
          });
        } else setFile({ name: chosen.name, judged: answer });
      });
    },
    removeFile: () => setFile(null),
    leave(left) {
      setText(left?.text ?? '');
      setRemarks(left?.remarks ?? NO_REMARKS);
      setSentence(left?.sentence ?? null);
      setFile(null);
    },
    async prepare() {
      const fromText =
        text.trim() === ''
          ? { good: [], bad: [], doubles: [] }
          : ((await readInviteeText(text, hostName)) ?? unjudged(text));
      return {
        good: [...fromText.good, ...(file?.judged.good ?? [])],
        bad: [...fromText.bad, ...(file?.judged.bad ?? [])],
        doubles: [...fromText.doubles, ...(file?.judged.doubles ?? [])],
      };
    },
  };
}

/** The newest answer for the text; the one before it stays while the host types on. */
function useJudged(text: string, hostName: string): JudgedInvitees | null {
  const [judged, setJudged] = useState<JudgedInvitees | null>(null);
  useEffect(() => {
    if (text.trim() === '') return;
    let over = false;
    const timer = setTimeout(() => {
      void readInviteeText(text, hostName).then((answer) => {
        if (!over) setJudged(answer);
      });
    }, AFTER_TYPING_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text, hostName]);
  return text.trim() === '' ? null : judged;
}

/** Lines about which the server said something that only it can know. */
function remarked(
  text: string,
  remarks: ReadonlyMap<string, string>,
  known: readonly InviteeProblem[],
): InviteeProblem[] {
  if (remarks.size === 0) return [];
  const lines = new Set(known.map(({ line }) => line));
  return text.split(/\r\n|\r|\n/u).flatMap((raw, index) => {
    const message = remarks.get(raw.trim());
    return message === undefined || lines.has(index + 1)
      ? []
      : [{ line: index + 1, text: raw.trim(), message }];
  });
}

/** Without a worker the server judges alone. */
function unjudged(text: string): JudgedInvitees {
  return { good: text.split(/\r\n|\r|\n/u).filter((line) => line.trim() !== ''), bad: [], doubles: [] };
}
