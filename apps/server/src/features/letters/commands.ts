/**
 * Putting letters on their way (R51): the host's invitations, and what everybody concerned is told of a raffle. Nothing
 * is sent here: rows are written, and the dispatchers send them.
 */
import { decideJoin } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { type Database, lockRaffle, type Trx } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import type { Tables } from '../../database/tables.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import { type Occasion, outboxId, putIntoOutbox, putSelectedIntoOutbox } from '../../outbox/outbox.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';

export interface SendingParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** Whether this installation sends mail. */
  mail: boolean;
}

/** A mailbox is not filled by pressing a button: between two of the same letter lies this much, and there is an end. */
const AGAIN_AFTER_MS = 60_000;
const MOST_ISSUES = 10;

/**
 * To everybody on the list who has an address, has not joined and was not sent the invitation yet.
 * @returns how many were put on their way
 * @throws CallError mail_not_configured, or the rule's refusal
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
    const people = trx
      .selectFrom('invites as t')
      .innerJoin('invitees as i', 'i.id', 't.invitee_id')
      .select(['i.raffle_id', 't.invitee_id'])
      .where('t.raffle_id', '=', own.id)
      .where('t.revoked', '=', 0)
      .where('t.redeemed_at', 'is', null)
      .where('i.email', 'is not', null);
    const wish = { channel: 'mail', occasion: 'invitation', now, usefulUntil: own.deadline_at } as const;
    const added = await putSelectedIntoOutbox(trx, wish, people);
    if (added > 0) await audit(trx, own, 'invitations_sent', now, from, { count: added });
    return added;
  });
  if (queued > 0) bus.publish({ topic: 'outbox-filled' });
  return queued;
}

/**
 * One invitation, for the first time or again. One that is on its way already stays as it is.
 * @throws CallError mail_not_configured, no_mail_address, already_joined, not_found, too_many_requests, or the rule's
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
    if (person === undefined || person.revoked === 1) throw new CallError('not_found');
    if (person.redeemed_at !== null) {
      throw new CallError('already_joined', { message: 'This person has already joined.' });
    }
    if (person.email === null) throw new CallError('no_mail_address');
    if (!(await putAgain(trx, own, inviteeId, now))) return;
    await audit(trx, own, 'invitation_sent', now, from, { invitee_id: inviteeId });
  });
  bus.publish({ topic: 'outbox-filled' });
}

/** False when it is on its way already. */
async function putAgain(trx: Trx, raffle: OwnRaffle, inviteeId: string, now: number): Promise<boolean> {
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
  if (wait > 0 || earlier.issue + 1 >= MOST_ISSUES) {
    throw new CallError('too_many_requests', {
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
  if (!mail) throw new CallError('mail_not_configured');
}

async function requireInvitable(database: Database, trx: Trx, raffleId: string, now: number): Promise<void> {
  const raffle = await lockRaffle(database, trx, raffleId);
  if (raffle === undefined) throw new CallError('not_found');
  // A letter is worth sending when its link lets somebody in.
  const facts = raffleFacts(raffle);
  if (facts.status === 'draft') {
    const message = 'Open the raffle first: the links in the invitations work from then on.';
    throw new CallError('raffle_not_open', { message });
  }
  orRefuse(decideJoin(facts, now, 'invite'));
}

/**
 * Tells everybody who takes part, once: who was told already is not told again, so this may run any number of times and
 * on any number of nodes. @returns how many are new
 */
export function announceToEntrants(
  query: Kysely<Tables>,
  wish: { raffleId: string; occasion: Occasion; now: number; usefulUntil: number | null },
): Promise<number> {
  const { raffleId, ...rest } = wish;
  const people = query
    .selectFrom('participations')
    .select(['raffle_id', 'invitee_id'])
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0)
    .where('email', 'is not', null);
  return putSelectedIntoOutbox(query, { channel: 'mail', ...rest }, people);
}

/** The same on the devices of those who asked for it (R52); of a result, only to winners. */
export function announceOnDevices(
  query: Kysely<Tables>,
  wish: { raffleId: string; occasion: 'starting' | 'result'; now: number; usefulUntil: number | null },
): Promise<number> {
  const { raffleId, ...rest } = wish;
  let people = query
    .selectFrom('push_subscriptions as s')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 's.raffle_id').onRef('p.invitee_id', '=', 's.invitee_id'),
    )
    .select(['s.raffle_id', 's.invitee_id'])
    .distinct()
    .where('s.raffle_id', '=', raffleId)
    .where('p.tickets', '>', 0);
  if (wish.occasion === 'result') {
    people = people.where('p.entry_number', 'in', (rows) =>
      rows
        .selectFrom('draw_rows as w')
        .innerJoin('draws as d', 'd.id', 'w.draw_id')
        .select('w.entry_number')
        .where('d.raffle_id', '=', raffleId)
        .where('w.role', '=', 'winner'),
    );
  }
  return putSelectedIntoOutbox(query, { channel: 'push', ...rest }, people);
}

