/** H11: a request to join that waits for the host, or was declined: its progress, and what to do. */
import type { PublicRaffle, WaitingEntry } from '@glassdrum/contract';
import { decideConfirmation } from '@glassdrum/raffle-rules';
import { Hourglass, MailOpen, UserX } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { AS_PRESENTED, factsOf } from '../../api/raffle-facts.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConfirmEmail } from './confirm-email.tsx';

interface RequestViewProps {
  raffle: PublicRaffle;
  request: WaitingEntry;
  onCancel: () => Promise<void>;
  /** The address is confirmed. */
  onConfirmed: () => void;
}

export function RequestView({ raffle, request, onCancel, onConfirmed }: RequestViewProps) {
  const { title, text, icon: Icon } = wordsFor(raffle, request);
  const isDeclined = request.state === 'declined';
  const isOpen = canConfirm(raffle);
  return (
    <Card className="mx-auto w-full max-w-lg py-8 text-center">
      <Icon aria-hidden className="mx-auto mb-4 size-10 text-ink-soft" />
      <div role="status">
        <h2 className="text-3xl">{title}</h2>
        <p className="mt-3">{text}</p>
      </div>
      <p className="mt-3 font-semibold wrap-anywhere">
        {m.participation_request_name({ name: request.display_name })}
      </p>
      {isOpen && !isDeclined && request.waits_for[0] === 'email' && (
        <ConfirmEmail raffleId={raffle.id} onConfirmed={onConfirmed} />
      )}
      {isOpen && !isDeclined && (
        <p className="mt-3 text-sm text-ink-soft">{m.participation_request_keep_open()}</p>
      )}
      <div className="mt-6">
        <Cancel
          label={isDeclined ? m.participation_request_again() : m.participation_request_cancel()}
          onCancel={onCancel}
        />
      </div>
    </Card>
  );
}

const canConfirm = (raffle: PublicRaffle): boolean => decideConfirmation(factsOf(raffle), AS_PRESENTED).ok;

function wordsFor(raffle: PublicRaffle, { state, waits_for: waitsFor }: WaitingEntry) {
  if (state === 'declined') {
    return { title: m.participation_declined_title(), text: m.participation_declined_text(), icon: UserX };
  }
  if (!canConfirm(raffle)) {
    return {
      title: m.participation_too_late_title(),
      text: m.participation_too_late_text(),
      icon: Hourglass,
    };
  }
  if (waitsFor[0] === 'email') {
    return { title: m.participation_confirm_title(), text: m.participation_confirm_text(), icon: MailOpen };
  }
  return { title: m.participation_approval_title(), text: m.participation_approval_text(), icon: Hourglass };
}

function Cancel({ label, onCancel }: { label: string; onCancel: () => Promise<void> }) {
  const [isPending, setPending] = useState(false);
  const cancel = (): void => {
    setPending(true);
    onCancel()
      .catch((error: unknown) => {
        const description = sentenceOf(error, m.participation_request_cancel_failed());
        toast({ title: m.common_error_title(), description, tone: 'danger' });
      })
      .finally(() => setPending(false));
  };
  return (
    <Button variant="quiet" pending={isPending} onClick={cancel}>
      {label}
    </Button>
  );
}
