/** Where notices may go (R52): a name that stands for an inner address is refused when the connection is made. */
import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicEndpoints } from '../http/outgoing/destinations.ts';
import { createPushSender } from './push-sender.ts';

test('R52 a name is looked up when the connection is made, and refused when it leads inside', async () => {
  const curve = createECDH('prime256v1');
  // Not `generateKeys`: it leaves out leading zeros of a private key, and one in 256 keys has them.
  const secret = randomBytes(32);
  curve.setPrivateKey(secret);
  const publicKey = curve.getPublicKey('base64url');
  const push = { publicKey, privateKey: secret.toString('base64url') };
  const sender = createPushSender({
    keys: { push },
    publicUrl: 'https://raffles.example.org',
    // The name passes; what it stands for must not.
    endpoints: { ...publicEndpoints, problemOf: () => null },
  });
  const subscription = {
    endpoint: 'https://localhost/x',
    p256dh: publicKey,
    auth: randomBytes(16).toString('base64url'),
  };
  expect(await sender.send(subscription, { payload: '{}', ttl: 60, topic: 'x' })).toBe('refused');
});
