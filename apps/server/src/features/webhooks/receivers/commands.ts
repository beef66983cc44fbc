/**
 * Receivers of webhooks (R85), as owners and hosts of a workspace change them. Addresses and secrets are sealed; a secret is shown
 * once, by the call that makes it.
 */
import { randomBytes } from 'node:crypto';
import type { AuditAction, WebhookPatchBody } from '@glassdrum/contract';
import {
  LIMITS,
  SECRET_OVERLAP_MS,
  type WebhookEvent,
  webhookEvents,
  type WebhookFormat,
} from '@glassdrum/raffle-rules';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { DestinationProblem, DestinationRule } from '../../../platform/http/outgoing/destinations.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { webhookSecretPurpose, webhookUrlPurpose } from '../../../platform/keys/purposes.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { lockWorkspace } from '../../workspaces/queries.ts';
import type { OwnWorkspace } from '../../workspaces/workspace-gate.ts';
import { insertEvent } from '../events/commands.ts';
import { newWebhookSecret } from '../payloads/signature.ts';
import type { WebhookRow } from '../deliveries/send.ts';

export interface WebhookCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  destinations: DestinationRule;
}

interface NewWebhook {
  name: string;
  url: string;
  format: WebhookFormat;
  events: readonly WebhookEvent[];
}

/** @param input.by the account that adds it @throws RefusalError invalid_input for an address, too_many_webhooks */
export async function addWebhook(
  parts: WebhookCommandParts,
  workspace: OwnWorkspace,
  { name, url, format, events, by, from }: NewWebhook & { by: string; from: CallerHashes },
): Promise<{ row: WebhookRow; secret: string | null }> {
  const { database, keys, clock } = parts;
  const address = allowedAddress(parts, url);
  const id = randomBytes(16).toString('base64url');
  const secret = format === 'standard' ? newWebhookSecret() : null;
  const row = await database.transaction(async (trx) => {
    await lockWorkspace(trx, workspace.id);
    const { count } = await trx
      .selectFrom('webhooks')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    if (count >= LIMITS.webhooks.max) throw new RefusalError('too_many_webhooks');
    const now = clock.now();
    const added = await trx
      .insertInto('webhooks')
      .values({
        id,
        workspace_id: workspace.id,
        name,
        format,
        events: eventsColumn(events),
        url_sealed: keys.seal(webhookUrlPurpose(id), address.href),
        address: shownAddress(address),
        secret_sealed: secret === null ? null : keys.seal(webhookSecretPurpose(id), secret),
        previous_secret_sealed: null,
        previous_until: null,
        state: 'active',
        state_since: null,
        failing_since: null,
        created_by: by,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, added, { action: 'webhook_added', now, from });
    return added;
  });
  return { row, secret };
}

/**
 * Name, address, events, paused or active. One that is active again begins a new count of failures, and gets what waits for it.
 * @throws RefusalError not_found, invalid_input for an address
 */
export async function changeWebhook(
  parts: WebhookCommandParts,
  webhook: WebhookRow,
  { name, url, events, active }: WebhookPatchBody,
  from: CallerHashes,
): Promise<WebhookRow> {
  const { database, keys, clock, bus } = parts;
  const address = url === undefined ? undefined : allowedAddress(parts, url);
  const changed = await database.transaction(async (trx) => {
    const now = clock.now();
    const before = await lockWebhook(trx, webhook);
    const isResumed = active === true && before.state !== 'active';
    const isPaused = active === false && before.state === 'active';
    const row = await trx
      .updateTable('webhooks')
      .set({
        name: name ?? before.name,
        events: events === undefined ? before.events : eventsColumn(events),
        ...(address !== undefined && {
          url_sealed: keys.seal(webhookUrlPurpose(webhook.id), address.href),
          address: shownAddress(address),
        }),
        ...(isResumed && { state: 'active' as const, state_since: now, failing_since: null }),
        ...(isPaused && { state: 'paused' as const, state_since: now }),
      })
      .where('id', '=', webhook.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const fields = Object.entries({ name, url, events }).flatMap(([key, value]) =>
      value === undefined ? [] : key,
    );
    if (fields.length > 0) {
      await audit(trx, row, { action: 'webhook_changed', now, from, details: { fields: fields.join(',') } });
    }
    if (isResumed) await audit(trx, row, { action: 'webhook_resumed', now, from });
    if (isPaused) await audit(trx, row, { action: 'webhook_paused', now, from });
    return row;
  });
  bus.publish({ topic: 'webhooks-changed' });
  return changed;
}

/** With its log. */
export async function removeWebhook(
  { database, clock }: WebhookCommandParts,
  webhook: WebhookRow,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockWebhook(trx, webhook);
    await trx.deleteFrom('webhooks').where('id', '=', webhook.id).execute();
    await audit(trx, webhook, { action: 'webhook_removed', now: clock.now(), from });
  });
}

