/** H6, H12: the caller's address, as fastify tells it for calls; only configured proxies may name another one. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Log } from './log.ts';
import type { HttpServer } from './server.ts';

/** @param trusted addresses, networks, or `loopback`, `linklocal`, `uniquelocal` */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trusted]);
  return (request) => proxyAddress(request, trust) ?? '';
}

/** `untrusted_proxy`: a call was forwarded by an address that is not trusted; `no_proxy_named`: one must be in front. */
type ProxyWarning = 'untrusted_proxy' | 'no_proxy_named';

/**
 * H12: behind a proxy that isn't named, everyone seems to have the proxy's address, and limits of networks hold for all of
 * them together. Warns at start where an HTTPS address without a proxy is impossible, and once when a call was forwarded by
 * an address that is not trusted. The log names no address (M2). @returns what was warned of so far
 */
export function warnOfUntrustedProxies(
  app: HttpServer,
  { config, log }: { config: { publicUrl: string; trustProxy: readonly string[] }; log: Log },
): () => ProxyWarning[] {
  const warnings: ProxyWarning[] = [];
  if (config.publicUrl.startsWith('https:') && config.trustProxy.length === 0) {
    warnings.push('no_proxy_named');
    log.warn(
      "PUBLIC_URL is an https address, so a proxy is in front of this server, but TRUST_PROXY is empty. All visitors share the limits of one address. Set TRUST_PROXY to the proxy's address.",
    );
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    const isNew = isForwarded && !warnings.includes('untrusted_proxy');
    if (isNew && request.ip === request.socket.remoteAddress) {
      warnings.push('untrusted_proxy');
      log.warn(
        'A call with X-Forwarded-For came from an address that TRUST_PROXY does not name, so the header was ignored. If it was your proxy, add its address to TRUST_PROXY: until then all visitors share the limits of one address.',
      );
    }
    done();
  });
  return () => warnings;
}
