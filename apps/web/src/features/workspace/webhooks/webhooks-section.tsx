/** Webhooks of a workspace (R85): its receivers, their secrets, and what was sent to them. */
import { type ReactNode, useState } from 'react';
import type { Webhook } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { Plus, Webhook as WebhookSign } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingShape } from '../../../ui/loading-shape.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { WorkspaceSectionProps } from '../section-props.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { useWebhooks } from './webhook-data.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** A secret that was just made, for the receiver of this name. */
interface MadeSecret {
  name: string;
  secret: string;
}

export function WebhooksSection({ workspace }: WorkspaceSectionProps) {
  const list = useWebhooks(workspace.id);
  const [adds, setAdds] = useState(false);
  const [made, setMade] = useState<MadeSecret | null>(null);
  const webhooks = list.data?.webhooks;
  const add = (
    <Button
      disabled={webhooks !== undefined && webhooks.length >= LIMITS.webhooks.max}
      onClick={() => setAdds(true)}
    >
      <Plus aria-hidden className="size-5" />
      {m.webhooks_add()}
    </Button>
  );
  return (
    <section className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-2xl">{m.webhooks_title()}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{m.webhooks_text()}</p>
        </div>
        {webhooks !== undefined && webhooks.length > 0 && add}
      </div>
      {webhooks === undefined ? (
        <Loading failed={list.isError} onRetry={() => void list.refetch()} />
      ) : (
        <Receivers
          workspaceId={workspace.id}
          webhooks={webhooks}
          add={add}
          onSecret={(name, secret) => setMade({ name, secret })}
        />
      )}
      {adds && (
        <WebhookDialog
          workspaceId={workspace.id}
          webhook={null}
          onClose={() => setAdds(false)}
          onAdded={({ name, secret }) => {
            if (secret !== null) setMade({ name, secret });
          }}
        />
      )}
      {made !== null && <SecretDialog {...made} onClose={() => setMade(null)} />}
    </section>
  );
}

interface ReceiversProps {
  workspaceId: string;
  webhooks: readonly Webhook[];
  /** The button that adds one. */
  add: ReactNode;
  onSecret: (name: string, secret: string) => void;
}

function Receivers({ workspaceId, webhooks, add, onSecret }: ReceiversProps) {
  if (webhooks.length === 0) {
    return (
      <div className="grid justify-items-center gap-2 rounded-2xl border-2 border-dashed border-line px-6 py-14 text-center">
        <WebhookSign aria-hidden className="size-12 text-brand" strokeWidth={1.5} />
        <p className="mt-2 font-display text-2xl font-bold">{m.webhooks_none()}</p>
        <p className="mb-3 max-w-md text-ink-soft">{m.webhooks_none_text()}</p>
        {add}
      </div>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-4">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <WebhookCard workspaceId={workspaceId} webhook={webhook} onSecret={onSecret} />
        </li>
      ))}
    </ul>
  );
}

function Loading({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) {
    return (
      <LoadingShape>
        <Skeleton className="h-48" />
      </LoadingShape>
    );
  }
  return (
    <Card className="grid justify-items-start gap-4">
      <p role="alert">{m.webhooks_load_failed()}</p>
      <Button variant="quiet" onClick={onRetry}>
        {m.webhooks_try_again()}
      </Button>
    </Card>
  );
}
