/**
 * Notices to browsers (R52): encrypted for the one device (RFC 8291), signed as coming from this installation (RFC 8292).
 * The push service in between reads nothing. The library makes headers and body; the connection is made here, so that
 * it leads to allowed addresses only, follows no redirection and ends in time.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { Keys } from '../keys/keys.ts';
import type { EndpointRule } from './public-endpoints.ts';

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
  endpoints: EndpointRule;
}): PushSender {
  const { keys, endpoints } = parts;
  const { hostname, protocol, origin } = new URL(parts.publicUrl);
  const vapidDetails = {
    subject: protocol === 'https:' ? origin : `mailto:nobody@${hostname}`,
    ...keys.push,
  };

  const allows = (endpoint: string): boolean => URL.canParse(endpoint) && endpoints.allows(new URL(endpoint));

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
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: secrets }, payload, options);
      try {
        return resultOf(await post(endpoint, headers, body, endpoints));
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

/** The answer's status; its body is not read. */
function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer | null,
  { lookup }: EndpointRule,
): Promise<number> {
  const send = endpoint.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = send(
      endpoint,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(lookup !== undefined && { lookup }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}