/** A new secret; for a day payloads are signed with the previous one as well. @throws RefusalError webhook_without_secret */
export async function changeSecret(
  { database, keys, clock }: WebhookCommandParts,
  webhook: WebhookRow,
  from: CallerHashes,
): Promise<{ secret: string; previousUntil: number }> {
  const secret = newWebhookSecret();
  const previousUntil = await database.transaction(async (trx) => {
    const now = clock.now();
    const before = await lockWebhook(trx, webhook);
    if (before.secret_sealed === null) throw new RefusalError('webhook_without_secret');
    const until = now + SECRET_OVERLAP_MS;
    await trx
      .updateTable('webhooks')
      .set({
        secret_sealed: keys.seal(webhookSecretPurpose(webhook.id), secret),
        previous_secret_sealed: before.secret_sealed,
        previous_until: until,
      })
      .where('id', '=', webhook.id)
      .execute();
    await audit(trx, webhook, { action: 'webhook_secret_changed', now, from });
    return until;
  });
  return { secret, previousUntil };
}

/** Tries once, whether it is paused or not. */
export async function sendTest(
  { database, clock, bus }: WebhookCommandParts,
  webhook: WebhookRow,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockWebhook(trx, webhook);
    const now = clock.now();
    await insertEvent(trx, [{ id: webhook.id, workspaceId: webhook.workspace_id }], {
      event: 'webhook.test',
      raffleId: null,
      drawId: null,
      about: {},
      at: now,
      dueAt: now,
    });
  });
  bus.publish({ topic: 'webhooks-changed' });
}

/** With the same id, and ten tries again. @throws RefusalError not_found, webhook_paused */
export async function sendAgain(
  { database, clock, bus }: WebhookCommandParts,
  webhook: WebhookRow,
  eventId: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    const { state } = await lockWebhook(trx, webhook);
    if (state !== 'active') throw new RefusalError('webhook_paused');
    const again = await trx
      .updateTable('webhook_deliveries')
      .set({
        state: 'waiting',
        due_at: clock.now(),
        attempts: 0,
        claim: null,
        claimed_until: null,
        settled_at: null,
      })
      .where('webhook_id', '=', webhook.id)
      .where('event_id', '=', eventId)
      .returning('event_id')
      .execute();
    if (again.length === 0) throw new RefusalError('not_found');
  });
  bus.publish({ topic: 'webhooks-changed' });
}

/** Keeps others from changing it until the transaction ends. @throws RefusalError not_found once it is removed */
async function lockWebhook(trx: Trx, { id }: WebhookRow): Promise<WebhookRow> {
  const row = await trx
    .updateTable('webhooks')
    .set((set) => ({ created_at: set.ref('created_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  return row;
}

/** In their own order, each once. */
function eventsColumn(events: readonly WebhookEvent[]): string {
  return webhookEvents.filter((event) => events.includes(event)).join(',');
}

const PROBLEMS: Record<DestinationProblem, string> = {
  scheme: 'Please enter an address that begins with https://.',
  port: 'This port is not allowed. Use 443 or 8443.',
  credentials: 'Please enter the address without a user name and password.',
  private:
    'This is not an address of the public internet. An operator can allow private networks with WEBHOOK_PRIVATE.',
};

/** @throws RefusalError invalid_input */
function allowedAddress({ destinations }: WebhookCommandParts, text: string): URL {
  const url = new URL(text);
  url.hash = '';
  const problem = destinations.problemOf(url);
  if (problem !== null) throw new RefusalError('invalid_input', { fields: { url: PROBLEMS[problem] } });
  return url;
}

/** So many characters of its end tell one address from another. */
const SHOWN_END = 4;

/** Enough to recognize it by; the path may be a secret. */
function shownAddress({ origin, pathname, search }: URL): string {
  const rest = pathname + search;
  return rest.length <= 2 * SHOWN_END ? origin : `${origin}/…${rest.slice(-SHOWN_END)}`;
}

async function audit(
  trx: Trx,
  { id, workspace_id: workspaceId }: WebhookRow,
  record: { action: AuditAction; now: number; from: CallerHashes; details?: Record<string, string> },
): Promise<void> {
  const { action, now, from, details } = record;
  await writeAudit(trx, {
    raffleId: null,
    hostId: null,
    workspaceId,
    actor: 'host',
    action,
    ts: now,
    details: { webhook_id: id, ...details },
    from,
  });
}
