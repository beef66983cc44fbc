/**
 * Where this server connects to when somebody else names the address: push services that browsers name (R52), and receivers of
 * webhooks (R85). Only HTTPS, on few ports, and only machines of the public internet. What a name stands for is checked when the
 * connection is made, and the connection leads to exactly that address, so that a name can't change its mind in between.
 */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isInNetworks, isPublicAddress, type Network } from './networks.ts';

/** Why an address is refused: the scheme, the port, a user name or password in it, or a machine that is not public. */
export type DestinationProblem = 'scheme' | 'port' | 'credentials' | 'private';

export interface DestinationRule {
  /** What is wrong as far as the address itself tells; null: nothing. */
  problemOf(url: URL): DestinationProblem | null;
  /** How to look the address's name up when connecting; undefined: as usual. Refusals have the code `EPRIVATE`. */
  lookupFor(url: URL): LookupFunction | undefined;
}

interface RuleParts {
  /** Ports of public machines; HTTPS only. */
  ports: readonly number[];
  /** Networks that are allowed although they are not public, with and without TLS. */
  networks?: readonly Network[];
  /** Instead of the system's resolver, for tests. */
  resolve?: typeof lookup;
}

/** In named networks: those of the web, and those that need no privileges. */
const FIRST_UNPRIVILEGED_PORT = 1024;

export function destinationRule({ ports, networks = [], resolve = lookup }: RuleParts): DestinationRule {
  const isInnerPort = (port: number): boolean =>
    port === 80 || port === 443 || port >= FIRST_UNPRIVILEGED_PORT;

  /** @param address of a machine, not a name */
  function problemAt(address: string, { protocol, port }: Pick<URL, 'protocol' | 'port'>) {
    const number = portOf({ protocol, port });
    if (isInNetworks(address, networks)) return isInnerPort(number) ? null : 'port';
    if (!isPublicAddress(address)) return 'private';
    if (protocol !== 'https:') return 'scheme';
    return ports.includes(number) ? null : 'port';
  }

  return {
    problemOf(url) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
      if (url.username !== '' || url.password !== '') return 'credentials';
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0) return problemAt(host, url);
      // A name may stand for a machine of a named network, which turns out when it is looked up.
      if (networks.length > 0) return isInnerPort(portOf(url)) ? null : 'port';
      if (url.protocol !== 'https:') return 'scheme';
      if (!ports.includes(portOf(url))) return 'port';
      const isInner = !host.includes('.') || /\.(?:local|localhost|internal|home\.arpa)\.?$/.test(host);
      return isInner ? 'private' : null;
    },
    lookupFor: (url) => (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return done(error, []);
        // Each of them: which one is taken is not decided here.
        const isAllowed = addresses.every(({ address }) => problemAt(address, url) === null);
        if (addresses.length === 0 || !isAllowed) {
          return done(Object.assign(new Error('Not an allowed address.'), { code: 'EPRIVATE' }), []);
        }
        const [first] = addresses;
        if (options.all === true || first === undefined) done(null, addresses);
        else done(null, first.address, first.family);
      });
    },
  };
}

function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Push services of browsers. */
export const publicEndpoints: DestinationRule = destinationRule({ ports: [443] });
