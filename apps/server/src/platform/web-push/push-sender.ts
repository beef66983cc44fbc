/**
 * Notices to browsers (R52): encrypted for the one device (RFC 8291), signed as coming from this installation (RFC 8292).
 * The push service in between reads nothing. The library makes headers and body; the connection leads to
 * allowed addresses only (http/outgoing).
 */
import type { DestinationRule } from '../http/outgoing/destinations.ts';
import { post } from '../http/outgoing/post.ts';
import type { Keys } from '../keys/keys.ts';

export interface PushSubscription {
  endpoint: string;
  /** The device's public key and secret, base64url. */
  p256dh: string;
  auth: string;
}

export interface PushNotice {
  /** JSON text for the service worker. */
  payload: string;
  /** Seconds for which the push service keeps it for a device that is away. */
  ttl: number;
  /** A newer notice of the same topic replaces one that still waits; at most 32 base64url signs. */
  topic: string;
}

/** `gone`: the device has ended its subscription. `refused`: trying again cannot help. */
type PushResult = 'sent' | 'gone' | 'refused' | 'again';

export interface PushSender {
  allows(endpoint: string): boolean;
  send(subscription: PushSubscription, notice: PushNotice): Promise<PushResult>;
}

const PATIENCE_MS = 10_000;

/** @param publicUrl tells push services whom to ask about this installation */
export function createPushSender(parts: {
  keys: Pick<Keys, 'push'>;
  publicUrl: string;
  endpoints: DestinationRule;
}): PushSender {
  const { keys, endpoints } = parts;
  const { hostname, protocol, origin } = new URL(parts.publicUrl);
  const vapidDetails = {
    subject: protocol === 'https:' ? origin : `mailto:nobody@${hostname}`,
    ...keys.push,
  };

  const allows = (endpoint: string): boolean =>
    URL.canParse(endpoint) && endpoints.problemOf(new URL(endpoint)) === null;

  return {
    allows,
    async send({ endpoint, ...secrets }, { payload, ttl, topic }) {
      if (!allows(endpoint)) return 'refused';
      const options = {
        vapidDetails,
        TTL: ttl,
        topic,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      } as const;
      // Most installations run for long before they send the first one.
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: secrets }, payload, options);
      try {
        const call = { headers, body, destinations: endpoints, timeoutMs: PATIENCE_MS };
        return resultOf((await post(endpoint, call)).status);
      } catch (error) {
        return (error as { code?: unknown }).code === 'EPRIVATE' ? 'refused' : 'again';
      }
    },
  };
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'again' : 'refused';
}
