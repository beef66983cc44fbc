/** Tells the owners of a workspace by email that a receiver was paused because nothing arrives there any more (R85). Once each. */
import type { Database, Trx } from '../../../platform/database/database.ts';
import { doubling } from '../../../platform/clock/backoff.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { oneLine, withoutLinks } from '../../../platform/mail/plain-text.ts';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import type { JobHandler } from '../../../work/job-runner.ts';
import { enqueueJob } from '../../../work/jobs.ts';

export const WEBHOOK_PAUSED_JOB = 'webhook-paused-email';

interface PausedEmailParts {
  database: Database;
  keys: Keys;
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
  publicUrl: string;
}

interface PausedEmail {
  webhookId: string;
  userId: string;
}

/** A mail server may be away for a day. */
const ATTEMPTS = 30;
const backoff = doubling(1_000, 3_600_000);

/** In the transaction that pauses the receiver. @param input.now epoch ms */
export async function enqueuePausedEmails(
  trx: Trx,
  { webhookId, workspaceId, now }: { webhookId: string; workspaceId: string; now: number },
): Promise<void> {
  const owners = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .execute();
  for (const { user_id: userId } of owners) {
    const payload: PausedEmail = { webhookId, userId };
    await enqueueJob(trx, {
      kind: WEBHOOK_PAUSED_JOB,
      key: `${webhookId}:${now}:${userId}`,
      payload,
      runAt: now,
    });
  }
}

export function pausedEmailHandler(parts: PausedEmailParts): JobHandler {
  return {
    attempts: ATTEMPTS,
    backoff,
    async run({ key, payload }) {
      const { mailer } = parts;
      const message = await compose(parts, payload as PausedEmail);
      if (mailer !== null && message !== null) {
        const host = new URL(parts.publicUrl).hostname;
        const id = parts.keys.pseudonymise('message-id', `webhook-paused:${key}`).slice(0, 32);
        await mailer.send({ ...message, messageId: `${id}@${host}` });
      }
      return { outcome: 'done' };
    },
  };
}

async function compose({ database, publicUrl }: PausedEmailParts, { webhookId, userId }: PausedEmail) {
  const row = await database.query
    .selectFrom('webhooks as w')
    .innerJoin('workspaces as s', 's.id', 'w.workspace_id')
    .innerJoin('workspace_members as m', 'm.workspace_id', 's.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['w.name', 's.name as workspace', 'u.name as person', 'u.email'])
    .where('w.id', '=', webhookId)
    .where('w.state', '=', 'failing')
    .where('m.user_id', '=', userId)
    // C14: to nobody who may not be the owner of the address.
    .where('u.email_verified', '=', 1)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const receiver = withoutLinks(row.name);
  const subject = `Webhook paused: ${receiver}`;
  return {
    to: row.email,
    subject: oneLine(subject),
    ...renderEmail({
      title: subject,
      paragraphs: [
        `Hello ${withoutLinks(row.person)},`,
        `For three days nothing arrived at “${receiver}”, a receiver of webhooks of the workspace “${withoutLinks(row.workspace)}”. It was paused, and gets nothing until somebody resumes it.`,
        'Its log says what went wrong. Fix the receiver, send it a test, then resume it. What happens meanwhile is not sent later.',
      ],
      action: { label: 'See the log', url: `${publicUrl}/workspace` },
      closing: ['You receive this email because you own this workspace.'],
    }),
  };
}
