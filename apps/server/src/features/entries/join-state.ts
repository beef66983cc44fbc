/** Reads what a batch of joins needs to know, with a fixed number of statements however many joins there are. */
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import { anyOf } from '../../database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Entry, InviteFacts, JoinRequest, JoinState } from './decide-joins.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';

/** Null once the entry's name and salt were erased (R53). */
export function entryOf(row: Selectable<Tables['participations']>): Entry | null {
  if (row.display_name === null || row.salt === null) return null;
  return {
    inviteeId: row.invitee_id,
    entryNumber: row.entry_number,
    displayName: row.display_name,
    email: row.email,
    emailFold: row.email_fold,
    tickets: row.tickets,
    salt: row.salt,
    nameCommit: row.name_commit,
    receiptIssuedAtS: row.receipt_issued_at_s,
  };
}

/** Must run under the raffle's lock. */
export async function loadJoinState(
  database: Database,
  trx: Trx,
  raffle: RaffleRow,
  requests: readonly JoinRequest[],
  now: number,
): Promise<JoinState> {
  const invites = await loadInvites(
    database,
    trx,
    raffle.id,
    distinct(requests.map((request) => (request.via === 'invite' ? request.tokenHash : null))),
  );
  const sessions = await loadSessions(
    database,
    trx,
    raffle.id,
    distinct(requests.map((request) => request.sessionHash)),
  );
  const keys = await loadKeys(database, trx, distinct(requests.map((request) => request.key?.keyHash)));
  const entries = await loadEntries(
    database,
    trx,
    raffle.id,
    distinct([
      ...Array.from(invites.values(), (invite) => (invite.redeemed ? invite.inviteeId : null)),
      ...Array.from(sessions.values()).flat(),
      ...Array.from(keys.values(), (key) => key.inviteeId),
    ]),
  );
  const emails = await loadTakenEmails(
    database,
    trx,
    raffle.id,
    distinct(
      [
        ...requests.map((request) => (request.via === 'public' ? request.email : null)),
        ...Array.from(invites.values(), (invite) => (invite.redeemed ? null : invite.email)),
      ].map((email) => (email === null ? null : foldEmail(email))),
    ),
  );
  const host = requests.some((request) => request.via === 'public')
    ? await trx.selectFrom('users').select('name').where('id', '=', raffle.host_id).executeTakeFirst()
    : undefined;
  return {
    now,
    facts: raffleFacts(raffle),
    publicLink: raffle.public_link,
    passphraseHash: raffle.passphrase_hash,
    hostName: host?.name ?? '',
    invites,
    entries,
    emails,
    sessions,
    keys,
  };
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

async function loadInvites(
  database: Database,
  trx: Trx,
  raffleId: string,
  tokenHashes: string[],
): Promise<Map<string, InviteFacts>> {
  if (tokenHashes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .select(['t.id', 't.token_hash', 't.invitee_id', 't.expires_at', 't.redeemed_at', 't.revoked'])
    .select(['i.display_name', 'i.email'])
    .where('t.raffle_id', '=', raffleId)
    .where('t.token_hash', 'in', anyOf(database, tokenHashes))
    .execute();
  return new Map(
    rows.map((row) => [
      row.token_hash,
      {
        inviteId: row.id,
        inviteeId: row.invitee_id,
        displayName: row.display_name,
        email: row.email,
        revoked: row.revoked === 1,
        expiresAt: row.expires_at,
        redeemed: row.redeemed_at !== null,
      },
    ]),
  );
}

/** Every known session of `hashes`, those without a part in this raffle too: a known session is not replaced. */
async function loadSessions(
  database: Database,
  trx: Trx,
  raffleId: string,
  hashes: string[],
): Promise<Map<string, string[]>> {
  const sessions = new Map<string, string[]>();
  if (hashes.length === 0) return sessions;
  const rows = await trx
    .selectFrom('participant_sessions')
    .select(['token_hash', 'raffle_id', 'invitee_id'])
    .where('token_hash', 'in', anyOf(database, hashes))
    .orderBy('created_at')
    .execute();
  for (const row of rows) {
    const owned = sessions.get(row.token_hash) ?? [];
    if (row.raffle_id === raffleId) owned.push(row.invitee_id);
    sessions.set(row.token_hash, owned);
  }
  return sessions;
}

/** A key used for another raffle is found too: its request differs, so the decision calls it a mismatch. */
async function loadKeys(database: Database, trx: Trx, keyHashes: string[]): Promise<JoinState['keys']> {
  if (keyHashes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('join_keys')
    .select(['key_hash', 'request_hash', 'invitee_id'])
    .where('key_hash', 'in', anyOf(database, keyHashes))
    .execute();
  return new Map(
    rows.map((row) => [row.key_hash, { requestHash: row.request_hash, inviteeId: row.invitee_id }]),
  );
}

async function loadEntries(
  database: Database,
  trx: Trx,
  raffleId: string,
  inviteeIds: string[],
): Promise<Map<string, Entry>> {
  if (inviteeIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', 'in', anyOf(database, inviteeIds))
    .execute();
  const entries = rows.map(entryOf).filter((entry) => entry !== null);
  return new Map(entries.map((entry) => [entry.inviteeId, entry]));
}

async function loadTakenEmails(
  database: Database,
  trx: Trx,
  raffleId: string,
  folded: string[],
): Promise<Set<string>> {
  if (folded.length === 0) return new Set();
  const rows = await trx
    .selectFrom('participations')
    .select('email_fold')
    .where('raffle_id', '=', raffleId)
    .where('email_fold', 'in', anyOf(database, folded))
    .execute();
  return new Set(distinct(rows.map((row) => row.email_fold)));
}
