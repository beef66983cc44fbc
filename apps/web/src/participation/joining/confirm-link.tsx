/** H11: the link of the email, opened on any device. Opening it changes nothing; the button confirms. */
import type { ConfirmAnswer } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface ConfirmLinkProps {
  token: string;
  /** This may be the device that waits for it. */
  onConfirmed: () => void;
}

export function ConfirmLink({ token, onConfirmed }: ConfirmLinkProps) {
  const confirm = useMutation<ConfirmAnswer, CallFailed>({
    mutationFn: () => call('POST', '/api/join/confirm', { token }),
    onSuccess: onConfirmed,
  });
  return (
    <Card className="mb-8 text-center">
      <div role="status">
        <h2 className="text-2xl">
          {confirm.isSuccess ? m.participation_confirmed_title() : m.participation_confirm_link_title()}
        </h2>
        <p className="mt-2">{textOf(confirm.data)}</p>
      </div>
      {confirm.isError && (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {confirm.error.message}
        </p>
      )}
      {!confirm.isSuccess && (
        <Button className="mt-4" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          {m.participation_confirm_link()}
        </Button>
      )}
    </Card>
  );
}

function textOf(answer: ConfirmAnswer | undefined): string {
  if (answer === undefined) return m.participation_confirm_link_text();
  return answer.joined ? m.participation_confirmed_joined() : m.participation_confirmed_waits();
}
