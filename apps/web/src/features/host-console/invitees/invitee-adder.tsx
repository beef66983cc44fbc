/** Takes more invitees: the good lines with one press; what can't be taken stays here, to be fixed. */
import type { FormEvent } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange, useRefreshInvitations } from '../console-data.ts';
import { counted } from '../counted.ts';
import { submitInvitees } from './submit-invitees.ts';
import { InviteeListInput } from './invitee-list-input.tsx';
import { type LeftInvitees, useInviteeList } from './use-invitee-list.ts';

interface InviteeAdderProps {
  raffleId: string;
  /** From an earlier attempt; undefined for an empty start. */
  left: LeftInvitees | undefined;
}

export function InviteeAdder({ raffleId, left: earlier }: InviteeAdderProps) {
  const list = useInviteeList(earlier);
  const refresh = useRefreshInvitations(raffleId);
  const add = useChange({
    act: async () => submitInvitees(raffleId, await list.prepare()),
    failed: m.console_invitees_failed(),
    onDone: ({ added, left }) => {
      list.leave(left);
      if (added > 0) {
        refresh();
        toast({
          title: counted(m.console_invitees_added, added),
          ...(left === null ? {} : { description: m.console_lines_left() }),
          tone: 'good',
        });
      }
    },
  });
  const bad = list.count - list.goodCount;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (list.goodCount > 0 && !add.isPending) add.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <InviteeListInput label={m.console_add_invitees()} list={list} />
      {list.sentence !== null && (
        <p role="alert" className="font-semibold text-danger">
          {list.sentence}
        </p>
      )}
      <Button
        type="submit"
        className="justify-self-start max-sm:justify-self-stretch"
        disabled={list.goodCount === 0}
        pending={add.isPending}
        pendingLabel={m.console_adding()}
      >
        {bad > 0 && list.goodCount > 0 ? counted(m.console_add_good, list.goodCount) : m.console_add()}
      </Button>
    </form>
  );
}
