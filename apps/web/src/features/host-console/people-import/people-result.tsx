/** What became of a list of people: how many were entered or invited, with which numbers, and what comes next. */
import type { PeopleAnswer, PeopleMode } from '@glassdrum/contract';
import { CircleCheck } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../counted.ts';
import { DownloadLink } from '../download-link.tsx';

export interface PeopleAdded {
  mode: PeopleMode;
  answer: PeopleAnswer;
  /** Rows that this page left out itself. */
  left: number;
}

interface PeopleResultProps extends PeopleAdded {
  raffleId: string;
  onMore: () => void;
  onClose: () => void;
}

export function PeopleResult({ raffleId, mode, answer, left, onMore, onClose }: PeopleResultProps) {
  const { added, emails, first_number: first, skipped_count: skipped } = answer;
  const leftOut = left + skipped;
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <CircleCheck aria-hidden className="size-14 text-good" strokeWidth={1.5} />
      <div role="status" className="grid gap-2">
        <p className="font-display text-2xl font-bold tabular-nums">
          {counted(mode === 'enter' ? m.people_import_entered : m.people_import_invited, added)}
        </p>
        {first !== null && <p className="tabular-nums">{numbersText(first, added)}</p>}
        {emails > 0 && <p>{counted(m.people_import_emails, emails)}</p>}
        {leftOut > 0 && <p className="text-ink-soft">{counted(m.people_import_left_out, leftOut)}</p>}
      </div>
      <p className="max-w-md text-ink-soft">
        {mode === 'enter' ? m.people_import_entered_next() : m.people_import_invited_next()}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
        <Button onClick={onClose}>{m.people_import_done()}</Button>
        <Button variant="quiet" onClick={onMore}>
          {m.people_import_more()}
        </Button>
        <DownloadLink
          href={`/api/raffles/${raffleId}/invites/export?format=csv`}
          label={m.people_import_links()}
        />
      </div>
    </div>
  );
}

function numbersText(first: number, added: number): string {
  return added === 1
    ? m.people_import_number({ number: first.toLocaleString() })
    : m.people_import_numbers({
        first: first.toLocaleString(),
        last: (first + added - 1).toLocaleString(),
      });
}
