/** R41: the host has issued the link again; it opens the entry here, once. */
import type { ContinuedEntry } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { continueWithLink } from './continue-calls.ts';

interface ReissuedProps {
  token: string;
  onContinued: (entry: ContinuedEntry) => void;
}

export function Reissued({ token, onContinued }: ReissuedProps) {
  const open = useMutation<ContinuedEntry, CallFailed>({
    mutationFn: () => continueWithLink(token),
    onSuccess: onContinued,
  });
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{m.continue_reissued_title()}</h1>
      <p className="mt-3">{m.continue_reissued_text()}</p>
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