/**
 * The deadline is near (R51): to entrants, and to those who were sent an invitation and have not joined. Only those who
 * were there at `since`, so that nobody is reminded a minute after joining. @param since epoch ms
 */
export async function announceDeadline(
  query: Kysely<Tables>,
  wish: { raffleId: string; since: number; now: number; usefulUntil: number },
): Promise<number> {
  const { raffleId, since, now, usefulUntil } = wish;
  const row = { channel: 'mail', occasion: 'deadline', now, usefulUntil } as const;
  const entrants = query
    .selectFrom('participations')
    .select(['raffle_id', 'invitee_id'])
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0)
    .where('email', 'is not', null)
    .where('joined_at', '<=', since);
  const invited = query
    .selectFrom('outbox as o')
    .innerJoin('invites as t', 't.invitee_id', 'o.invitee_id')
    .select(['o.raffle_id', 'o.invitee_id'])
    .where('o.raffle_id', '=', raffleId)
    .where('o.channel', '=', 'mail')
    .where('o.occasion', '=', 'invitation')
    .where('o.state', '=', 'sent')
    .where('o.settled_at', '<=', since)
    .where('t.redeemed_at', 'is', null)
    .where('t.revoked', '=', 0);
  return (
    (await putSelectedIntoOutbox(query, row, entrants)) + (await putSelectedIntoOutbox(query, row, invited))
  );
}

/** Whoever moved up to a prize (R14) since then, in any raffle; nobody moves up twice. @param since epoch ms */
export async function announceMovedUp(
  query: Kysely<Tables>,
  { since, now, mail }: { since: number; now: number; mail: boolean },
): Promise<number> {
  const people = query
    .selectFrom('passed_over as o')
    .innerJoin('draws as d', 'd.id', 'o.draw_id')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'd.raffle_id').onRef('p.entry_number', '=', 'o.to_entry_number'),
    )
    .select(['p.raffle_id', 'p.invitee_id'])
    .where('o.at', '>', since);
  const row = { occasion: 'moved_up', now, usefulUntil: null } as const;
  const reached = people.where('p.email', 'is not', null);
  const letters = mail ? await putSelectedIntoOutbox(query, { channel: 'mail', ...row }, reached) : 0;
  const devices = people.where('p.invitee_id', 'in', (rows) =>
    rows.selectFrom('push_subscriptions').select('invitee_id'),
  );
  return letters + (await putSelectedIntoOutbox(query, { channel: 'push', ...row }, devices));
}

async function audit(
  trx: Trx,
  { id: raffleId, host_id: hostId }: OwnRaffle,
  action: string,
  ts: number,
  from: CallerHashes,
  details: Record<string, string | number>,
): Promise<void> {
  await writeAudit(trx, { raffleId, hostId, actor: 'host', action, ts, from, details });
}
