/** What the section of webhooks reads from the server, and how its changes are made (R85). */
import type { Webhook, WebhookDelivery, WebhookLog, WebhooksAnswer } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';

/** First part of every cache key of this section. */
const WEBHOOKS = 'webhooks';

/** While something is on its way, the log is fetched again this long after it was due, ms. */
const WATCH_MS = 1500;
const LONGEST_WATCH_MS = 60_000;

export function webhooksPath(workspaceId: string, webhookId?: string): string {
  const list = `/api/workspaces/${workspaceId}/webhooks`;
  return webhookId === undefined ? list : `${list}/${webhookId}`;
}

export function useWebhooks(workspaceId: string) {
  return useQuery({
    queryKey: [WEBHOOKS, workspaceId],
    queryFn: () => call<WebhooksAnswer>('GET', webhooksPath(workspaceId)),
    refetchOnMount: 'always',
  });
}

export function useWebhookLog(workspaceId: string, webhook: Webhook) {
  return useQuery({
    queryKey: [WEBHOOKS, workspaceId, webhook.id, 'log'],
    queryFn: () => call<WebhookLog>('GET', `${webhooksPath(workspaceId, webhook.id)}/deliveries`),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => nextLookMs(state.data?.deliveries ?? []),
  });
}

/** When the log is worth fetching again, ms from now: soon after the next try; false when nothing waits. */
function nextLookMs(deliveries: readonly WebhookDelivery[]): number | false {
  const next = deliveries.flatMap(({ next_at: at }) => at ?? []);
  if (next.length === 0) return false;
  return Math.min(Math.max(Math.min(...next) - Date.now(), 0) + WATCH_MS, LONGEST_WATCH_MS);
}

interface WebhookChange<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  /** True when the caller shows the refusal itself. */
  onRefused?: (error: CallFailed) => boolean;
}

/** One change at the server: afterwards the section is fetched again, and a refusal becomes a toast. */
export function useWebhookChange<Input = void, Answer = unknown>(change: WebhookChange<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change.act,
    onSuccess: (answer) => {
      change.onDone?.(answer);
      return queryClient.invalidateQueries({ queryKey: [WEBHOOKS] });
    },
    onError: (error) => {
      if (error instanceof CallFailed && change.onRefused?.(error) === true) return;
      toast({
        title: m.webhooks_failed(),
        description: sentenceOf(error, m.webhooks_failed_text()),
        tone: 'danger',
      });
    },
  });
}
