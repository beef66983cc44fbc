/** R41, R66: the host has issued the link again, or entered its holder; it opens the entry here, once. */
import type { ContinuedEntry } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { continueWithLink } from './continue-calls.ts';

interface ReissuedProps {
  token: string;
  /** With which the host entered this person; null for somebody who joined. */
  enteredNumber: number | null;
  onContinued: (entry: ContinuedEntry) => void;
}

export function Reissued({ token, enteredNumber, onContinued }: ReissuedProps) {
  const open = useMutation<ContinuedEntry, CallFailed>({
    mutationFn: () => continueWithLink(token),
    onSuccess: onContinued,
  });
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">
        {enteredNumber === null ? m.continue_reissued_title() : m.continue_entered_title()}
      </h1>
      <p className="mt-3">
        {enteredNumber === null
          ? m.continue_reissued_text()
          : m.continue_entered_text({ number: enteredNumber })}
      </p>
      {open.isError && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {open.error.message}
        </p>
      )}
      <Button
        className="mt-6 min-h-13 w-full max-w-sm text-lg"
        pending={open.isPending}
        pendingLabel={m.continue_going()}
        onClick={() => open.mutate()}
      >
        {m.continue_reissued_go()}
      </Button>
    </Card>
  );
}
