/**
 * R85: a raffle on somebody else's site, read only. The host turns it on and names the sites.
 *
 * - GET, PUT, DELETE /api/raffles/{id}/embed: the host's settings.
 * - GET /embed/{key}: the page that the sites show in a frame; `?theme=light` or `dark` fixes its colours.
 * - GET /api/embed/{key}: what that page shows, EmbedView. Nothing before the reveal (R4).
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { shownPrize } from './prizes.ts';
import { resultRow } from './prize-status.ts';
import { count, epochMs, raffleStatus } from './primitives.ts';

const MAX_ORIGINS = `An embed is shown on at most ${LIMITS.embedOrigins.max} sites.`;

export const embedBody = z.object({
  /** Such as `https://club.example`. What is an origin decides the server, which answers how it wrote them. */
  origins: z
    .array(z.string().trim().max(LIMITS.embedOrigin.max, 'This is too long for the origin of a site.'))
    .min(LIMITS.embedOrigins.min, 'Please name the site that shows the embed.')
    .max(LIMITS.embedOrigins.max, MAX_ORIGINS),
  /** Another address; the one that was given out ends (M8). */
  renew: z.boolean().optional(),
});
export type EmbedBody = z.infer<typeof embedBody>;

export const embedSettings = z.object({
  /** `/embed/{key}` in full; null while the embed is off. */
  url: z.string().nullable(),
  origins: z.array(z.string()),
});
export type EmbedSettings = z.infer<typeof embedSettings>;

/** 128 random bits or more (I4). A key of another shape is a wrong key. */
export const embedKey = z.string().max(LIMITS.opaqueId.max);

export const embedThemes = ['light', 'dark'] as const;

/** The winners of one draw, as visitors see them. */
export const embedResult = z.object({
  /** R69: of several draws. */
  number: z.number().int().positive(),
  name: z.string().nullable(),
  drawn_at: epochMs,
  /** Who holds the prizes now (R14), in the order of the prizes; `prize` is null for a raffle's only prize without a name. */
  winners: z.array(
    resultRow.pick({ entry_number: true, display_name: true }).extend({ prize: z.string().nullable() }),
  ),
});

export const embedView = z.object({
  title: z.string(),
  status: raffleStatus,
  cancelled: z.boolean(),
  /** Entries that hold a ticket. */
  participant_count: count,
  deadline_at: epochMs.nullable(),
  /** R15: the draw starts automatically at the deadline. */
  auto_draw: z.boolean(),
  prizes: z.array(
    shownPrize.pick({ name: true, quantity: true, image_url: true, sponsor_name: true, draw: true }),
  ),
  /** The draw that is running, and when its show starts; null between draws. `starts_at` is null until the list is frozen. */
  running: z
    .object({
      number: z.number().int().positive(),
      name: z.string().nullable(),
      starts_at: epochMs.nullable(),
    })
    .nullable(),
  /** R69: more than one. */
  several_draws: z.boolean(),
  /** Of all draws whose result is due (R4), in their order. */
  results: z.array(embedResult),
  /** Where people join, watch or see the results, as a path of this installation. */
  page: z.string(),
  /** The server's clock. */
  now: epochMs,
  /** In how many seconds it is worth asking again. */
  refresh_s: z.number().int().positive(),
});
export type EmbedView = z.infer<typeof embedView>;
