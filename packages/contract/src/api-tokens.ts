/**
 * API tokens (R85): made by a signed-in member of a workspace, for software that acts in that person's name within it.
 *
 * - GET, POST /api/workspaces/{workspaceId}/tokens, DELETE …/tokens/{tokenId}: never with a token itself.
 * - Every call that a scope allows takes `Authorization: Bearer glassdrum_…`.
 */
import { apiScopes, LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { epochMs, opaqueId } from './primitives.ts';

export const apiScope = z.enum(apiScopes);

export const apiTokenBody = z.object({
  name: z
    .string()
    .trim()
    .min(LIMITS.apiTokenName.min, 'Please give the token a name, such as what uses it.')
    .max(LIMITS.apiTokenName.max, `A name has at most ${LIMITS.apiTokenName.max} characters.`),
  /** In any order, each counts once. */
  scopes: z.array(apiScope).min(1, 'Please choose what the token may do.').max(10),
  days: z
    .number()
    .int('Days must be a whole number.')
    .min(LIMITS.apiTokenDays.min, 'A token lasts at least one day.')
    .max(LIMITS.apiTokenDays.max, `A token lasts at most ${LIMITS.apiTokenDays.max} days.`)
    .default(LIMITS.apiTokenDays.default),
});
export type ApiTokenBody = z.infer<typeof apiTokenBody>;

export const apiToken = z.object({
  id: opaqueId,
  name: z.string(),
  scopes: z.array(apiScope),
  /** In whose name it acts. */
  owner: z.object({ id: opaqueId, name: z.string() }),
  created_at: epochMs,
  expires_at: epochMs,
  /** To the hour; null: never. */
  last_used_at: epochMs.nullable(),
  /** It belongs to the caller. */
  is_yours: z.boolean(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Those that work, the newest first. */
export const apiTokenList = z.object({ tokens: z.array(apiToken) });
export type ApiTokenList = z.infer<typeof apiTokenList>;

/** `secret` is shown this once, and stored nowhere. */
export const apiTokenMade = z.object({ token: apiToken, secret: z.string() });
export type ApiTokenMade = z.infer<typeof apiTokenMade>;
