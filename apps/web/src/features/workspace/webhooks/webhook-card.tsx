/** One receiver of webhooks (R85): what it gets, whether things arrive, and what can be done with it. */
import { useState } from 'react';
import type { Webhook, WebhookSecretAnswer } from '@glassdrum/contract';
import { KeyRound, List, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWebhookChange, webhooksPath } from './webhook-data.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookLogDialog } from './webhook-log.tsx';
import { EVENTS, FORMATS, STATES } from './webhook-texts.ts';

interface WebhookCardProps {
  workspaceId: string;
  webhook: Webhook;
  onSecret: (name: string, secret: string) => void;
}

export function WebhookCard({ workspaceId, webhook, onSecret }: WebhookCardProps) {
  const { name, format, state, events, last } = webhook;
  const isFine = last === null || last.ok;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-xl wrap-anywhere">{name}</h3>
          <p className="font-mono text-sm wrap-anywhere text-ink-soft">{webhook.address}</p>
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge>{FORMATS[format].label()}</Badge>
          <Badge tone={STATES[state].tone}>{STATES[state].label()}</Badge>
        </p>
      </div>
      <StateNote webhook={webhook} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {events.map((event) => (
          <li key={event} className="before:mr-2 before:text-brand before:content-['·']">
            {EVENTS[event].label()}
          </li>
        ))}
      </ul>
      <p className={isFine ? 'text-sm text-ink-soft' : 'text-sm font-semibold text-danger'}>
        {lastText(webhook)}
      </p>
      <Actions workspaceId={workspaceId} webhook={webhook} onSecret={onSecret} />
    </Card>
  );
}

function lastText({ last, previous_secret_until: until }: Webhook): string {
  const parts = [
    last === null
      ? m.webhooks_last_none()
      : (last.ok ? m.webhooks_last_ok : m.webhooks_last_failed)({ date: formatDateTime(last.at) }),
    ...(until === null ? [] : [m.webhooks_old_secret_until({ date: formatDateTime(until) })]),
  ];
  return parts.join(' · ');
}

/** Why nothing is sent. */
function StateNote({ webhook: { state, state_since: since } }: { webhook: Webhook }) {
  if (state === 'active') return null;
  const date = formatDateTime(since ?? 0);
  const notes = {
    paused: m.webhooks_paused_text,
    failing: () => m.webhooks_failing_text({ date }),
    gone: () => m.webhooks_gone_text({ date }),
  };
  return (
    <p
      className={state === 'paused' ? 'rounded-xl bg-sunken px-4 py-3' : 'rounded-xl bg-warn-soft px-4 py-3'}
    >
      {notes[state]()}
    </p>
  );
}

function Actions({ workspaceId, webhook, onSecret }: WebhookCardProps) {
  const { id, name, format, state } = webhook;
  const [opens, setOpens] = useState<'edit' | 'log' | 'secret' | 'remove' | null>(null);
  const close = (): void => setOpens(null);
  const path = webhooksPath(workspaceId, id);
  const isActive = state === 'active';
  const test = useWebhookChange({
    act: () => call('POST', `${path}/test`),
    onDone: () => {
      toast({ title: m.webhooks_test_sent(), description: m.webhooks_test_sent_text(), tone: 'good' });
      setOpens('log');
    },
  });
  const toggle = useWebhookChange({
    act: () => call('PATCH', path, { active: !isActive }),
    onDone: () =>
      toast({ title: isActive ? m.webhooks_paused_done() : m.webhooks_resumed_done(), tone: 'good' }),
  });
  const renew = useWebhookChange({
    act: () => call<WebhookSecretAnswer>('POST', `${path}/secret`),
    onDone: ({ secret }) => {
      close();
      onSecret(name, secret);
    },
  });
  const remove = useWebhookChange({
    act: () => call('DELETE', path),
    onDone: () => toast({ title: m.webhooks_removed(), description: name }),
  });
  const ToggleSign = isActive ? Pause : Play;
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button
        variant="quiet"
        aria-label={m.webhooks_test_name({ name })}
        pending={test.isPending}
        onClick={() => test.mutate()}
      >
        <Send aria-hidden className="size-4.5" />
        {m.webhooks_test()}
      </Button>
      <Button variant="quiet" aria-label={m.webhooks_log_name({ name })} onClick={() => setOpens('log')}>
        <List aria-hidden className="size-4.5" />
        {m.webhooks_log()}
      </Button>
      <Button variant="quiet" aria-label={m.webhooks_edit_name({ name })} onClick={() => setOpens('edit')}>
        <Pencil aria-hidden className="size-4.5" />
        {m.webhooks_edit()}
      </Button>
      <Button
        variant="quiet"
        aria-label={(isActive ? m.webhooks_pause_name : m.webhooks_resume_name)({ name })}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        <ToggleSign aria-hidden className="size-4.5" />
        {isActive ? m.webhooks_pause() : m.webhooks_resume()}
      </Button>
      {format === 'standard' && (
        <Button
          variant="quiet"
          aria-label={m.webhooks_secret_new_name({ name })}
          onClick={() => setOpens('secret')}
        >
          <KeyRound aria-hidden className="size-4.5" />
          {m.webhooks_secret_new()}
        </Button>
      )}
      <Button
        variant="quiet"
        className="text-danger"
        aria-label={m.webhooks_remove_name({ name })}
        onClick={() => setOpens('remove')}
      >
        <Trash2 aria-hidden className="size-4.5" />
        {m.webhooks_remove()}
      </Button>
      {opens === 'edit' && <WebhookDialog workspaceId={workspaceId} webhook={webhook} onClose={close} />}
      {opens === 'log' && <WebhookLogDialog workspaceId={workspaceId} webhook={webhook} onClose={close} />}
      <AlertDialog
        open={opens === 'secret'}
        onOpenChange={close}
        title={m.webhooks_secret_new_title()}
        description={<p>{m.webhooks_secret_new_text()}</p>}
        confirmLabel={m.webhooks_secret_new()}
        pending={renew.isPending}
        onConfirm={() => renew.mutate()}
      />
      <AlertDialog
        open={opens === 'remove'}
        onOpenChange={close}
        title={m.webhooks_remove_title()}
        description={<p>{m.webhooks_remove_text({ name })}</p>}
        confirmLabel={m.webhooks_remove()}
        tone="danger"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}
