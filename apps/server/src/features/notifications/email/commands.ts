/** Enqueueing invitations (R51). Rows of the outbox are written here; its lanes send them. */
import { decideJoin, LIMITS } from '@glassdrum/raffle-rules';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { outboxId, putIntoOutbox, putSelectedIntoOutbox } from '../../../work/outbox.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import { auditHostAction, lockExistingRaffle } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { mailRecipientsOf } from './queries.ts';

export interface SendingParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** Whether this installation sends email. */
  mail: boolean;
}

/** Nobody can fill an inbox by pressing a button: the same email is sent again only after this time, and not forever. */
const AGAIN_AFTER_MS = 60_000;
const MAX_ISSUES = 10;

/**
 * To everyone on the list who has an address, has not joined and has not been sent the invitation yet.
 * @returns how many were enqueued
 * @throws RefusalError mail_not_configured, too_many_recipients, or the rule's refusal
 */
export async function sendInvitations(
  parts: SendingParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<number> {
  const { database, clock, bus } = parts;
  requireMail(parts);
  const queued = await database.transaction(async (trx) => {
    const now = clock.now();
    await requireInvitable(database, trx, own.id, now);
    return queueInvitations(trx, own, { now, actor: 'host', from });
  });
  if (queued > 0) bus.publish({ topic: 'outbox-filled' });
  return queued;
}

/**
 * The same in the caller's transaction, for a raffle that people can join; the caller publishes `outbox-filled` after commit.
 * @param by 'system': for a raffle that opens automatically (R80) @throws RefusalError too_many_recipients
 */
export async function queueInvitations(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'host_id' | 'deadline_at'>,
  { now, ...by }: { now: number } & ({ actor: 'host'; from: CallerHashes } | { actor: 'system' }),
): Promise<number> {
  const people = trx
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['i.raffle_id', 't.invitee_id'])
    .where('t.raffle_id', '=', raffle.id)
    .where('t.revoked', '=', 0)
    .where('t.redeemed_at', 'is', null)
    .where('i.email', 'is not', null);
  const usefulUntil = raffle.deadline_at;
  const input = { channel: 'mail', occasion: 'invitation', now, usefulUntil } as const;
  const added = await putSelectedIntoOutbox(trx, input, people);
  await requireFewRecipients(trx, raffle.id);
  if (added > 0) {
    const about = { raffleId: raffle.id, hostId: raffle.host_id };
    const details = { count: added };
    await writeAudit(trx, { ...about, action: 'invitations_sent', ts: now, details, ...by });
  }
  return added;
}

/**
 * One invitation, for the first time or again. One that is enqueued already stays as it is.
 * @throws RefusalError mail_not_configured, no_mail_address, already_joined, not_found, too_many_requests, or the rule's
 */
export async function sendInvitation(
  parts: SendingParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<void> {
  const { database, clock, bus } = parts;
  requireMail(parts);
  await database.transaction(async (trx) => {
    const now = clock.now();
    await requireInvitable(database, trx, own.id, now);
    const person = await trx
      .selectFrom('invites as t')
      .innerJoin('invitees as i', 'i.id', 't.invitee_id')
      .select(['t.redeemed_at', 't.revoked', 'i.email'])
      .where('t.raffle_id', '=', own.id)
      .where('t.invitee_id', '=', inviteeId)
      .executeTakeFirst();
    if (person === undefined || person.revoked === 1) throw new RefusalError('not_found');
    if (person.redeemed_at !== null) {
      throw new RefusalError('already_joined', { message: 'This person has already joined.' });
    }
    if (person.email === null) throw new RefusalError('no_mail_address');
    if (!(await enqueueAgain(trx, own, inviteeId, now))) return;
    await requireFewRecipients(trx, own.id);
    await auditHostAction(trx, own, 'invitation_sent', now, from, { invitee_id: inviteeId });
  });
  bus.publish({ topic: 'outbox-filled' });
}

/** False when it is enqueued already. */
async function enqueueAgain(trx: Trx, raffle: OwnRaffle, inviteeId: string, now: number): Promise<boolean> {
  const key = { channel: 'mail', occasion: 'invitation' } as const;
  const id = outboxId({ ...key, raffle_id: raffle.id, invitee_id: inviteeId });
  const usefulUntil = raffle.deadline_at;
  const earlier = await trx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (earlier === undefined) {
    await putIntoOutbox(trx, [{ ...key, raffleId: raffle.id, inviteeId, now, usefulUntil }]);
    return true;
  }
  if (earlier.state === 'waiting') return false;
  const wait = (earlier.settled_at ?? 0) + AGAIN_AFTER_MS - now;
  if (wait > 0 || earlier.issue + 1 >= MAX_ISSUES) {
    throw new RefusalError('too_many_requests', {
      ...(wait > 0 && { retryAfter: Math.ceil(wait / 1000) }),
      message:
        wait > 0
          ? 'This invitation was sent a moment ago. Please wait a minute.'
          : 'This invitation was sent often enough. Please copy the personal link instead.',
    });
  }
  await trx
    .updateTable('outbox')
    .set({ state: 'waiting', issue: earlier.issue + 1, attempts: 0, created_at: now, due_at: now })
    .set({ useful_until: usefulUntil, claimed_until: null, settled_at: null, reason: null })
    .where('id', '=', id)
    .execute();
  return true;
}

function requireMail({ mail }: SendingParts): void {
  if (!mail) throw new RefusalError('mail_not_configured');
}

/** R84. @throws RefusalError too_many_recipients, which rolls back what was enqueued */
async function requireFewRecipients(trx: Trx, raffleId: string): Promise<void> {
  const people = await mailRecipientsOf(trx, raffleId);
  if (people > LIMITS.mailRecipients.max) throw new RefusalError('too_many_recipients');
}

async function requireInvitable(database: Database, trx: Trx, raffleId: string, now: number): Promise<void> {
  const raffle = await lockExistingRaffle(database, trx, raffleId);
  // An invitation is only useful while its link admits people.
  const facts = raffleFacts(raffle);
  if (facts.status === 'draft') {
    const message = 'Open the raffle first: the links in the invitations work from then on.';
    throw new RefusalError('raffle_still_draft', { message });
  }
  orRefuse(decideJoin(facts, now, 'invite'));
}
