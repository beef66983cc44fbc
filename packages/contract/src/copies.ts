/** Raffles that are made from others (R80): duplicates and templates. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { count, epochMs, opaqueId } from './primitives.ts';

/**
 * `people`: the people on the host's list are invited to the copy too; they are sent nothing yet. `workspace_id`: where the copy
 * goes (R81); left out, where the raffle is.
 */
export const duplicateBody = z
  .object({ people: z.boolean().optional(), workspace_id: opaqueId.optional() })
  .nullish();
export type DuplicateBody = z.infer<typeof duplicateBody>;

/** R81: where the copy goes; left out, where it comes from. */
export const copyTargetBody = z.object({ workspace_id: opaqueId.optional() }).nullish();
export type CopyTargetBody = z.infer<typeof copyTargetBody>;

export const templateBody = z.object({
  name: z
    .string()
    .trim()
    .min(LIMITS.templateName.min, 'Please give the template a name.')
    .max(
      LIMITS.templateName.max,
      `The name of a template has at most ${LIMITS.templateName.max} characters.`,
    ),
});
export type TemplateBody = z.infer<typeof templateBody>;

/** A raffle saved as a template, as its host's list shows it. */
export const raffleTemplate = z.object({
  id: opaqueId,
  name: z.string(),
  /** Of the raffles that are made from it. */
  title: z.string(),
  image_url: z.string().nullable(),
  /** How many prizes it has, and how often they are given in total. */
  prizes: count,
  wins: count,
  draws: count,
  created_at: epochMs,
  updated_at: epochMs,
});
export type RaffleTemplate = z.infer<typeof raffleTemplate>;
