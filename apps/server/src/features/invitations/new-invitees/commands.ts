/**
 * People whom the host puts on the list, each with a personal link (R11, I4): those who are invited, and those who are entered
 * at once (R66), whose link takes their entry over. A link's token is 192 random bits; the database holds its hash, to find it
 * again, and a sealed copy, for the host's copy button.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineProblem } from '@glassdrum/contract';
import { decideInviteeChange, foldEmail } from '@glassdrum/raffle-rules';
import type { CallerHashes } from '../../../audit/audit.ts';
import { insertMany } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { groupsColumn } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { invitePurpose } from '../../../platform/keys/purposes.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { inSlices } from '../../../platform/threads/in-slices.ts';
import { inviteTokenHash } from '../../entries/queries.ts';
import { auditHostAction } from '../../raffles/commands.ts';
import type { InviteRow } from '../present.ts';
import { type ListedInvitee, problem } from '../read-invitees.ts';

const TOKEN_BYTES = 24;
/** Links made in one turn of the event loop. */
const SLICE = 25;
/** Rows of one statement, which takes one turn of the event loop. */
const ROWS_AT_ONCE = 500;

/** An invitee with a link, not stored yet. */
export interface NewInvite<Person extends ListedInvitee = ListedInvitee> {
  id: string;
  inviteeId: string;
  token: Pick<InviteRow, 'token_hash' | 'token_sealed'>;
  person: Person;
}

/** Makes the links before any lock is taken. */
export function newInvites<Person extends ListedInvitee>(
  keys: Keys,
  people: readonly Person[],
): Promise<NewInvite<Person>[]> {
  return inSlices(people, SLICE, (person) => {
    const id = randomId();
    return { id, inviteeId: randomId(), token: newToken(keys, id), person };
  });
}

export function newToken(keys: Keys, inviteId: string): Pick<InviteRow, 'token_hash' | 'token_sealed'> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token_hash: inviteTokenHash(token), token_sealed: keys.seal(invitePurpose(inviteId), token) };
}

function randomId(): string {
  return randomBytes(16).toString('base64url');
}

export interface StoredInvites<Person extends ListedInvitee> {
  added: NewInvite<Person>[];
  /** Left out, with `skipBad`; by line. */
  skipped: LineProblem[];
}

/**
 * Invites these people, in the caller's transaction, under the raffle's lock: all of them or, with `skipBad`, those whose address
 * is not on the list yet. @param list.bad what was wrong with other lines
 * @throws RefusalError invitees_have_problems with every line, or the rule's refusal
 */
export async function storeInvited<Person extends ListedInvitee>(
  database: Database,
  trx: Trx,
  raffle: RaffleRow,
  list: {
    invites: readonly NewInvite<Person>[];
    bad: readonly LineProblem[];
    skipBad: boolean;
    now: number;
    from: CallerHashes;
  },
): Promise<StoredInvites<Person>> {
  const { now, from } = list;
  orRefuse(decideInviteeChange(raffleFacts(raffle)));
  const known = await knownEmails(trx, raffle.id);
  const { added, skipped } = withoutProblems(list, ({ emailFold }) =>
    emailFold !== null && known.has(emailFold) ? 'This email address is already on the list.' : null,
  );
  await insertInvites(database, trx, raffle.id, { invites: added, source: 'list', now });
  await countInvitees(trx, raffle.id, added.length, now);
  const details = { added: added.length, skipped: skipped.length };
  await auditHostAction(trx, raffle, 'invitees_added', now, from, details);
  return { added, skipped };
}

/**
 * The people of a list for whom there is no problem, and the lines of the others.
 * @param problemWith what only the database knows @throws RefusalError invitees_have_problems where lines are not skipped
 */
export function withoutProblems<Person extends ListedInvitee>(
  list: { invites: readonly NewInvite<Person>[]; bad: readonly LineProblem[]; skipBad: boolean },
  problemWith: (person: Person) => string | null,
): StoredInvites<Person> {
  const added: NewInvite<Person>[] = [];
  const skipped = [...list.bad];
  for (const invite of list.invites) {
    const message = problemWith(invite.person);
    if (message === null) added.push(invite);
    else skipped.push(problem(invite.person.source, message));
  }
  skipped.sort((a, b) => a.line - b.line);
  if (skipped.length > 0 && !list.skipBad) {
    throw new RefusalError('invitees_have_problems', { lines: skipped });
  }
  return { added, skipped };
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

/**
 * Puts people with their links at the end of the host's list. In the caller's transaction, under the raffle's lock.
 * @param list.source 'host': of people who are entered, so that their links open entries, once
 */
export async function insertInvites(
  database: Database,
  trx: Trx,
  raffleId: string,
  { invites, source, now }: { invites: readonly NewInvite[]; source: 'list' | 'host'; now: number },
): Promise<void> {
  const listed = await lastPlace(trx, raffleId);
  const isEntered = source === 'host';
  for (let start = 0; start < invites.length; start += ROWS_AT_ONCE) {
    // Not a turn of its own: the transaction must not wait behind other lists while the database waits for it.
    await nextTurn();
    const batch = invites.slice(start, start + ROWS_AT_ONCE);
    await insertMany(
      database,
      trx,
      'invitees',
      batch.map(({ inviteeId, person }, index) => ({
        id: inviteeId,
        raffle_id: raffleId,
        display_name: person.displayName,
        email: person.email,
        notes: person.notes === null ? null : wellFormed(person.notes),
        groups: groupsColumn(person.groups),
        list_number: listed + start + index + 1,
        source,
        created_at: now,
      })),
    );
    await insertMany(
      database,
      trx,
      'invites',
      batch.map(({ id, inviteeId, token }) => ({
        id,
        raffle_id: raffleId,
        invitee_id: inviteeId,
        ...token,
        expires_at: null,
        redeemed_at: isEntered ? now : null,
        revoked: 0 as const,
        reissued: isEntered ? (1 as const) : (0 as const),
        created_at: now,
      })),
    );
  }
}

/** Without halves of surrogate pairs, which PostgreSQL takes in no JSON. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
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

/** How many people are invited. */
export async function countInvitees(trx: Trx, raffleId: string, more: number, now: number): Promise<void> {
  await trx
    .updateTable('raffles')
    .set((set) => ({ invitees_count: set('invitees_count', '+', more), updated_at: now }))
    .where('id', '=', raffleId)
    .execute();
}
