/**
 * How a call passes a route, the same for all: rate limit, validation of the path, authentication, authorization, then
 * validation of query and body, then the handler. Nothing of a body is read before the caller is known to be allowed to
 * send it, so that strangers learn nothing from its errors and cost no memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  ContextConfigDefault,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';
import { containsNul } from '@glassdrum/contract';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RefusalError } from '../refusal.ts';
import type { HttpServer } from './server.ts';

type RouteSchema = FastifySchema & { params?: z.ZodType };

type TypedRoute<S extends RouteSchema> = RouteOptions<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  S,
  ZodTypeProvider
>;

type TypedHandler<S extends RouteSchema> = TypedRoute<S>['handler'];

/** The path's parameters, validated; nothing where the route has none. */
type Params<S extends RouteSchema> = S['params'] extends z.ZodType ? z.output<S['params']> : unknown;

/** What the hooks established about one call. */
interface Access<Caller, Resource> {
  /** What `authenticate` returned. */
  caller: Caller;
  /** What `authorize` returned. */
  resource: Resource;
}

export interface RouteDeclaration<S extends RouteSchema, Caller, Resource> extends Pick<
  TypedRoute<S>,
  'method' | 'url' | 'bodyLimit' | 'config'
> {
  /** Counts the call before anything else is looked at. @throws RefusalError `too_many_requests` */
  limit?: (request: FastifyRequest) => Promise<unknown>;
  /** Who calls. Routes that are open to everyone say `anyone`. @throws RefusalError, usually `not_signed_in` */
  authenticate: (request: FastifyRequest, params: Params<S>) => Caller | Promise<Caller>;
  schema: S;
  /** What the caller may act on. @throws RefusalError, usually `not_found` or `forbidden` */
  authorize?: (
    caller: Awaited<Caller>,
    params: Params<S>,
    request: FastifyRequest,
  ) => Resource | Promise<Resource>;
  handler: (
    request: Parameters<TypedHandler<S>>[0],
    reply: Parameters<TypedHandler<S>>[1],
    access: Access<Awaited<Caller>, Awaited<Resource>>,
  ) => ReturnType<TypedHandler<S>>;
}

/** The answer of calls that have nothing to say but that it was done. */
export const done = z.object({ ok: z.literal(true) });
export const OK = { ok: true } as const;

/** For routes that are open to everyone. */
export const anyone = (): null => null;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `declareRoute`: every route of the API has one. */
    isOpen?: boolean;
  }
}

/** Registers a route whose calls pass its declaration from top to bottom. */
export function declareRoute<S extends RouteSchema, Caller, Resource = undefined>(
  app: HttpServer,
  { limit, authenticate, authorize, handler, schema, ...route }: RouteDeclaration<S, Caller, Resource>,
): void {
  const granted = new WeakMap<FastifyRequest, Access<Awaited<Caller>, Awaited<Resource>>>();

  async function admit(request: FastifyRequest): Promise<void> {
    await limit?.(request);
    const params = pathOf(schema, request);
    const caller = await authenticate(request, params);
    const resource = (await authorize?.(caller, params, request)) as Awaited<Resource>;
    granted.set(request, { caller, resource });
  }

  app.route({
    ...route,
    schema,
    config: { ...route.config, isOpen: (authenticate as unknown) === anyone },
    onRequest: admit,
    handler(request, reply) {
      const access = granted.get(request);
      if (access === undefined) throw new Error(`${route.url} was reached without its checks`);
      return handler(request, reply, access);
    },
  });
}

/** @throws RefusalError not_found: an id of the wrong shape is simply unknown (I4) */
function pathOf<S extends RouteSchema>(schema: S, request: FastifyRequest): Params<S> {
  if (schema.params === undefined) return undefined as Params<S>;
  const parsed = schema.params.safeParse(request.params);
  // PostgreSQL's texts take no NUL.
  if (!parsed.success || containsNul(request.params)) throw new RefusalError('not_found');
  return parsed.data as Params<S>;
}
