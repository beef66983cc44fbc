/** H6: the address of whoever calls, as fastify tells it for calls; only configured proxies may name another one. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** @param trusted addresses, networks, or `loopback`, `linklocal`, `uniquelocal` */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trusted]);
  return (request) => proxyAddress(request, trust) ?? '';
}
