/** Webhooks (R85): receivers of a workspace, their log, and what is sent to them. */
import { LIMITS, webhookEvents, webhookFormats } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { claimedBy } from './prize-status.ts';
import { count, epochMs, hex64, opaqueId } from './primitives.ts';

export const webhookEvent = z.enum(webhookEvents);
export const webhookFormat = z.enum(webhookFormats);

const name = z
  .string()
  .trim()
  .min(LIMITS.webhookName.min, 'Please give the receiver a name.')
  .max(LIMITS.webhookName.max, `The name of a receiver has at most ${LIMITS.webhookName.max} characters.`);
/** Whether it may be connected to is decided by the server. */
const url = z
  .string()
  .trim()
  .max(LIMITS.webhookUrl.max, `An address has at most ${LIMITS.webhookUrl.max} characters.`)
  .pipe(z.url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://.' }));
const events = z.array(webhookEvent).min(1, 'Please choose at least one event.').max(webhookEvents.length);

export const webhookBody = z.object({ name, url, format: webhookFormat.default('standard'), events });
export type WebhookBody = z.input<typeof webhookBody>;

/** Only members that are sent change anything. An address replaces the one before, which no call shows. */
export const webhookPatchBody = z.object({ name, url, events, active: z.boolean() }).partial();
export type WebhookPatchBody = z.infer<typeof webhookPatchBody>;

/** 'failing': paused because nothing arrived for days. 'gone': it answered 410. */
export const webhookState = z.enum(['active', 'paused', 'failing', 'gone']);
export type WebhookState = z.infer<typeof webhookState>;

export const webhook = z.object({
  id: opaqueId,
  name: z.string(),
  /** Machine and end of the address: the whole address may be a secret by itself. */
  address: z.string(),
  format: webhookFormat,
  events: z.array(webhookEvent),
  state: webhookState,
  /** Since when it has this state; null for one that was active all the time. */
  state_since: epochMs.nullable(),
  /** Until when signatures with the previous secret are sent as well; null without one. */
  previous_secret_until: epochMs.nullable(),
  created_at: epochMs,
  /** The newest delivery that is over, and how it ended. */
  last: z.object({ at: epochMs, ok: z.boolean() }).nullable(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhooksAnswer = z.object({ webhooks: z.array(webhook) });
export type WebhooksAnswer = z.infer<typeof webhooksAnswer>;

/** `secret` is shown this once; null for messages of Discord and Slack, which have none. */
export const webhookCreated = webhook.extend({ secret: z.string().nullable() });
export type WebhookCreated = z.infer<typeof webhookCreated>;

export const webhookSecretAnswer = z.object({ secret: z.string(), previous_secret_until: epochMs });
export type WebhookSecretAnswer = z.infer<typeof webhookSecretAnswer>;

/** Why no answer came: from the address to the connection. */
export const deliveryError = z.enum([
  'address_not_allowed',
  'name_not_found',
  'connection_refused',
  'connection_closed',
  'certificate_invalid',
  'timeout',
  'internal',
]);
export type DeliveryError = z.infer<typeof deliveryError>;

export const deliveryTry = z.object({
  at: epochMs,
  /** Of HTTP; null where no answer came. */
  status: count.nullable(),
  error: deliveryError.nullable(),
  duration_ms: count,
});
export type DeliveryTry = z.infer<typeof deliveryTry>;

/** 'dropped': the receiver was gone before. */
export const deliveryState = z.enum(['waiting', 'delivered', 'failed', 'dropped']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const webhookDelivery = z.object({
  /** The header `webhook-id`, the same in all tries. */
  id: z.string(),
  event: z.union([webhookEvent, z.literal('webhook.test')]),
  raffle: z.object({ id: opaqueId, title: z.string() }).nullable(),
  /** When it happened. */
  at: epochMs,
  state: deliveryState,
  tries: z.array(deliveryTry),
  /** When it is tried next; null where it isn't. */
  next_at: epochMs.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookLog = z.object({ deliveries: z.array(webhookDelivery) });
export type WebhookLog = z.infer<typeof webhookLog>;

/** What a try would send now. */
export const deliveryPayload = z.object({ body: z.string() });
export type DeliveryPayload = z.infer<typeof deliveryPayload>;

const raffle = z.object({
  id: opaqueId,
  title: z.string(),
  /** Where its draws can be watched. */
  url: z.string(),
});
const draw = z.object({
  id: opaqueId,
  /** Among the raffle's draws, from 1. */
  number: count,
  name: z.string().nullable(),
});
const timestamp = z.iso.datetime();

/**
 * What is sent in the format `standard`, by type. `timestamp`: when it happened. Titles and names are those of the moment of
 * sending; a name is published as its owner allows (R78), and null once it was erased.
 */
export const webhookPayload = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('raffle.opened'),
    timestamp,
    data: z.object({
      raffle,
      /** Where anyone can join; null where only invited people can. */
      join_url: z.string().nullable(),
      deadline: timestamp.nullable(),
      draws: count,
      /** How often a prize is given, in all draws. */
      wins: count,
    }),
  }),
  z.object({
    type: z.literal('raffle.joined'),
    timestamp,
    data: z.object({
      raffle,
      /** New entries since the last payload of this type. */
      count,
      /** Their numbers, as ranges: first and last. */
      numbers: z.array(z.tuple([count, count])),
      /** Entries that took part when this batch was closed. */
      entries: count,
    }),
  }),
  z.object({
    type: z.literal('draw.frozen'),
    timestamp,
    data: z.object({
      raffle,
      draw,
      entries: count,
      tickets: count,
      freeze_hash: hex64,
      /** Drand's chain and round; null for other kinds. */
      beacon: z.object({ kind: z.string(), chain_hash: z.string().nullable(), round: count.nullable() }),
      show_at: timestamp,
    }),
  }),
  z.object({
    type: z.literal('draw.result'),
    timestamp,
    data: z.object({
      raffle,
      draw,
      results_url: z.string(),
      proof_url: z.string(),
      /** As drawn, by prize and place. */
      winners: z.array(
        z.object({
          prize: count,
          prize_name: z.string().nullable(),
          place: count,
          entry: count,
          name: z.string().nullable(),
        }),
      ),
    }),
  }),
  z.object({
    type: z.literal('prize.claimed'),
    timestamp,
    data: z.object({
      raffle,
      draw,
      prize: count,
      prize_name: z.string().nullable(),
      entry: count,
      name: z.string().nullable(),
      /** Who claimed it: the winner on a device, the desk, or the host. */
      claimed_by: claimedBy,
    }),
  }),
  z.object({
    type: z.literal('raffle.cancelled'),
    timestamp,
    data: z.object({ raffle, reason: z.string() }),
  }),
  z.object({
    type: z.literal('webhook.test'),
    timestamp,
    data: z.object({ message: z.string() }),
  }),
]);
export type WebhookPayload = z.infer<typeof webhookPayload>;
