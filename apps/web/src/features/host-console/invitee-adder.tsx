/** Takes a pasted list of invitees; shows every line that needs mending and offers to skip those. */
import { useState } from 'react';
import type { InvitesAnswer } from '@glassdrum/contract';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { counted } from './counted.ts';
import { useChange, useRefreshInvitations } from './console-data.ts';
import type { ListProblems } from './console-dialogs.tsx';
import { countInvitees } from './invitee-text.ts';

interface InviteeAdderProps {
  raffleId: string;
  /** From an earlier attempt; undefined for an empty start. */
  problems: ListProblems | undefined;
}

export function InviteeAdder({ raffleId, problems: earlier }: InviteeAdderProps) {
  const [text, setText] = useState(earlier?.text ?? '');
  const [problems, setProblems] = useState(earlier);
  const refresh = useRefreshInvitations(raffleId);
  const count = countInvitees(text);
  const add = useChange({
    act: (skip: boolean) =>
      call<InvitesAnswer>('POST', `/api/raffles/${raffleId}/invites`, {
        invitees: text,
        skip_bad_lines: skip,
      }),
    failed: m.console_invitees_failed(),
    onDone: ({ added, skipped }) => {
      setText('');
      setProblems(undefined);
      refresh();
      toast({
        title: counted(m.console_invitees_added, added),
        description: skipped.length === 0 ? undefined : counted(m.console_lines_skipped, skipped.length),
        tone: 'good',
      });
    },
    onRefused: ({ lines, message }) => {
      if (lines === undefined) return false;
      setProblems({ text, lines, sentence: message });
      return true;
    },
  });

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0) add.mutate(false);
      }}
    >
      <Field
        label={m.console_add_invitees()}
        hint={m.console_field_invitees_hint({ count: counted(m.console_invitees_count, count) })}
      >
        <TextArea
          spellCheck={false}
          autoComplete="off"
          placeholder={m.console_field_invitees_example()}
          className="font-mono text-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {problems !== undefined && <Problems problems={problems} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={count === 0}
          pending={add.isPending && !add.variables}
          pendingLabel={m.console_adding()}
        >
          {m.console_add()}
        </Button>
        {problems !== undefined && problems.lines.length > 0 && (
          <Button
            variant="quiet"
            pending={add.isPending && add.variables}
            pendingLabel={m.console_adding()}
            onClick={() => add.mutate(true)}
          >
            {m.console_skip_bad_lines()}
          </Button>
        )}
      </div>
    </form>
  );
}

function Problems({ problems: { lines, sentence } }: { problems: ListProblems }) {
  return (
    <div role="alert" className="rounded-2xl bg-danger-soft p-4 text-danger">
      <p className="font-semibold">{sentence}</p>
      <ul className="mt-2 grid max-h-52 gap-2 overflow-y-auto">
        {lines.map(({ line, text, message }) => (
          <li key={line} className="grid grid-cols-[4.5rem_1fr] gap-x-2">
            <span className="font-semibold tabular-nums">{m.console_line({ line })}</span>
            <span className="min-w-0">
              <span className="block truncate font-mono text-sm">{text}</span>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
