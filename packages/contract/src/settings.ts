/** A host's data management: retention, clean-up, deletion, and a copy of everything (R53–R55). */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { apiToken } from './api-tokens.ts';
import { auditEntry } from './audit.ts';
import { raffleTemplate } from './copies.ts';
import { assurance, count, epochMs, opaqueId, raffleStatus } from './primitives.ts';
import { claimField } from './claim-form.ts';
import { claimedBy, passedOverRow, prizeHolder, resultRow } from './prize-status.ts';
import { participantRow } from './entries.ts';
import { invitation } from './invitations.ts';
import { hostPrize } from './prizes.ts';
import { workspace } from './workspaces.ts';
import { periodStates, recurrence } from './recurrence.ts';
import { webhook } from './webhooks.ts';

const { min, max } = LIMITS.retentionDays;

export const retentionBody = z.object({
  retention_days: z
    .number()
    .int('Days must be a whole number.')
    .min(min, `Data is kept for at least ${min} day.`)
    .max(max, `Data is kept for at most ${max} days.`),
});
export type RetentionBody = z.infer<typeof retentionBody>;

export const settingsAnswer = z.object({
  retention_days: z.number().int(),
  /** Drawn raffles that are older than that now: the next clean-up, by hand or automatically every hour, erases their data. */
  cleanup_due: count,
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;

/** `message` is the sentence for the toast. */
export const cleanupAnswer = z.object({ message: z.string(), cleaned: count });
export type CleanupAnswer = z.infer<typeof cleanupAnswer>;

const exportedDraw = z.object({
  draw_id: opaqueId,
  /** Number among the raffle's draws. */
  number: z.number().int().positive(),
  drawn_at: epochMs,
  assurance,
  winners: z.array(resultRow),
  alternates: z.array(resultRow),
  passed_over: z.array(passedOverRow),
  current_winners: z.array(prizeHolder),
});

/** R55: everything of one host, except secrets: no passwords, passphrases, seeds that are not revealed, or salts. */
export const hostExport = z.object({
  format: z.literal('glassdrum-host-export/1'),
  exported_at: epochMs,
  account: z.object({
    id: opaqueId,
    name: z.string(),
    email: z.string(),
    retention_days: z.number().int(),
    created_at: epochMs,
    last_login_at: epochMs.nullable(),
  }),
  /** R81: those that the person belongs to. Raffles, templates and recurrences are those of workspaces that the role exports. */
  workspaces: z.array(workspace),
  raffles: z.array(
    z.object({
      id: opaqueId,
      workspace_id: opaqueId,
      title: z.string(),
      description: z.string(),
      image_url: z.string().nullable(),
      status: raffleStatus,
      max_winners: z.number().int(),
      max_tickets: z.number().int(),
      max_entries: z.number().int().nullable(),
      deadline_at: epochMs.nullable(),
      public_url: z.string().nullable(),
      /** R85: the sites that may show it. */
      embed_origins: z.array(z.string()),
      created_at: epochMs,
      updated_at: epochMs,
      prizes: z.array(hostPrize.omit({ candidates: true })),
      /** R74: of the draws to come, or the last one. */
      claim_form: z.array(claimField),
      /** R74: by question; the number of the draw is that among the raffle's. */
      claim_answers: z.array(
        z.object({
          draw: z.number().int().positive(),
          prize: z.number().int().positive(),
          entry_number: z.number().int().positive(),
          answers: z.record(z.string(), z.string()),
          entered_by: claimedBy,
          at: epochMs,
        }),
      ),
      invitees: z.array(invitation.omit({ token: true })),
      participants: z.array(participantRow),
      /** The last one; null before its reveal is due (R4). */
      draw: exportedDraw.nullable(),
      /** R69: all of them, in their order. */
      draws: z.array(exportedDraw),
    }),
  ),
  /** R80: what raffles can be made from. */
  templates: z.array(
    /** `content`: all settings, prizes and draws, as they are stored. */
    raffleTemplate.extend({ content: z.record(z.string(), z.unknown()) }),
  ),
  /** R80: how raffles repeat, with the ids of their raffles. */
  recurrences: z.array(
    recurrence.omit({ next: true, periods: true }).extend({
      periods: z.array(
        z.object({ at: epochMs, raffle_id: opaqueId.nullable(), state: z.enum(periodStates) }),
      ),
    }),
  ),
  /** R85: receivers of webhooks, without addresses and secrets. */
  webhooks: z.array(webhook.extend({ workspace_id: opaqueId })),
  /** R85: the account's own ones, those that ended too; nobody has their secrets. */
  api_tokens: z.array(
    apiToken.omit({ owner: true, is_yours: true }).extend({ ended_at: epochMs.nullable() }),
  ),
  audit: z.array(auditEntry.extend({ raffle_id: opaqueId.nullable() })),
});
export type HostExport = z.infer<typeof hostExport>;
