/** The OpenAPI document, made from the contract's schemas, and its reference page at /api/docs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { errorBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const TAGS = {
  accounts: 'Host accounts',
  raffles: 'Raffles and their settings',
  invitations: 'Invited people and their personal links',
  entries: 'Joining and entries',
  tokens: 'API tokens of a workspace',
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

/** What is said of the whole API. Examples are files of the repository, which a test runs. */
const DESCRIPTION = `A private raffle with a live draw that everyone can check.

## API tokens

Your own software calls with an API token: a host makes one in the workspace, under API tokens, and sends it as
\`Authorization: Bearer glassdrum_…\`. It acts in that person's name, within that workspace, with the person's role there and no
more than its scopes allow:

- \`read\`: see raffles, people, winners and the activity log, and export them;
- \`entries\`: create, edit, open and close raffles; invite, enter and check in people; sell paper tickets;
- \`draw\`: start draws, pass winners over, hand prizes over, cancel raffles.

Each call below says which scope it needs. Calls about accounts, members, tokens and the operator take no token, and neither do
live connections. A token ends at its date, by hand, with the membership, and with a reset of the password. Cookies that come with
a token count for nothing. Winners and seeds are in no answer before the reveal.

## Errors

A refused call answers \`{"error": {"code", "message", "fields"?}}\` with a plain sentence. With tokens: 401 \`token_invalid\`
(wrong, ended or expired), 403 \`token_scope_missing\` (it lacks a scope), 403 \`token_not_allowed\` (no token may), 403
\`role_not_allowed\` (the person's role doesn't allow it), 404 for another workspace's raffle, 409 and 422 where the raffle's state
or the input doesn't allow it.

## Limits

A token makes at most ${LIMITS.apiTokenCalls.max} calls a minute; beyond that, and while the server is busy, calls answer 429 or 503 with
\`Retry-After\` in seconds. Bodies have at most 64 KiB unless a call says otherwise. Calls with a \`client_id\` or an
\`Idempotency-Key\` can be sent again and are carried out once.`;

export interface ApiDocsParts {
  version: string;
  /** With runnable examples, one file for each; without it none are shown. */
  examples: string | undefined;
  /** R85: the scope that a token needs for this route; null where tokens make no difference, or are not taken. */
  tokenScope: (method: string, url: string) => string | null;
}

/** Register before any route: the document is collected from what is registered afterwards. */
export async function describeApi(
  app: FastifyInstance,
  { version, examples, tokenScope }: ApiDocsParts,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Glassdrum', description: DESCRIPTION + examplesText(examples), version },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'glassdrum_…',
            description: 'An API token, with the scopes that are named (R85)',
          },
        },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route);
      const scope = tokenScope([route.route.method].flat()[0] ?? '', route.url);
      if (scope === null) return { schema, url };
      const description = `API tokens need the scope \`${scope}\`.`;
      return { schema: { ...schema, description, security: [{ apiToken: [scope] }, {}] }, url };
    },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', deepLinking: false },
    theme: { title: 'Glassdrum API' },
  });
}

const LANGUAGES: Readonly<Record<string, string>> = { '.sh': 'sh', '.mjs': 'js' };

/** @param folder of the examples */
function examplesText(folder: string | undefined): string {
  if (folder === undefined || !existsSync(folder)) return '';
  const files = readdirSync(folder).filter((file) => extname(file) in LANGUAGES);
  const blocks = files.toSorted().map((file) => {
    const code = readFileSync(join(folder, file), 'utf8').trim();
    return `### ${file}\n\n\`\`\`${LANGUAGES[extname(file)]}\n${code}\n\`\`\``;
  });
  return `\n\n## Examples\n\n${blocks.join('\n\n')}`;
}
