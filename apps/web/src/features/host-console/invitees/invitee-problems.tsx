/** Lines or rows that need fixing, each with its place and the reason; many of them are counted, not all drawn. */
import { m } from '../../../messages/generated/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { counted } from '../counted.ts';
import type { InviteeProblem } from './invitee-lines.ts';

interface InviteeProblemsProps {
  /** Problems keep a line from being added; doubles are added, once they were pointed out. */
  kind?: 'problem' | 'double';
  problems: readonly InviteeProblem[];
  /** "Line 3" or "Row 3". */
  place: (line: number) => string;
}

/** More than this nobody reads at once; the others come up when the first are fixed. */
const SHOWN = 12;

export function InviteeProblems({ kind = 'problem', problems, place }: InviteeProblemsProps) {
  if (problems.length === 0) return null;
  const isDouble = kind === 'double';
  return (
    <div
      className={classNames(
        'rounded-2xl p-3',
        isDouble ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger',
      )}
    >
      <p role="status" className="font-semibold">
        {counted(isDouble ? m.console_doubles : m.console_lines_to_fix, problems.length)}
      </p>
      <ul
        aria-label={isDouble ? m.console_doubles_label() : m.console_problems()}
        className="mt-2 grid gap-2"
      >
        {problems.slice(0, SHOWN).map(({ line, text, message }) => (
          <li key={line} className="grid grid-cols-[5.5rem_1fr] gap-x-2 text-sm">
            <span className="font-semibold tabular-nums">{place(line)}</span>
            <span className="min-w-0">
              <span className="block truncate font-mono">{text}</span>
              {message}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && (
        <p className="mt-2 text-sm">{counted(m.console_more_lines, problems.length - SHOWN)}</p>
      )}
    </div>
  );
}
