/** The HTTP server without any route of the product: limits, guards, headers, errors, documentation, web app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchema,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { containsNul } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { type ApiDocsParts, describeApi } from './api-docs.ts';
import { giveDeviceId } from './device-cookie.ts';
import { RefusalError } from '../refusal.ts';
import { answerError } from './errors.ts';
import { acceptJsonOnly, keepApiOutOfCaches, refuseCrossSiteCalls } from './guards.ts';
import type { Log } from './log.ts';
import type { PublicAddress } from './origin.ts';
import type { PagePreviewer } from './pages/page-preview.ts';
import { headerLines, type SecurityHeaders, sendSecurityHeaders } from './security-headers.ts';
import { endConnectionsWhenStopping } from './stop-listening.ts';
import { serveWebApp } from './pages/web-app.ts';

/** A server whose routes are typed by the contract's schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** H7: the largest body of a call whose route does not say otherwise. */
const BODY_LIMIT = LIMITS.bodyBytes.max;
/** H7: longest time for a call's headers, and for all of it, to arrive. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpParts extends ApiDocsParts {
  address: PublicAddress;
  trustProxy: string[];
  log: Log;
  /** The web app's build, if there is one. */
  webFolder: string | undefined;
  preview: PagePreviewer;
  /** Epoch ms. */
  now: () => number;
  headers: SecurityHeaders;
  /** Shorter than the product's own in tests. */
  requestTimeoutMs?: number;
}

export interface RegisteredRoute {
  method: string;
  url: string;
  /** Of params, query and body, where the route has any. */
  schema: FastifySchema | undefined;
  /** Whether it is open to everyone; undefined where `declareRoute` did not register it. */
  isOpen: boolean | undefined;
}

/** With every route that is registered, now or later: tests must not miss one. */
export async function createHttpServer(
  parts: HttpParts,
): Promise<{ http: HttpServer; routes: readonly RegisteredRoute[] }> {
  const { headers } = parts;
  const requestTimeout = parts.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const loggerInstance: FastifyBaseLogger = parts.log;
  const app: HttpServer = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy.length === 0 ? false : parts.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(5_000, requestTimeout),
    },
    forceCloseConnections: 'idle',
    // Anyone who is connected at the end is still answered, and then told to connect anew.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    // An address that cannot be read has no route, and so no hooks.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<Parameters<typeof validatorCompiler>[0]['schema']>((route) => {
    const validate = validatorCompiler(route);
    return (data: unknown) =>
      containsNul(data) ? { error: new RefusalError('invalid_input') } : validate(data);
  });
  app.setSerializerCompiler(serializerCompiler);
  const routes: RegisteredRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, schema, isOpen: config?.isOpen });
  });
  const secure = parts.address.publicUrl.startsWith('https:');
  app.setErrorHandler((error, request, reply) => {
    giveDeviceId(request, reply, secure);
    return answerError(error, request, reply);
  });
  logCalls(app);
  endConnectionsWhenStopping(app);
  keepApiOutOfCaches(app);
  sendSecurityHeaders(app, headers);
  nameEncodingOfSvg(app);
  refuseExpectations(app, headers);
  refuseCrossSiteCalls(app, parts.address);
  acceptJsonOnly(app);
  await app.register(cookie);
  await describeApi(app, parts);
  const { webFolder: folder, address, preview, now } = parts;
  await serveWebApp(app, { folder, address, preview, now });
  return { http: app, routes };
}

/** M2: the route's pattern stands for the address, which may hold a token. */
function logCalls(app: HttpServer): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'call',
    );
    done();
  });
}

/** M3: what serves files names the encoding of all other texts. */
function nameEncodingOfSvg(app: HttpServer): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type');
    if (type === 'image/svg+xml') void reply.header('content-type', `${type}; charset=utf-8`);
    done();
  });
}

/** Requests that never became a call: too slow, headers too large, or not HTTP. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, headers: SecurityHeaders): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const timeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = new RefusalError(timeout ? 'request_timeout' : 'invalid_input');
  const body = JSON.stringify(refusal.body());
  const status = timeout ? '408 Request Timeout' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${headerLines(headers)}\r\n${body}`,
  );
}

/** `Expect` with anything but 100-continue: Node.js would answer on its own, without our headers. */
function refuseExpectations(app: HttpServer, headers: SecurityHeaders): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, connection: 'close', 'content-length': 0 }).end();
  });
}
