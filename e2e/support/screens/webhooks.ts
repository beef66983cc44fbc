/** Webhooks of a workspace (R85): receivers, their dialogs, and a log with failures. */
import type {
  DeliveryPayload,
  DeliveryTry,
  Webhook,
  WebhookDelivery,
  WebhookLog,
  WebhooksAnswer,
} from '@glassdrum/contract';
import { webhookEvents } from '@glassdrum/raffle-rules';
import {
  again,
  answering,
  button,
  dialogButton,
  dialogOpen,
  press,
  screen,
  type Screen,
  seen,
  steps,
} from './screen.ts';

const HOUR_MS = 3_600_000;

function receiver(number: number, more: Partial<Webhook>): Webhook {
  return {
    id: `webhook-${number}`.padEnd(22, 'w'),
    name: `Receiver ${number}`,
    address: 'https://hooks.example.org/…x9Qf',
    format: 'standard',
    events: [...webhookEvents],
    state: 'active',
    state_since: null,
    previous_secret_until: null,
    created_at: Date.now(),
    last: { at: Date.now() - HOUR_MS, ok: true },
    ...more,
  };
}

const RECEIVERS: readonly Webhook[] = [
  receiver(1, { name: 'Club website', previous_secret_until: Date.now() + 20 * HOUR_MS }),
  receiver(2, {
    name: 'Announcements',
    format: 'discord',
    address: 'https://discord.com/…k2Lm',
    events: ['raffle.opened', 'draw.result'],
    last: null,
  }),
  receiver(3, {
    name: 'The till of the village hall, which nobody has looked after since last year',
    state: 'failing',
    state_since: Date.now() - 9 * HOUR_MS,
    last: { at: Date.now() - 9 * HOUR_MS, ok: false },
  }),
  receiver(4, {
    name: 'Old channel',
    format: 'slack',
    address: 'https://hooks.slack.com/…aB3z',
    state: 'gone',
    state_since: Date.now() - 30 * HOUR_MS,
    events: ['raffle.cancelled'],
  }),
  receiver(5, { name: 'Test program', state: 'paused', state_since: Date.now(), events: ['prize.claimed'] }),
];

const tried = (hoursAgo: number, more: Partial<DeliveryTry>): DeliveryTry => ({
  at: Date.now() - hoursAgo * HOUR_MS,
  status: null,
  error: null,
  duration_ms: 120,
  ...more,
});

function delivery(number: number, more: Partial<WebhookDelivery>): WebhookDelivery {
  return {
    id: `msg_${String(number).padStart(24, '0')}`,
    event: 'raffle.joined',
    raffle: { id: 'r'.repeat(22), title: 'Summer party' },
    at: Date.now() - number * HOUR_MS,
    state: 'delivered',
    tries: [tried(number, { status: 204 })],
    next_at: null,
    ...more,
  };
}

const DELIVERIES: WebhookDelivery[] = [
  delivery(1, {
    event: 'draw.result',
    state: 'waiting',
    tries: [
      tried(1, { status: 500, duration_ms: 3012 }),
      tried(0.9, { error: 'timeout', duration_ms: 10_004 }),
    ],
    next_at: Date.now() + HOUR_MS,
  }),
  delivery(2, { event: 'draw.frozen', state: 'failed', tries: [tried(2, { error: 'certificate_invalid' })] }),
  delivery(3, { event: 'raffle.opened', state: 'failed', tries: [tried(3, { status: 301 })] }),
  delivery(4, { event: 'webhook.test', raffle: null }),
  delivery(5, {}),
  delivery(6, { event: 'raffle.cancelled', state: 'dropped', tries: [] }),
];

const PAYLOAD: DeliveryPayload = {
  body: JSON.stringify({
    type: 'draw.result',
    timestamp: '2026-11-26T20:00:36.000Z',
    data: {
      raffle: { id: 'r'.repeat(22), title: 'Summer party' },
      winners: [{ prize: 1, entry: 17, name: 'Ada' }],
    },
  }),
};

const withReceivers = (receivers: readonly Webhook[] = RECEIVERS): Screen['act'] =>
  steps(
    answering<WebhooksAnswer>('**/webhooks', () => ({ webhooks: [...receivers] })),
    again,
  );

/** What the server does not know is answered here. */
const withLog =
  (deliveries: WebhookDelivery[]): Screen['act'] =>
  async (page) => {
    await page.route('**/deliveries', (route) =>
      route.fulfill({ json: { deliveries } satisfies WebhookLog }),
    );
    await page.route('**/payload', (route) => route.fulfill({ json: PAYLOAD }));
  };

const webhooks = (state: string, act: Screen['act']): Screen =>
  screen('webhooks', state, '/workspace/webhooks', act, { as: 'host' });

export const WEBHOOKS: readonly Screen[] = [
  webhooks('none', seen('No receivers yet')),
  webhooks('list', steps(withReceivers(), seen('Old channel'))),
  webhooks('add', steps(press('Add a receiver'), dialogOpen)),
  webhooks(
    'add-errors',
    steps(
      press('Add a receiver'),
      dialogOpen,
      (page) => page.getByLabel('A raffle opens').uncheck(),
      (page) => page.getByLabel('A draw is over').uncheck(),
      dialogButton('Add a receiver'),
      seen('Please choose at least one.'),
    ),
  ),
  webhooks('edit', steps(withReceivers(), press('Edit Announcements'), dialogOpen)),
  webhooks(
    'secret',
    steps(
      withReceivers(),
      async (page) => {
        const json = {
          secret: `whsec_${'Zm9v'.repeat(11)}`,
          previous_secret_until: Date.now() + 24 * HOUR_MS,
        };
        await page.route('**/secret', (route) => route.fulfill({ json }));
      },
      press('New secret for Club website'),
      dialogButton('New secret'),
      seen('The secret of Club website'),
    ),
  ),
  webhooks('secret-question', steps(withReceivers(), press('New secret for Club website'), dialogOpen)),
  webhooks('remove-question', steps(withReceivers(), press('Remove Club website'), dialogOpen)),
  webhooks(
    'log',
    steps(
      withLog(DELIVERIES),
      withReceivers(),
      press('Log of Club website'),
      (page) => button(page, /^Details of A draw is over/).click(),
      seen('"type": "draw.result"'),
    ),
  ),
  webhooks(
    'log-none',
    steps(withLog([]), withReceivers(), press('Log of Club website'), seen('Send a test, or wait')),
  ),
];
