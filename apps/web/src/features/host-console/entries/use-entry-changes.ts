/** What a host changes about one entry: its tickets, its removal, its personal data (R11, R20, H16). */
import type { HostRaffle, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import type { NamePublication } from '@glassdrum/raffle-rules';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { participantsKey, useChange } from '../console-data.ts';
import { hostCan } from '../host-actions.ts';

const pathOf = (raffleId: string, inviteeId: string): string =>
  `/api/raffles/${raffleId}/participants/${inviteeId}`;

interface TicketsChange {
  inviteeId: string;
  tickets: number;
  before: number;
}

/** Shown at once; taken back when the server says no. */
export function useChangeTickets({ id: raffleId }: HostRaffle) {
  const setRow = useSetRow(raffleId);
  const change = useChange({
    act: ({ inviteeId, tickets, before }: TicketsChange) => {
      const show = (shown: number): void => setRow(inviteeId, (row) => ({ ...row, tickets: shown }));
      show(tickets);
      return call('PATCH', `${pathOf(raffleId, inviteeId)}/tickets`, { tickets }).catch((error: unknown) => {
        show(before);
        throw error;
      });
    },
    failed: m.console_tickets_failed(),
    onDone: () => {
      toast({ title: m.console_tickets_updated(), tone: 'good' });
    },
  });
  return ({ invitee_id: inviteeId, tickets: before }: ParticipantRow, tickets: number): void => {
    change.mutate({ inviteeId, tickets, before });
  };
}

/** R78. */
export function useLowerName({ id: raffleId }: HostRaffle, onDone: () => void) {
  const setRow = useSetRow(raffleId);
  return useChange({
    act: ({ inviteeId, publication }: { inviteeId: string; publication: NamePublication }) =>
      call('PUT', `${pathOf(raffleId, inviteeId)}/name`, { name_publication: publication }),
    failed: m.console_names_lower_failed(),
    onDone: (_answer, { inviteeId, publication }) => {
      setRow(inviteeId, (row) => ({ ...row, name_publication: publication }));
      onDone();
      toast({ title: m.console_names_lowered(), tone: 'good' });
    },
  });
}

export function useRemoveEntry({ id: raffleId }: HostRaffle, onDone: () => void) {
  const setRow = useSetRow(raffleId);
  return useChange({
    act: (inviteeId: string) => call('DELETE', pathOf(raffleId, inviteeId)),
    failed: m.console_remove_failed(),
    onDone: (_answer, inviteeId) => {
      setRow(inviteeId, removed);
      onDone();
      toast({ title: m.console_removed(), description: m.console_removed_text() });
    },
  });
}

/** Before the draw the entry is removed as well. */
export function useEraseEntry(raffle: HostRaffle, onDone: () => void) {
  const setRow = useSetRow(raffle.id);
  return useChange({
    act: (inviteeId: string) => call('POST', `/api/raffles/${raffle.id}/people/${inviteeId}/erase`),
    failed: m.console_erase_failed(),
    onDone: (_answer, inviteeId) => {
      setRow(inviteeId, (row) => ({
        ...(hostCan(raffle, 'change_tickets') ? removed(row) : row),
        display_name: '',
        email: null,
      }));
      onDone();
      toast({ title: m.console_erased(), description: m.console_erased_text() });
    },
  });
}

function removed(row: ParticipantRow): ParticipantRow {
  return { ...row, tickets: 0, state: row.state === 'withdrawn' ? 'withdrawn' : 'removed' };
}

/** Writes a change of one row into what is shown, so that ten thousand rows need not be asked for again. */
function useSetRow(raffleId: string) {
  const queryClient = useQueryClient();
  return (inviteeId: string, change: (row: ParticipantRow) => ParticipantRow): void => {
    queryClient.setQueriesData<ParticipantsAnswer>({ queryKey: participantsKey(raffleId) }, (answer) =>
      answer === undefined
        ? answer
        : {
            ...answer,
            participants: answer.participants.map((row) =>
              row.invitee_id === inviteeId ? change(row) : row,
            ),
          },
    );
  };
}
