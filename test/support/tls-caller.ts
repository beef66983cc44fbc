/** A browser's calls to a site behind a proxy with TLS: by the site's name, to this machine, from an address of choice. */
import { type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { SITE, type TlsProxy } from './proxies.ts';

/** The site's name leads to this machine. */
const lookup: LookupFunction = (_name, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

/** How a socket or call gets to the proxy; options for `ws` and `https`. */
export function wayTo({ ca }: TlsProxy, from = '127.0.0.1') {
  return { lookup, ca, localAddress: from, rejectUnauthorized: true };
}

interface TlsAnswer<Body> {
  status: number;
  headers: IncomingHttpHeaders;
  body: Body;
  bytes: Buffer;
}

export interface TlsCaller {
  call<Body = unknown>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object | Buffer,
    headers?: Record<string, string>,
  ): Promise<TlsAnswer<Body>>;
}

/** Keeps cookies. Each call has a connection of its own, so that the proxy's turns are seen. @param from its address, of this machine */
export function tlsCaller(proxy: TlsProxy, from?: string): TlsCaller {
  const cookies = new Map<string, string>();
  return {
    call<Body>(
      method: string,
      path: string,
      body?: object | Buffer,
      headers: Record<string, string> = {},
    ): Promise<TlsAnswer<Body>> {
      const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return new Promise((resolve, reject) => {
        const sent = request({
          ...wayTo(proxy, from),
          host: SITE,
          port: proxy.port,
          agent: false,
          method,
          path,
          headers: {
            host: SITE,
            origin: `https://${SITE}`,
            ...(cookie !== '' && { cookie }),
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
            ...headers,
          },
        });
        sent.on('error', reject);
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) {
              const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
              cookies.set(name, value);
            }
            const bytes = Buffer.concat(chunks);
            const isJson = response.headers['content-type']?.startsWith('application/json') === true;
            const read = (isJson ? JSON.parse(bytes.toString()) : null) as Body;
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read, bytes });
          });
        });
        sent.end(payload);
      });
    },
  };
}
