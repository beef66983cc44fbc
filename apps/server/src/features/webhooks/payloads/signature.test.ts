/** Signatures as receivers check them, with the library of Standard Webhooks (R85). */
import { expect, test } from 'vitest';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

const message = {
  id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  body: '{"type":"webhook.test","data":{"text":"ä"}}',
};

test('R85 the library verifies what was signed, and nothing that was changed', () => {
  const secret = newWebhookSecret();
  const headers = signatureHeaders(message, [secret], Date.now());
  const webhook = new Webhook(secret);
  expect(webhook.verify(message.body, headers)).toEqual(JSON.parse(message.body));
  const wrong = [
    () => webhook.verify(message.body.replace('ä', 'a'), headers),
    () => webhook.verify(message.body, { ...headers, 'webhook-id': 'msg_other' }),
    () => webhook.verify(message.body, { ...headers, 'webhook-timestamp': String(Date.now()) }),
    () => new Webhook(newWebhookSecret()).verify(message.body, headers),
    () => webhook.verify(message.body, signatureHeaders(message, [secret], Date.now() - 6 * 60_000)),
  ];
  for (const verify of wrong) expect(verify).toThrow(WebhookVerificationError);
});

test('R85 with two secrets either of them verifies', () => {
  const [present, previous] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signatureHeaders(message, [present, previous], Date.now());
  for (const secret of [present, previous]) {
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  }
});

test('R85 a secret has 256 bits, and no two are the same', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  }
});

test('R85 signs as the example of the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = signatureHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    [secret],
    1_614_265_330_000,
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
