/** A host with a receiver of webhooks, as tests of R85 need them. */
import type {
  WebhookBody,
  WebhookCreated,
  WebhookDelivery,
  WebhookLog,
  WebhooksAnswer,
} from '@glassdrum/contract';
import { webhookEvents } from '@glassdrum/raffle-rules';
import type { TestApp } from './make-app.ts';
import { workspaceOf } from './members.ts';
import { eventually, type Person } from './people.ts';

export interface AddedWebhook {
  /** Address of its calls. */
  path: string;
  added: WebhookCreated;
  log(): Promise<WebhookDelivery[]>;
}

/** A receiver of all events unless `fields` say otherwise. */
export async function addWebhook(
  app: TestApp,
  host: Person,
  fields: Partial<WebhookBody> & { url: string },
): Promise<AddedWebhook> {
  const list = `/api/workspaces/${await workspaceOf(app, host)}/webhooks`;
  const body: WebhookBody = { name: 'Receiver', events: [...webhookEvents], ...fields };
  const answer = await host.post<WebhookCreated>(list, body);
  if (answer.status !== 201) throw new Error(`Adding a receiver answered ${answer.status}: ${answer.text}`);
  const path = `${list}/${answer.body.id}`;
  return {
    path,
    added: answer.body,
    log: async () => (await host.get<WebhookLog>(`${path}/deliveries`)).body.deliveries,
  };
}

export async function stateOf(
  app: TestApp,
  host: Person,
  { added }: AddedWebhook,
): Promise<string | undefined> {
  const list = `/api/workspaces/${await workspaceOf(app, host)}/webhooks`;
  return (await host.get<WebhooksAnswer>(list)).body.webhooks.find(({ id }) => id === added.id)?.state;
}

/** Waits until every delivery that is due has been tried and written down; the clock moves only by `stepMs`. */
export async function settled(app: TestApp, stepMs = 600): Promise<void> {
  await app.clock.advance(stepMs);
  await eventually(app, 'all deliveries that are due', async () => {
    await app.clock.advance(0);
    const rows = await app.parts.database.query
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
      .select('d.event_id')
      .where('d.state', '=', 'waiting')
      .where((build) => build.or([build('w.state', '=', 'active'), build('e.event', '=', 'webhook.test')]))
      .where((build) =>
        build.or([build('d.due_at', '<=', app.clock.now()), build('d.claimed_until', 'is not', null)]),
      )
      .execute();
    return rows.length === 0;
  });
}
