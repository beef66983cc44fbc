/** The HTTP server without any route of the product: limits, guards, headers, errors, documentation, web app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describeApi } from './api-docs.ts';
import { CallError, answerError } from './errors.ts';
import { acceptJsonOnly, keepApiOutOfCaches, refuseCrossSiteCalls } from './guards.ts';
import type { Log } from './log.ts';
import type { PublicAddress } from './origin.ts';
import type { PagePreviewer } from './page-preview.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';

/** A server whose routes are typed by the contract's schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** H7: the largest body of a call whose route does not say otherwise. */
const BODY_LIMIT = 64 * 1024;
/** H7: longest time for a call's headers, and for all of it, to arrive. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;

export interface HttpParts {
  address: PublicAddress;
  trustProxy: string[];
  log: Log;
  version: string;
  /** The web app's build, if there is one. */
  webFolder: string | undefined;
  preview: PagePreviewer;
  /** A bucket that browsers send files to straight. */
  uploadOrigin: string | null;
  /** Shorter than the product's own in tests. */
  requestTimeoutMs?: number;
}

export async function createHttpServer(parts: HttpParts): Promise<HttpServer> {
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
    // Whoever is connected at the end is still answered, and then told to connect anew.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  logCalls(app);
  keepApiOutOfCaches(app);
  const https = parts.address.publicUrl.startsWith('https:');
  await sendSecurityHeaders(app, { https, uploadOrigin: parts.uploadOrigin });
  refuseCrossSiteCalls(app, parts.address);
  acceptJsonOnly(app);
  await app.register(cookie);
  await describeApi(app, parts.version);
  await serveWebApp(app, { folder: parts.webFolder, address: parts.address, preview: parts.preview });
  return app;
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

/** Requests that never became a call: too slow, headers too large, or not HTTP. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const timeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = new CallError(timeout ? 'request_timeout' : 'invalid_input');
  const body = JSON.stringify(refusal.body());
  const status = timeout ? '408 Request Timeout' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
