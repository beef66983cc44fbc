/** The OpenAPI document, made from the contract's schemas, and its reference page at /api/docs. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { errorBody } from '@glassdrum/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const TAGS = {
  accounts: 'Host accounts',
  raffles: 'Raffles and their settings',
  invitations: 'Invited people and their personal links',
  entries: 'Joining and entries',
  embeds: 'A raffle on other sites',
  draws: 'Draw, results, proof and public records',
  presence: 'Draws that people must be present at, and check-in',
  log: 'The public log',
  chat: 'The chat of a raffle',
  votes: 'Votes for the animation',
  installation: 'This installation',
} as const;

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

/** Error answers of a route, for its documentation. */
export function refusals<S extends RefusalStatus>(...statuses: S[]): Record<S, typeof errorBody> {
  return Object.fromEntries(statuses.map((status) => [status, errorBody])) as Record<S, typeof errorBody>;
}

/** Register before any route: the document is collected from what is registered afterwards. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Glassdrum',
        description: 'A private raffle with a live draw that everyone can check.',
        version,
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    },
    transform: jsonSchemaTransform,
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', deepLinking: false },
    theme: { title: 'Glassdrum API' },
  });
}
