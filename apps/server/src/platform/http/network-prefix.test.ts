/** M2: what stands for an address. */
import { expect, it } from 'vitest';
import { networkPrefix } from './network-prefix.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['not an address', null],
  ['12', null],
  ['012.0.0.1', null],
  ['', null],
])('M2: of %s only the network is kept', (address, prefix) => {
  expect(networkPrefix(address)).toBe(prefix);
});
