/**
 * The host's list of invitees and their personal links (R11, I4). A link's token is 192 random bits; the database holds
 * its hash, to find it again, and a sealed copy, for the host's copy button.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InvitesBody, LineProblem } from '@glassdrum/contract';
import { LIMITS, decideInviteeChange, foldEmail } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../platform/refusal.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { invitePurpose } from '../../platform/keys/purposes.ts';
import { ownTurn } from '../../platform/threads/own-turn.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import { endTransfers } from '../entries/devices/commands.ts';
import { inviteTokenHash } from '../entries/queries.ts';
import { auditHostAction, lockSettledRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import type { InviteRow } from './present.ts';
import { invitesOfRaffle } from './queries.ts';
import { type ListedInvitee, isProblem, listLines, problem, readLine } from './read-invitees.ts';

export interface InvitationParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

const TOKEN_BYTES = 24;
/** Lines parsed, or links made, in one turn of the event loop: an invalid line costs a fifth of a millisecond. */
const SLICE = 25;
/** Rows of one statement, which takes one turn of the event loop. */
const ROWS_AT_ONCE = 250;

export interface AddedInvitees {
  added: InviteRow[];
  /** Lines left out, with `skip_bad_lines`. */
  skipped: LineProblem[];
}

/** All lines or, with `skip_bad_lines`, the valid ones. @throws RefusalError invitees_have_problems with every line */
export async function addInvitees(
  parts: InvitationParts,
  input: { host: HostIdentity; raffle: OwnRaffle; body: InvitesBody; from: CallerHashes },
): Promise<AddedInvitees> {
  const { database, clock, bus } = parts;
  const { raffle: own, body, from } = input;
  const { good, bad } = await readList(body.invitees, input.host.name);
  const invites = await inSlices(good, (invitee) => newInvite(parts.keys, own.id, invitee));
  const result = await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = await lockUnfrozen(parts, trx, own.id, now);
    const known = await knownEmails(trx, raffle.id);
    const isKnown = (fold: string | null): boolean => fold !== null && known.has(fold);
    const skipped = [
      ...bad,
      ...good
        .filter((invitee) => isKnown(invitee.emailFold))
        .map(({ source }) => problem(source, 'This email address is already on the list.')),
    ].toSorted((a, b) => a.line - b.line);
    if (skipped.length > 0 && !body.skip_bad_lines) {
      throw new RefusalError('invitees_have_problems', { lines: skipped });
    }
    const added = invites.filter((invite) => !isKnown(invite.emailFold));
    await insertInvites(trx, raffle.id, { added, listed: await lastPlace(trx, raffle.id), now });
    await countInvitees(trx, raffle.id, added.length, now);
    await auditHostAction(trx, raffle, 'invitees_added', now, from, {
      added: added.length,
      skipped: skipped.length,
    });
    return { added: added.map(({ row }) => row), skipped };
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  return result;
}

/** The link stops working. Somebody who has joined is removed as a participant instead. @throws RefusalError already_joined */
export function revokeInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<InviteRow> {
  return changeInvite(parts, own, inviteeId, async (trx, invite, now) => {
    if (invite.redeemed_at !== null) {
      const message = 'This person has already joined. Remove them from the participants instead.';
      throw new RefusalError('already_joined', { message });
    }
    if (invite.revoked === 1) return {};
    await countInvitees(trx, own.id, -1, now);
    await auditHostAction(trx, own, 'invite_revoked', now, from, { invitee_id: inviteeId });
    return { revoked: 1 };
  });
}

/**
 * A new link, which replaces the old one. For somebody who has joined, it opens the existing entry once, and the device that
 * joined stays linked (R41). @throws RefusalError entry_withdrawn
 */
export function reissueInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<InviteRow> {
  return changeInvite(parts, own, inviteeId, async (trx, invite, now) => {
    const joined = invite.redeemed_at !== null;
    if (joined) await endTransfers(trx, own.id, inviteeId);
    if (invite.revoked === 1) await countInvitees(trx, own.id, 1, now);
    await auditHostAction(trx, own, 'invite_reissued', now, from, { invitee_id: inviteeId });
    return { ...newToken(parts.keys, invite.id), revoked: 0, ...(joined && { reissued: 1 as const }) };
  });
}

type InviteChanges = Partial<Pick<InviteRow, 'token_hash' | 'token_sealed' | 'revoked'>> & { reissued?: 1 };

