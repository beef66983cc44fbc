/** What was sent to a receiver of webhooks, what came of it, and sending it again (R85). */
import { useId, useState } from 'react';
import type { DeliveryPayload, DeliveryTry, Webhook, WebhookDelivery } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, RotateCcw, ScrollText } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadingShape } from '../../../ui/loading-shape.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWebhookChange, useWebhookLog, webhooksPath } from './webhook-data.ts';
import { DELIVERY_STATES, eventLabel, tryText } from './webhook-texts.ts';

interface LogProps {
  workspaceId: string;
  webhook: Webhook;
}

export function WebhookLogDialog({ onClose, ...props }: LogProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.webhooks_log_title({ name: props.webhook.name })}
      description={m.webhooks_log_text()}
    >
      <Log {...props} />
    </Dialog>
  );
}

function Log(props: LogProps) {
  const log = useWebhookLog(props.workspaceId, props.webhook);
  if (log.data === undefined) {
    return log.isError ? (
      <div className="grid justify-items-start gap-4">
        <p role="alert">{m.webhooks_log_failed()}</p>
        <Button variant="quiet" onClick={() => void log.refetch()}>
          {m.webhooks_try_again()}
        </Button>
      </div>
    ) : (
      <LoadingShape>
        <Skeleton className="h-40" />
      </LoadingShape>
    );
  }
  const { deliveries } = log.data;
  if (deliveries.length === 0) {
    return (
      <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
        <ScrollText aria-hidden className="size-12 text-brand" strokeWidth={1.5} />
        <p className="font-display text-2xl font-bold">{m.webhooks_log_none()}</p>
        <p className="max-w-md text-ink-soft">{m.webhooks_log_none_text()}</p>
      </div>
    );
  }
  return (
    <ol className="divide-y divide-line border-y border-line">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} {...props} delivery={delivery} />
      ))}
    </ol>
  );
}

function Delivery({ workspaceId, webhook, delivery }: LogProps & { delivery: WebhookDelivery }) {
  const { event, at, state, raffle, tries } = delivery;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const last = tries.at(-1);
  const date = formatDateTime(at);
  return (
    <li className="grid grid-cols-1 gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{eventLabel(event)}</span>
            <Badge tone={DELIVERY_STATES[state].tone}>{DELIVERY_STATES[state].label()}</Badge>
          </p>
          {raffle !== null && <p className="wrap-anywhere">{raffle.title}</p>}
          <p className="text-sm text-ink-soft tabular-nums">
            {[date, ...(tries.length === 0 ? [] : [triesText(tries.length)])].join(' · ')}
          </p>
          {last !== undefined && state !== 'delivered' && (
            <p className="text-sm font-semibold text-danger">{tryText(last)}</p>
          )}
          {state === 'waiting' && <p className="text-sm text-ink-soft">{nextText(delivery)}</p>}
        </div>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={m.webhooks_details_of({ event: eventLabel(event), date })}
          onClick={() => setOpen(!isOpen)}
        >
          {m.webhooks_details()}
          <ChevronDown
            aria-hidden
            className={classNames('size-5 transition-transform duration-(--fast)', isOpen && 'rotate-180')}
          />
        </Button>
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <Details workspaceId={workspaceId} webhook={webhook} delivery={delivery} />}
      </div>
    </li>
  );
}

function triesText(count: number): string {
  return count === 1 ? m.webhooks_tries_one() : m.webhooks_tries_many({ count });
}

function nextText({ next_at: next }: WebhookDelivery): string {
  return next === null ? m.webhooks_waits_paused() : m.webhooks_next_try({ date: formatDateTime(next) });
}

function Details({ workspaceId, webhook, delivery }: LogProps & { delivery: WebhookDelivery }) {
  const { id, event, at, state, tries } = delivery;
  const path = `${webhooksPath(workspaceId, webhook.id)}/deliveries/${id}`;
  const payload = useQuery({
    queryKey: ['webhook-payload', path],
    queryFn: () => call<DeliveryPayload>('GET', `${path}/payload`),
    refetchOnMount: 'always',
  });
  const again = useWebhookChange({
    act: () => call('POST', `${path}/send`),
    onDone: () => {
      toast({ title: m.webhooks_sent_again(), description: m.webhooks_sent_again_text(), tone: 'good' });
    },
  });
  return (
    <div className="grid grid-cols-1 gap-4 rounded-2xl bg-sunken p-4">
      <code className="text-sm wrap-anywhere text-ink-soft">{id}</code>
      {tries.length > 0 && (
        <ol className="grid gap-1">
          {tries.map((one) => (
            <Try key={one.at} one={one} />
          ))}
        </ol>
      )}
      <div>
        <h3 className="text-base">{m.webhooks_payload()}</h3>
        {payload.data === undefined ? (
          <p className="text-ink-soft">{payload.isError ? m.webhooks_payload_failed() : '…'}</p>
        ) : (
          <pre
            // Longer ones are scrolled with the keyboard, too.
            tabIndex={0}
            aria-label={m.webhooks_payload()}
            className="mt-2 max-h-80 overflow-auto rounded-xl bg-card p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
          >
            {pretty(payload.data.body)}
          </pre>
        )}
      </div>
      {state !== 'waiting' && (
        <Button
          variant="quiet"
          className="justify-self-start bg-card"
          aria-label={m.webhooks_send_again_of({ event: eventLabel(event), date: formatDateTime(at) })}
          pending={again.isPending}
          onClick={() => again.mutate()}
        >
          <RotateCcw aria-hidden className="size-4.5" />
          {m.webhooks_send_again()}
        </Button>
      )}
    </div>
  );
}

function Try({ one }: { one: DeliveryTry }) {
  return (
    <li className="flex flex-wrap gap-x-3 text-sm tabular-nums">
      <span className="text-ink-soft">{formatDateTime(one.at)}</span>
      <span>{tryText(one)}</span>
      <span className="text-ink-soft">{m.webhooks_try_ms({ ms: one.duration_ms.toLocaleString() })}</span>
    </li>
  );
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
