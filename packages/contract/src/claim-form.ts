/**
 * R74: what winners are asked for when they claim a prize. Answers are for the host's team alone: no other call, message or file
 * carries them.
 *
 * - GET and PUT /api/raffles/{id}/claim-form: the form, for its host; fixed for a draw when it freezes.
 * - GET /api/raffles/{id}/me/claim-form: the forms of the draws in which this browser's entries hold a prize.
 * - GET /api/raffles/{id}/claims/answers: what the holder of a prize answered, for the host.
 */
import { claimFieldKinds, claimFormProblems, LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { claimedBy } from './prize-status.ts';
import { epochMs, opaqueId } from './primitives.ts';

export const claimField = z.object({
  /** `f1`, `f2` …: its place in the form. */
  id: z.string(),
  kind: z.enum(claimFieldKinds),
  label: z.string(),
  required: z.boolean(),
  /** Empty for none. */
  hint: z.string(),
  /** Of the kind `choice`; empty otherwise. */
  choices: z.array(z.string()),
});

/** Far more than any text that the rule takes, which has the sentences. */
const typed = z.string().max(1000);

/** An empty list takes the form away. */
export const claimFormBody = z
  .object({
    fields: z
      .array(
        z.object({
          kind: z.enum(claimFieldKinds),
          label: typed,
          required: z.boolean().default(true),
          hint: typed.default(''),
          choices: z.array(typed).max(100).default([]),
        }),
      )
      .max(LIMITS.claimFields.max, `A form has at most ${LIMITS.claimFields.max} fields.`),
  })
  .superRefine(({ fields }, context) => {
    for (const [path, message] of Object.entries(claimFormProblems(fields))) {
      const [index = '', member = ''] = path.split('.');
      context.addIssue({ code: 'custom', path: ['fields', Number(index), member], message });
    }
  });
export type ClaimFormBody = z.infer<typeof claimFormBody>;
export type ClaimFormInput = z.input<typeof claimFormBody>;

/** The form of a draw, as it was when the draw froze. */
const fixedForm = z.object({ draw_id: opaqueId, fields: z.array(claimField) });

export const hostClaimForm = z.object({
  /** Of the draws to come; empty where winners are asked for nothing. */
  fields: z.array(claimField),
  /** Draws whose winners get another form than `fields`, with their number and name among the raffle's. */
  other_forms: z.array(
    fixedForm.extend({
      draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
    }),
  ),
});
export type HostClaimForm = z.infer<typeof hostClaimForm>;

/** Of draws that ask their winners for something. */
export const ownClaimFormAnswer = z.object({ forms: z.array(fixedForm) });
export type OwnClaimFormAnswer = z.infer<typeof ownClaimFormAnswer>;

const postalAddress = z.object({
  line1: typed.default(''),
  line2: typed.default(''),
  postcode: typed.default(''),
  city: typed.default(''),
  /** ISO 3166-1. */
  country: typed.default(''),
});
const claimAnswer = z.union([typed, z.boolean(), postalAddress]);

/** By field; what is left out, or empty, is not answered. */
export const claimAnswersInput = z
  .record(z.string().max(10), claimAnswer)
  .refine((answers) => Object.keys(answers).length <= 20, 'There are more answers than fields.');
export type ClaimAnswersInput = z.infer<typeof claimAnswersInput>;

/** Names a place by its holder, who may have been passed over since. */
export const claimAnswersQuery = z.object({
  draw_id: opaqueId,
  prize: z.coerce.number().int().positive(),
  entry_number: z.coerce.number().int().positive(),
});

export const claimAnswersAnswer = z.object({
  /** The form of the draw. */
  fields: z.array(claimField),
  /** By field; null before anything was answered, and once it was erased. */
  given: z.object({ answers: z.record(z.string(), claimAnswer), by: claimedBy, at: epochMs }).nullable(),
});
export type ClaimAnswersAnswer = z.infer<typeof claimAnswersAnswer>;
