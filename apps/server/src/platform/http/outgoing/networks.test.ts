/** Which addresses are public (R52, R85), and which networks an operator may name. */
import { expect, test } from 'vitest';
import { isInNetworks, isPublicAddress, parsePrivateNetwork } from './networks.ts';

test.each(['8.8.8.8', '193.0.14.129', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
  'R85 %s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:192.168.1.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  'push.example.com',
  '2130706433',
  '0x7f.1',
])('R85 %s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['10.0.0.0/8', '10.1.0.0/16', '192.168.7.9', '127.0.0.0/8', '::1', 'fd12::/16', '100.64.0.0/10'])(
  'R85 an operator may name %s',
  (text) => {
    expect(parsePrivateNetwork(text)).toBeDefined();
  },
);

test.each([
  '',
  'somewhere',
  '10.0.0.0/7',
  '0.0.0.0/0',
  '8.8.8.0/24',
  '169.254.0.0/16',
  '10.0.0.0/33',
  '10.0.0.0/x',
  '10.0.0.0/8/8',
  '172.16.0.0/8',
  '::/0',
  'fe80::/10',
])('R85 an operator may not name %j', (text) => {
  expect(parsePrivateNetwork(text)).toBeUndefined();
});

test('R85 a named network holds its addresses however they are written, and no addresses of clouds', () => {
  const named = ['10.0.0.0/8', '100.64.0.0/10', 'fc00::/7'].map(parsePrivateNetwork);
  const networks = named.filter((network) => network !== undefined);
  expect(['10.2.3.4', '::ffff:10.2.3.4', 'fd00::5'].filter((one) => !isInNetworks(one, networks))).toEqual(
    [],
  );
  const others = ['11.0.0.1', '127.0.0.1', '100.100.100.200', 'fd00:ec2::254', 'example.org'];
  expect(others.filter((one) => isInNetworks(one, networks))).toEqual([]);
});
