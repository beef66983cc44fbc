/** The host's list of invitees: adding a pasted list, revoking and reissuing personal links (R11). */
import type { InvitesBody, LineProblem } from '@glassdrum/contract';
import { LIMITS, decideInviteeChange } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../platform/database/database.ts';
import { groupsColumn } from '../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../platform/refusal.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { inSlices } from '../../platform/threads/in-slices.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import { endTransfers } from '../entries/devices/commands.ts';
import { auditHostAction, lockSettledRaffle } from '../raffles/commands.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import {
  type NewInvite,
  countInvitees,
  newInvites,
  newToken,
  storeInvited,
} from './new-invitees/commands.ts';
import type { InviteRow } from './present.ts';
import { leaveOutWinners } from './recent-winners/commands.ts';
import { invitesOfRaffle } from './queries.ts';
import { type ListedInvitee, isProblem, listLines, problem, readLine } from './read-invitees.ts';

export interface InvitationParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

/** Lines parsed in one turn of the event loop: an invalid one costs a fifth of a millisecond. */
const SLICE = 25;

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
  const { database, keys, clock, bus } = parts;
  const { raffle: own, body, from } = input;
  const { good, bad } = await readList(body.invitees, input.host.name);
  const invites = await newInvites(keys, good);
  const result = await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = await lockSettledRaffle(database, trx, own.id, now);
    const list = { invites, bad, skipBad: body.skip_bad_lines, now, from };
    const stored = await storeInvited(database, trx, raffle, list);
    const only = new Set(stored.added.map(({ inviteeId }) => inviteeId));
    return { ...stored, leftOut: await leaveOutWinners(parts, trx, raffle, { now, only }) };
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  const { added, skipped, leftOut } = result;
  return { added: added.map((invite) => freshRow(own.id, invite, leftOut)), skipped };
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
 * joined stays linked (R41). @throws RefusalError entry_withdrawn, left_out (R80)
 */
export function reissueInvite(
  parts: InvitationParts,
  own: OwnRaffle,
  inviteeId: string,
  from: CallerHashes,
): Promise<InviteRow> {
  return changeInvite(parts, own, inviteeId, async (trx, invite, now) => {
    if (invite.left_out === 1) throw new RefusalError('left_out');
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
  for (const result of await inSlices(lines, SLICE, (line) => readLine(line, hostName))) {
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

/** What was just stored. */
function freshRow(
  raffleId: string,
  { id, inviteeId, token, person }: NewInvite,
  leftOut: ReadonlySet<string>,
): InviteRow {
  const isLeftOut = leftOut.has(inviteeId) ? 1 : 0;
  return {
    id,
    raffle_id: raffleId,
    invitee_id: inviteeId,
    source: 'list',
    display_name: person.displayName,
    email: person.email,
    notes: person.notes,
    groups: groupsColumn(person.groups),
    ...token,
    redeemed_at: null,
    revoked: isLeftOut,
    left_out: isLeftOut,
    reissued: 0,
    mail_state: null,
    mail_reason: null,
    mail_settled_at: null,
    mail_due_at: null,
  };
}
