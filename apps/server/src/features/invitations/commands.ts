/**
 * The host's list of invitees and their personal links (R11, I4). A link's token is 192 random bits; the database holds
 * its hash, to find it again, and a sealed copy, for the host's copy button.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { InvitesBody, LineProblem } from '@glassdrum/contract';
import { LIMITS, decideInviteeChange, foldEmail } from '@glassdrum/raffle-rules';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { invitePurpose } from '../../keys/purposes.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import { endDevices } from '../continue/commands.ts';
import { inviteTokenHash } from '../entries/queries.ts';
import { lockSettledRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { type InviteRow, invitesOfRaffle } from './queries.ts';
import { type ListedInvitee, isProblem, listLines, problem, readLine } from './read-invitees.ts';

export interface InvitationParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

const TOKEN_BYTES = 24;
/** Lines that are read, or links that are made, before other calls get their turn. */
const SLICE = 500;
/** Rows of one statement: SQLite takes 32,766 values, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 1000;

export interface AddedInvitees {
  added: InviteRow[];
  /** Lines left out, with `skip_bad_lines`. */
  skipped: LineProblem[];
}

/** All lines or, with `skip_bad_lines`, the good ones. @throws CallError invitees_have_problems with every line */
export async function addInvitees(
  parts: InvitationParts,
  wish: { host: HostIdentity; raffle: OwnRaffle; body: InvitesBody; from: CallerHashes },
): Promise<AddedInvitees> {
  const { database, clock, bus } = parts;
  const { raffle: own, body, from } = wish;
  const { good, bad } = await readList(body.invitees, wish.host.name);
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
        .map(({ source }) => problem(source, 'This e-mail address is already on the list.')),
    ].toSorted((a, b) => a.line - b.line);
    if (skipped.length > 0 && !body.skip_bad_lines) {
      throw new CallError('invitees_have_problems', { lines: skipped });
    }
    const added = invites.filter((invite) => !isKnown(invite.emailFold));
    await insertInvites(trx, raffle.id, { added, listed: await lastPlace(trx, raffle.id), now });
    await countInvitees(trx, raffle.id, added.length, now);
    await audit(trx, raffle, 'invitees_added', now, from, { added: added.length, skipped: skipped.length });
    return { added: added.map(({ row }) => row), skipped };
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  return result;
}

/** The link stops working. Somebody who has joined is removed as a participant instead. @throws CallError already_joined */
export function revokeInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<InviteRow> {
  return changeInvite(parts, own, inviteeId, async (trx, invite, now) => {
    if (invite.redeemed_at !== null) {
      const message = 'This person has already joined. Remove them from the participants instead.';
      throw new CallError('already_joined', { message });
    }
    if (invite.revoked === 1) return {};
    await countInvitees(trx, own.id, -1, now);
    await audit(trx, own, 'invite_revoked', now, from, { invitee_id: inviteeId });
    return { revoked: 1 };
  });
}

/**
 * A new link; the old one is dead from then on. Of somebody who has joined, the new link opens the entry that there is,
 * once, and the devices that held it are out (R41). @throws CallError entry_withdrawn
 */
export async function reissueInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<InviteRow> {
  const row = await changeInvite(parts, own, inviteeId, async (trx, invite, now) => {
    const joined = invite.redeemed_at !== null;
    if (joined) await endDevices(trx, own.id, inviteeId);
    if (invite.revoked === 1) await countInvitees(trx, own.id, 1, now);
    await audit(trx, own, 'invite_reissued', now, from, { invitee_id: inviteeId });
    return { ...newToken(parts.keys, invite.id), revoked: 0, ...(joined && { reissued: 1 as const }) };
  });
  if (row.redeemed_at !== null) parts.bus.publish({ topic: 'identity-gone', raffleId: own.id, inviteeId });
  return row;
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
    if (invite === undefined) throw new CallError('not_found');
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

/** Reads every line; an address that stands on two lines is a problem of the second one. */
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
      bad.push(problem(result.source, `This e-mail address is already on line ${first}.`));
      continue;
    }
    if (result.emailFold !== null) firstLineOf.set(result.emailFold, result.source.line);
    good.push(result);
  }
  return { good, bad };
}

function badList(message: string): CallError {
  return new CallError('invalid_input', { message, fields: { invitees: message } });
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
    const rows = added.slice(start, start + ROWS_AT_ONCE).map((invite) => invite.row);
    await trx
      .insertInto('invitees')
      .values(
        rows.map((row, index) => ({
          id: row.invitee_id,
          raffle_id: raffleId,
          display_name: row.display_name,
          email: row.email,
          notes: null,
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

/** Maps a long list without keeping other calls waiting. */
async function inSlices<From, To>(items: readonly From[], map: (item: From) => To): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < items.length; start += SLICE) {
    for (const item of items.slice(start, start + SLICE)) results.push(map(item));
    await turn();
  }
  return results;
}

async function audit(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'host_id'>,
  action: string,
  ts: number,
  from: CallerHashes,
  details: Record<string, string | number>,
): Promise<void> {
  const { id: raffleId, host_id: hostId } = raffle;
  await writeAudit(trx, { raffleId, hostId, actor: 'host', action, ts, from, details });
}