async function changeInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  change: (trx: Trx, invite: InviteRow, now: number) => Promise<InviteChanges>,
): Promise<InviteRow> {
  const { database, clock, bus } = parts;
  const row = await database.transaction(async (trx) => {
    const now = clock.now();
    await lockUnfrozen(parts, trx, own.id, now);
    const invite = await invitesOfRaffle(trx, own.id).where('i.id', '=', inviteeId).executeTakeFirst();
    if (invite === undefined) throw new RefusalError('not_found');
    const changes = await change(trx, invite, now);
    if (Object.keys(changes).length > 0) {
      await trx.updateTable('invites').set(changes).where('id', '=', invite.id).execute();
    }
    return { ...invite, ...changes };
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  return row;
}

async function lockUnfrozen(
  { database }: InvitationParts,
  trx: Trx,
  raffleId: string,
  now: number,
): Promise<RaffleRow> {
  const raffle = await lockSettledRaffle(database, trx, raffleId, now);
  orRefuse(decideInviteeChange(raffleFacts(raffle)));
  return raffle;
}

/** Reads every line; an address on two lines is a problem of the second one. */
async function readList(
  text: string,
  hostName: string,
): Promise<{ good: ListedInvitee[]; bad: LineProblem[] }> {
  const lines = listLines(text);
  const limit = LIMITS.inviteesPerCall.max;
  if (lines.length === 0) throw badList('Please enter at least one line.');
  if (lines.length > limit) throw badList(`At most ${limit} invitees can be added in one go.`);
  const firstLineOf = new Map<string, number>();
  const good: ListedInvitee[] = [];
  const bad: LineProblem[] = [];
  for (const result of await inSlices(lines, (line) => readLine(line, hostName))) {
    if (isProblem(result)) {
      bad.push(result);
      continue;
    }
    const first = result.emailFold === null ? undefined : firstLineOf.get(result.emailFold);
    if (first !== undefined) {
      bad.push(problem(result.source, `This email address is already on line ${first}.`));
      continue;
    }
    if (result.emailFold !== null) firstLineOf.set(result.emailFold, result.source.line);
    good.push(result);
  }
  return { good, bad };
}

function badList(message: string): RefusalError {
  return new RefusalError('invalid_input', { message, fields: { invitees: message } });
}

interface NewInvite {
  row: InviteRow;
  emailFold: string | null;
}

function newInvite(keys: Keys, raffleId: string, invitee: ListedInvitee): NewInvite {
  const id = randomId();
  return {
    emailFold: invitee.emailFold,
    row: {
      id,
      raffle_id: raffleId,
      invitee_id: randomId(),
      display_name: invitee.displayName,
      email: invitee.email,
      notes: invitee.notes,
      groups: null,
      ...newToken(keys, id),
      redeemed_at: null,
      revoked: 0,
      mail_state: null,
      mail_reason: null,
      mail_settled_at: null,
      mail_due_at: null,
    },
  };
}

function newToken(keys: Keys, inviteId: string): Pick<InviteRow, 'token_hash' | 'token_sealed'> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token_hash: inviteTokenHash(token), token_sealed: keys.seal(invitePurpose(inviteId), token) };
}

function randomId(): string {
  return randomBytes(16).toString('base64url');
}

async function knownEmails(trx: Trx, raffleId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('invitees')
    .select('email')
    .where('raffle_id', '=', raffleId)
    .where('email', 'is not', null)
    .execute();
  return new Set(rows.map((row) => foldEmail(row.email ?? '')));
}

/** @param listed the last place taken on the host's list */
async function insertInvites(
  trx: Trx,
  raffleId: string,
  { added, listed, now }: { added: NewInvite[]; listed: number; now: number },
): Promise<void> {
  for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
    // Not a turn of its own: the transaction must not wait behind other lists while the database waits for it.
    await nextTurn();
    const rows = added.slice(start, start + ROWS_AT_ONCE).map((invite) => invite.row);
    await trx
      .insertInto('invitees')
      .values(
        rows.map((row, index) => ({
          id: row.invitee_id,
          raffle_id: raffleId,
          display_name: row.display_name,
          email: row.email,
          notes: row.notes,
          list_number: listed + start + index + 1,
          source: 'list' as const,
          created_at: now,
        })),
      )
      .execute();
    await trx
      .insertInto('invites')
      .values(
        rows.map((row) => ({
          id: row.id,
          raffle_id: raffleId,
          invitee_id: row.invitee_id,
          token_hash: row.token_hash,
          token_sealed: row.token_sealed,
          expires_at: null,
          redeemed_at: null,
          revoked: 0 as const,
          created_at: now,
        })),
      )
      .execute();
  }
}

/** Places of revoked invitees stay taken; 0 for an empty list. */
async function lastPlace(trx: Trx, raffleId: string): Promise<number> {
  const { place } = await trx
    .selectFrom('invitees')
    .select((build) => build.fn.max('list_number').as('place'))
    .where('raffle_id', '=', raffleId)
    .executeTakeFirstOrThrow();
  return place ?? 0;
}

async function countInvitees(trx: Trx, raffleId: string, more: number, now: number): Promise<void> {
  await trx
    .updateTable('raffles')
    .set((set) => ({ invitees_count: set('invitees_count', '+', more), updated_at: now }))
    .where('id', '=', raffleId)
    .execute();
}

/** Maps a long list without keeping other calls waiting, however many lists there are (H9). */
async function inSlices<From, To>(items: readonly From[], map: (item: From) => To): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < items.length; start += SLICE) {
    await ownTurn();
    for (const item of items.slice(start, start + SLICE)) results.push(map(item));
  }
  return results;
}
