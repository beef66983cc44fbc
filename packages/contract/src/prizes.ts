/** Prizes as their host edits them and as everyone sees them, and the groups of people who can win them (R61–R63, R65). */
import { z } from 'zod';
import { isClaimWindow, LIMITS, prizePolicies, revealOrders } from '@glassdrum/raffle-rules';
import { claimWindow, count, enteredTime, epochMs, opaqueId } from './primitives.ts';

const blankToNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const prizeName = z
  .string()
  .max(LIMITS.prizeName.max * 2, `A name has at most ${LIMITS.prizeName.max} characters.`)
  .transform(blankToNull)
  .refine((name) => name === null || Array.from(name).length <= LIMITS.prizeName.max, {
    message: `A name has at most ${LIMITS.prizeName.max} characters.`,
  })
  // eslint-disable-next-line no-control-regex -- a name is a line of the draw protocol (§1)
  .refine((name) => name === null || !/[\u0000-\u001f\u007f]/.test(name), {
    message: 'A name is one line without control characters.',
  });

const URL_MESSAGE = 'Please enter an address that begins with https://.';

/** R61: an https address without a user name in it. */
const sponsorUrl = z
  .string()
  .max(LIMITS.sponsorUrl.max, `A link has at most ${LIMITS.sponsorUrl.max} characters.`)
  .transform(blankToNull)
  .pipe(z.url({ protocol: /^https$/, error: URL_MESSAGE }).nullable())
  .refine((url) => url === null || !/^https:\/*[^/?#]*@/iu.test(url), { message: URL_MESSAGE });

/** R63: the host's own label for some people. No one else sees it. */
export const groupLabel = z
  .string()
  .trim()
  .min(LIMITS.groupLabel.min, 'Please enter the name of a group.')
  .max(LIMITS.groupLabel.max, `The name of a group has at most ${LIMITS.groupLabel.max} characters.`);

const CLAIM_WINDOW_MESSAGE = `A claim window is ${LIMITS.claimMinutes.min} to ${LIMITS.claimMinutes.max} minutes, or ${LIMITS.claimDays.min} to ${LIMITS.claimDays.max} days.`;

/** A prize of the editor. */
const prizeFields = z.object({
  /** Null for a new one. */
  id: opaqueId.nullable().default(null),
  /** Null for an unnamed prize. */
  name: prizeName.nullable().default(null),
  quantity: z
    .number()
    .int('Please enter a whole number.')
    .min(1, 'A prize is given at least once.')
    .max(
      LIMITS.prizeWins.max,
      `A prize is given at most ${LIMITS.prizeWins.max.toLocaleString('en')} times.`,
    ),
  description: z
    .string()
    .max(LIMITS.prizeDescription.max, `A description has at most ${LIMITS.prizeDescription.max} characters.`)
    .default(''),
  sponsor_name: z
    .string()
    .max(LIMITS.sponsorName.max, `A sponsor's name has at most ${LIMITS.sponsorName.max} characters.`)
    .transform(blankToNull)
    .nullable()
    .default(null),
  sponsor_url: sponsorUrl.nullable().default(null),
  /** Who can win it; empty for everyone. */
  groups: z.array(groupLabel).max(LIMITS.groupsOfEntry.max, 'Please choose fewer groups.').default([]),
  /** R73: in seconds; null for none. */
  claim_window: z.number().int().refine(isClaimWindow, CLAIM_WINDOW_MESSAGE).nullable().default(null),
  /** R69: number of the draw that it is given in. */
  draw: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.draws.max, `A raffle has at most ${LIMITS.draws.max} draws.`)
    .default(1),
});
export type PrizeFields = z.infer<typeof prizeFields>;

export const prizePolicy = z.enum(prizePolicies);
export const revealOrder = z.enum(revealOrders);

const DRAW_NAME_MESSAGE = `A draw's name has at most ${LIMITS.drawName.max} characters.`;

/** R69: presentation only; null for none. */
const drawName = z
  .string()
  .max(LIMITS.drawName.max * 2, DRAW_NAME_MESSAGE)
  .transform(blankToNull)
  .refine((name) => name === null || Array.from(name).length <= LIMITS.drawName.max, {
    message: DRAW_NAME_MESSAGE,
  })
  // eslint-disable-next-line no-control-regex -- one line on stages, in emails and in subjects
  .refine((name) => name === null || !/[\u0000-\u001f\u007f]/.test(name), {
    message: 'A name is one line without control characters.',
  })
  .nullable();

/** R69: when the host means to hold it; presentation only, nothing starts then. Null where that is open; left out to keep it. */
const plannedAt = enteredTime.nullable().optional();

export const drawNameBody = z.object({ name: drawName, planned_at: plannedAt });
export type DrawNameBody = z.infer<typeof drawNameBody>;

/**
 * R61: the whole list, in order. Of an opened raffle a change is public (R62). Prizes of draws that have begun or were skipped
 * stay as they are, and are not sent.
 */
export const prizesBody = z.object({
  /** Of the list that was edited: another one in the meantime is refused with `prizes_changed`. */
  revision: count,
  policy: prizePolicy,
  reveal_order: revealOrder,
  /** R64: whether entrants spread their tickets over the prizes; left out to keep it. Only a draft can change it. */
  buckets: z.boolean().optional(),
  prizes: z
    .array(prizeFields)
    .min(LIMITS.prizes.min, 'A raffle has at least one prize.')
    .max(LIMITS.prizes.max, `A raffle has at most ${LIMITS.prizes.max} prizes.`),
  /** R69: all draws in their order, those that are over too; left out to keep them. */
  draws: z
    .array(z.object({ name: drawName, planned_at: plannedAt }))
    .min(1, 'A raffle has at least one draw.')
    .optional(),
});
export type PrizesBody = z.infer<typeof prizesBody>;

