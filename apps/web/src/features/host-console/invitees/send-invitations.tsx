/** Sending the invitations by email, and what became of the raffle's emails (R51); without a mail server it says so. */
import type { HostRaffle, Invitation, MailOverview, SendInvitationsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { useSendsMail } from '../../../api/installation.ts';
import { hostCan, rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange, useRefreshInvitations } from '../console-data.ts';
import { counted } from '../counted.ts';
import { occasionText, reasonText } from './mail-texts.ts';

/** While emails are on their way their states are asked for again. */
const ASK_AGAIN_MS = 3_000;

interface SendInvitationsProps {
  raffle: HostRaffle;
  invitations: readonly Invitation[];
}

export function SendInvitations({ raffle, invitations }: SendInvitationsProps) {
  const sendsMail = useSendsMail();
  if (sendsMail === undefined || invitations.length === 0) return null;
  if (!sendsMail) return <p className="text-sm text-ink-soft">{m.console_mail_off()}</p>;
  return <Sending raffle={raffle} invitations={invitations} />;
}

function Sending({ raffle, invitations }: SendInvitationsProps) {
  const refresh = useRefreshInvitations(raffle.id);
  const path = `/api/raffles/${raffle.id}/mail`;
  const overview = useQuery({
    queryKey: [path],
    queryFn: () => call<MailOverview>('GET', path),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => ((state.data?.counts.waiting ?? 0) > 0 ? ASK_AGAIN_MS : false),
  });
  const send = useChange({
    act: () => call<SendInvitationsAnswer>('POST', `/api/raffles/${raffle.id}/invites/send`),
    failedTitle: m.console_mail_send_failed(),
    onDone: ({ queued }) => {
      refresh();
      void overview.refetch();
      toast({
        title: counted(m.console_mail_queued, queued),
        description: m.console_mail_queued_text(),
        tone: 'good',
      });
    },
  });
  const unsent = invitations.filter(
    ({ state, email, mail }) => state === 'invited' && email !== null && mail === null,
  );
  const withoutAddress = invitations.filter(({ state, email }) => state === 'invited' && email === null);
  const counts = overview.data?.counts;
  return (
    <section
      aria-label={m.console_mail()}
      className="grid gap-3 rounded-2xl border border-line bg-sunken p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-48 flex-1">
          <p className="font-semibold">{counted(m.console_mail_unsent, unsent.length)}</p>
          {withoutAddress.length > 0 && (
            <p className="text-sm text-ink-soft">
              {counted(m.console_mail_without_address, withoutAddress.length)}
            </p>
          )}
          {rafflePhase(raffle) === 'draft' && (
            <p className="text-sm text-ink-soft">{m.console_mail_draft()}</p>
          )}
        </div>
        {unsent.length > 0 && hostCan(raffle, 'send_invitations') && (
          <Button pending={send.isPending} onClick={() => send.mutate()}>
            <Mail aria-hidden className="size-5" />
            {m.console_mail_send()}
          </Button>
        )}
      </div>
      {counts !== undefined && counts.sent + counts.waiting + counts.failed > 0 && (
        <p role="status" className="text-sm">
          {m.console_mail_counts({
            sent: String(counts.sent),
            waiting: String(counts.waiting),
            failed: String(counts.failed),
          })}
        </p>
      )}
      {overview.data !== undefined && <Failures failures={overview.data.failures} />}
    </section>
  );
}

function Failures({ failures }: Pick<MailOverview, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center font-semibold">{m.console_mail_failures()}</summary>
      <ul className="grid max-h-60 gap-1.5 overflow-y-auto">
        {failures.map(({ invitee_id: id, display_name: name, occasion, reason }) => (
          <li key={`${id}-${occasion}`} className="wrap-anywhere">
            {m.console_mail_failure({ name, email: occasionText(occasion), reason: reasonText(reason) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
