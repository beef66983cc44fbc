/** The host checks somebody in for the next draw, or takes that back (R71). */
import type { CheckInsAnswer, CheckInsBody, HostRaffle, ParticipantRow } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { randomKey } from '../../../api/random-key.ts';
import { m } from '../../../messages/generated/messages.js';
import { checkInSentences } from '../../../participation/presence/check-in-results.ts';
import { toast } from '../../../ui/toast.tsx';
import { useChange, useRefreshParticipants } from '../console-data.ts';

interface CheckIn {
  action: CheckInsBody['action'];
  entry: Pick<ParticipantRow, 'entry_number'>;
}

export function useCheckIn({ id, presence }: HostRaffle) {
  const refresh = useRefreshParticipants(id);
  const draw = presence?.check_in?.draw;
  return useChange({
    act: ({ action, entry }: CheckIn) => {
      const numbers = String(entry.entry_number);
      const body: CheckInsBody = {
        client_id: randomKey(),
        action,
        numbers,
        ...(draw !== undefined && { draw }),
      };
      return call<CheckInsAnswer>('POST', `/api/raffles/${id}/check-ins`, body);
    },
    failed: m.presence_failed_host(),
    onDone: (answer) => {
      refresh();
      const isMade = answer.results.every(({ result }) => result === 'checked_in' || result === 'taken_back');
      toast({ title: checkInSentences(answer).join(' '), ...(isMade && { tone: 'good' }) });
    },
  });
}
