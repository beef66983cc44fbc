/** Where notices may go (R52): a name that stands for an inner address is refused when the connection is made. */
import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPublicAddress, publicEndpoints } from './public-endpoints.ts';
import { createPushSender } from './push-sender.ts';

test.each(['8.8.8.8', '193.0.14.129', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:192.168.1.1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::',
  'push.example.com',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

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
    endpoints: { ...publicEndpoints, allows: () => true },
  });
  const subscription = {
    endpoint: 'https://localhost/x',
    p256dh: publicKey,
    auth: randomBytes(16).toString('base64url'),
  };
  expect(await sender.send(subscription, { payload: '{}', ttl: 60, topic: 'x' })).toBe('refused');
});
