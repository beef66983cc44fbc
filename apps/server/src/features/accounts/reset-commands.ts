/**
 * A forgotten password (I2): a link that is good once, for 30 minutes, sent by mail or printed for whoever runs the server.
 * Asking is answered before anything is looked up, so neither the answer nor its time tells whether there is an account.
 */
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import { hashSlowly } from '../../keys/slow-hash.ts';
import { writeLetter } from '../../mail/letter.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { AccountParts, Caller } from './account-parts.ts';
import { HOUR_SECONDS, QUARTER_HOUR_SECONDS } from './guesses.ts';
import { forgetOnce, issueOnce, peekOnce, redeemOnce } from './one-time-values.ts';
import { refuseCommonPassword, storePassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';
import { disableTwoFactor } from './two-factor.ts';

export interface ResetCommands {
  /** Comes back at once, whether or not there is such an account. @throws CallError too_many_requests */
  request(caller: Caller, email: string): Promise<void>;
  /** Ends all of the host's sessions. @throws CallError reset_link_invalid, password_too_common, too_many_requests */
  reset(caller: Caller, wish: { token: string; password: string }): Promise<void>;
  /** Resolves when every mail asked for so far was sent or has failed. */
  settled(): Promise<void>;
}

/** So that nobody's mailbox is filled from many addresses. */
const MAILS_AN_HOUR = 5;

export function resetCommands(parts: AccountParts): ResetCommands {
  const { database, keys, clock, bus, address, mailer, report } = parts;
  const requests = createAttemptLimiter({ points: 5, windowSeconds: QUARTER_HOUR_SECONDS });
  const requestsOverAll = createAttemptLimiter({ points: 30, windowSeconds: QUARTER_HOUR_SECONDS });
  const mails = createAttemptLimiter({ points: MAILS_AN_HOUR, windowSeconds: HOUR_SECONDS });
  const tries = createAttemptLimiter({ points: 30, windowSeconds: QUARTER_HOUR_SECONDS });
  const underWay = new Set<Promise<void>>();

  async function mailLink(email: string): Promise<void> {
    if (mailer === null) return;
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    if (user === undefined || !(await mayMail(user.id))) return;
    const url = await resetLink(database, user.id, { publicUrl: address.publicUrl, now: clock.now() });
    await mailer.send({ to: user.email, ...resetLetter(user.name, url) });
  }

  async function mayMail(userId: string): Promise<boolean> {
    try {
      await mails.consume('any', userId);
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  function afterTheAnswer(work: () => Promise<void>): void {
    const promise = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch(report)
      .finally(() => underWay.delete(promise));
    underWay.add(promise);
  }

  return {
    async request(caller, email) {
      await requestsOverAll.consume(caller.ip, 'any');
      await requests.consume(caller.ip, foldEmail(email));
      afterTheAnswer(() => mailLink(email));
    },

    async reset(caller, { token, password }) {
      await tries.consume(caller.ip, 'reset');
      refuseCommonPassword(password);
      const known = await peekOnce(database.query, 'reset', token, clock.now());
      if (known === null) throw new CallError('reset_link_invalid');
      const hash = await hashSlowly(password);
      const now = clock.now();
      await database.transaction(async (trx) => {
        const userId = await redeemOnce(trx, 'reset', token, now);
        if (userId === null || !(await storePassword(trx, userId, { hash, now }))) {
          throw new CallError('reset_link_invalid');
        }
        await endAllSessions(trx, userId);
        await forgetOnce(trx, 'reset', userId);
        await forgetOnce(trx, 'second-step', userId);
        await writeAudit(trx, {
          raffleId: null,
          hostId: userId,
          actor: 'host',
          action: 'password_reset',
          ts: now,
          from: callerHashes(keys, caller, userId),
        });
      });
      bus.publish({ topic: 'host-sessions-ended', hostId: known });
    },

    async settled() {
      await Promise.all(underWay);
    },
  };
}

/**
 * The link that whoever runs the server hands to a host. Works beside a running server: it only adds a row.
 *
 * @param wish.withoutTwoFactor switches two-factor codes off, for a host who lost those too
 * @returns the link, or null when there is no such account
 */
export async function operatorResetLink(
  database: Database,
  wish: { email: string; publicUrl: string; now: number; withoutTwoFactor: boolean },
): Promise<string | null> {
  const { email, publicUrl, now, withoutTwoFactor } = wish;
  const user = await database.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (user === undefined) return null;
  await database.transaction(async (trx) => {
    if (withoutTwoFactor) await disableTwoFactor(trx, user.id);
    await writeAudit(trx, {
      raffleId: null,
      hostId: user.id,
      actor: 'system',
      action: 'reset_link_made',
      ts: now,
      details: { without_two_factor: withoutTwoFactor },
    });
  });
  return resetLink(database, user.id, { publicUrl, now });
}

/** The token is in the fragment: browsers send that to no server, in no address and in no Referer. */
async function resetLink(
  database: Database,
  userId: string,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<string> {
  return `${publicUrl}/auth/reset#token=${await issueOnce(database.query, 'reset', userId, now)}`;
}

function resetLetter(name: string, url: string): { subject: string; text: string; html: string } {
  return {
    subject: 'Choose a new password for Glassdrum',
    ...writeLetter({
      title: 'Choose a new password',
      paragraphs: [
        `Hello ${name},`,
        'somebody, probably you, asked for a new password for your host account. The link is good for 30 minutes and for one use.',
      ],
      action: { label: 'Choose a new password', url },
      closing: ['If this was not you, do nothing: your password stays as it is.'],
    }),
  };
}
