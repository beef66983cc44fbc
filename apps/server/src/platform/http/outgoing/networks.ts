/** Which network addresses are of the public internet, and networks that an operator names in the configuration. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the length of its prefix in bits. */
export type Network = readonly [Address, number];

const GLOBAL_6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Set aside for protocols; most of it holds IPv4 addresses in another form. */
const PROTOCOLS_6 = ipaddr.IPv6.parseCIDR('2001::/23');

/** Networks that belong to nobody in particular: only parts of these may be named as private. */
const PRIVATE: readonly Network[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
].map((text) => ipaddr.parseCIDR(text));

/** Where clouds hand the credentials of a machine to whoever asks: never connected to, whatever is named. */
const METADATA = new Set(['169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']);

/** An IPv4 address that is written as IPv6 counts as what it is. @returns null for what is no address */
function parse(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function contains([network, bits]: Network, address: Address): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** @param text an address, not a name */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address === null || address.range() !== 'unicast' || METADATA.has(address.toString())) return false;
  return address.kind() === 'ipv4' || (contains(GLOBAL_6, address) && !contains(PROTOCOLS_6, address));
}

/** @param text an address, not a name */
export function isInNetworks(text: string, networks: readonly Network[]): boolean {
  const address = parse(text);
  if (address === null || METADATA.has(address.toString())) return false;
  return networks.some((network) => contains(network, address));
}

/** A private network such as `10.0.0.0/8`, or one address of one. @returns undefined for anything else */
export function parsePrivateNetwork(text: string): Network | undefined {
  const [host = '', prefix] = text.split('/', 2);
  const address = parse(host);
  if (address === null || text.split('/').length > 2) return undefined;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  if (bits > longest) return undefined;
  const isInside = PRIVATE.some((whole) => bits >= whole[1] && contains(whole, address));
  return isInside ? [address, bits] : undefined;
}