/** R61: a data URL as for a raffle's image, or null to remove it. */
export const prizeImageBody = z.object({
  image_url: z.string().max(LIMITS.imageBodyBytes.max, 'Please select an image smaller than 20MB').nullable(),
});

/** A prize as its host sees it. */
export const hostPrize = z.object({
  id: opaqueId,
  name: z.string().nullable(),
  quantity: z.number().int().positive(),
  description: z.string(),
  sponsor_name: z.string().nullable(),
  sponsor_url: z.string().nullable(),
  groups: z.array(z.string()),
  image_url: z.string().nullable(),
  /** Entries with a ticket that can win it. */
  candidates: count,
  claim_window: claimWindow,
  /** Number of its draw. */
  draw: z.number().int().positive(),
});
export type HostPrize = z.infer<typeof hostPrize>;

/** R69: a draw of a raffle. */
export const plannedDraw = z.object({
  /** 1, 2, 3 … in the order in which they were planned. */
  number: z.number().int().positive(),
  name: z.string().nullable(),
  /** When the host means to hold it; null where that is open. */
  planned_at: epochMs.nullable(),
  /** running: from its start to the end of its show; drawn: complete. */
  state: z.enum(['planned', 'running', 'drawn', 'skipped']),
  /** Null in a draft. */
  draw_id: opaqueId.nullable(),
  /** Its number among the raffle's draws in public records; a draw that was voided has another one later. Null in a draft. */
  stage: z.number().int().positive().nullable(),
  /** How often its prizes are given. */
  wins: count,
  /** When it was added after the opening; null for those that were promised then. */
  added_at: epochMs.nullable(),
  /** When its show began; null before. */
  started_at: epochMs.nullable(),
  skipped: z.object({ at: epochMs, reason: z.string() }).nullable(),
  /** R71: whether only those can win in it who are present, and when the host changed that after the opening; null if never. */
  presence: z.object({ required: z.boolean(), changed_at: epochMs.nullable() }),
});
export type PlannedDraw = z.infer<typeof plannedDraw>;

export const plannedDraws = z.object({ draws: z.array(plannedDraw) });
export type PlannedDraws = z.infer<typeof plannedDraws>;

/** R69: why a draw does not take place; everyone sees it. */
export const skipBody = z.object({
  reason: z
    .string()
    .trim()
    .min(LIMITS.skipReason.min, 'Please say why this draw does not take place.')
    .max(LIMITS.skipReason.max, `A reason has at most ${LIMITS.skipReason.max} characters.`),
});

/** A label that the host uses, and how many invited people and entries have it. */
export const groupCount = z.object({ label: z.string(), people: count });
export type GroupCount = z.infer<typeof groupCount>;

export const hostPrizes = z.object({
  revision: count,
  /** R64. */
  buckets: z.boolean(),
  policy: prizePolicy,
  reveal_order: revealOrder,
  prizes: z.array(hostPrize),
  draws: z.array(plannedDraw),
  groups: z.array(groupCount),
  /** Combinations of groups that prizes can be limited to from now on; null while any can be used. */
  fixed_groups: z.array(z.array(z.string())).nullable(),
});
export type HostPrizes = z.infer<typeof hostPrizes>;

/** A prize as everyone sees it. */
export const shownPrize = z.object({
  /** Number in the plan, from 1. */
  prize: z.number().int().positive(),
  name: z.string().nullable(),
  quantity: z.number().int().positive(),
  description: z.string(),
  image_url: z.string().nullable(),
  sponsor_name: z.string().nullable(),
  sponsor_url: z.string().nullable(),
  /** Not everyone can win it; who can is the host's alone. */
  limited: z.boolean(),
  claim_window: claimWindow,
  /** Number of its draw (R69). */
  draw: z.number().int().positive(),
});
export type ShownPrize = z.infer<typeof shownPrize>;

export const prizeList = z.object({
  revision: count,
  policy: prizePolicy,
  reveal_order: revealOrder,
  prizes: z.array(
    shownPrize.extend({
      /** R64: its bucket, from 1; null where tickets are not spread over prizes. */
      bucket: z.number().int().positive().nullable(),
    }),
  ),
  draws: z.array(plannedDraw),
  /** Times of the public changes after opening (R62), oldest first, epoch ms. */
  changed_at: z.array(epochMs),
});
export type PrizeList = z.infer<typeof prizeList>;

/** R63: labels to give to these people and to take from them. */
export const groupsBody = z
  .object({
    people: z
      .array(opaqueId)
      .min(1)
      .max(LIMITS.regroupedAtOnce.max, 'Please choose at most 200 people at once.'),
    add: z.array(groupLabel).max(LIMITS.groupsOfEntry.max, 'Please choose fewer groups.').default([]),
    remove: z.array(groupLabel).max(LIMITS.regroupedAtOnce.max).default([]),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, { message: 'Please choose a group.' });
export type GroupsBody = z.infer<typeof groupsBody>;

export const groupsAnswer = z.object({ changed: count });
