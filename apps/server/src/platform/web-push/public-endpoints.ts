/**
 * Which addresses notices may be sent to: a browser names its push service, so anybody may name any address. Only HTTPS
 * on its own port, and only machines of the public internet; what a name stands for is checked when the connection is
 * made, so that a name can't change its mind in between.
 */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface EndpointRule {
  allows(url: URL): boolean;
  lookup?: LookupFunction;
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
/** Of those: documentation, and IPv4 addresses in another dress (6to4, Teredo). */
const UNWANTED_6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  UNWANTED_6.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !PRIVATE.check(address, 'ipv4');
    case 6:
      return PUBLIC_6.check(address, 'ipv6') && !UNWANTED_6.check(address, 'ipv6');
    default:
      return false;
  }
}

const isPublicUrl = (url: URL): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(?:local|localhost|internal|home\.arpa)$/.test(host);
};

/** Every address that the name stands for must be public. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(Object.assign(new Error('Not a public address.'), { code: 'EPRIVATE' }), []);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

export const publicEndpoints: EndpointRule = { allows: isPublicUrl, lookup: publicLookup };
