/** Tables of webhooks (R85). As tables.ts says of all. */
import type { WebhookEvent, WebhookFormat } from '@glassdrum/raffle-rules';
import type { Generated } from 'kysely';

/** A receiver of a workspace. */
interface WebhooksTable {
  id: string;
  workspace_id: string;
  name: string;
  format: WebhookFormat;
  /** Names of events, separated by commas. */
  events: string;
  /** The whole address: anyone who has one of Discord or Slack can write there. */
  url_sealed: string;
  /** What is shown of it. */
  address: string;
  /** What payloads are signed with; null for messages of Discord and Slack. */
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  /** Until when payloads are signed with the previous secret as well. */
  previous_until: number | null;
  state: 'active' | 'paused' | 'failing' | 'gone';
  /** Since when it has this state; null for one that was active all the time. */
  state_since: number | null;
  /** The first try that failed after which none succeeded. */
  failing_since: number | null;
  /** Whoever added it; null once that account is deleted. */
  created_by: string | null;
  created_at: number;
}

/** Something that receivers of the workspace are told of. Ids and numbers only: what is sent is read when it is sent (H16). */
interface WebhookEventsTable {
  /** The header `webhook-id`. */
  id: string;
  workspace_id: string;
  /** Null for a test. */
  raffle_id: string | null;
  event: WebhookEvent | 'webhook.test';
  draw_id: string | null;
  /** JSON: numbers of entries and prizes, and counts. */
  about: string;
  at: number;
  /** The raffle's id while entries are added to it: a raffle has one such row. */
  open_batch: string | null;
}

/** An event on its way to one receiver, and afterwards its log. */
interface WebhookDeliveriesTable {
  webhook_id: string;
  event_id: string;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  due_at: number;
  /** Tries since it was last asked for. */
  attempts: Generated<number>;
  /** JSON list of all tries. */
  tries: Generated<string>;
  /** Who delivers it right now, and until when at most. */
  claim: string | null;
  claimed_until: number | null;
  settled_at: number | null;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
