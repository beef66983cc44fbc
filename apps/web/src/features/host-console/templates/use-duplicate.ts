/** Duplicating a raffle (R80). */
import type { DuplicateBody, HostRaffle } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

/** Whether there is somebody on its list who can be put on the copy's. */
export function hasPeople({ invitees_count: invited, sources, cleaned_at: cleanedAt }: HostRaffle): boolean {
  return cleanedAt === null && invited + sources.host > 0;
}

/** Its input: whether the same people are put on the list. */
export function useDuplicate(raffleId: string, onDone?: () => void) {
  return useChange({
    act: (people: boolean) =>
      call<HostRaffle>('POST', `/api/raffles/${raffleId}/duplicate`, { people } satisfies DuplicateBody),
    failed: m.console_duplicate_failed(),
    onDone: ({ title }) => {
      toast({
        title: m.console_duplicated(),
        description: m.console_duplicated_text({ title }),
        tone: 'good',
      });
      onDone?.();
    },
  });
}
