/** Reads what a batch of joins needs, with a fixed number of statements however many joins there are. */
import { emailPerson, foldEmail, type JoinChecks, type WaitsFor } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { publicationsOf } from '../../../platform/database/name-columns.ts';
import { groupsOf, poolsOf, weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { isCheckInOpen } from '../../draws/presence/queries.ts';
import type { Entry, InviteFacts, JoinRequest, JoinState, WaitingRequest } from './decide-joins.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';

/** Null once the entry's name and salt were erased (R53). */
export function entryOf(row: Selectable<Tables['participations']>): Entry | null {
  if (row.display_name === null || row.salt === null) return null;
  return {
    inviteeId: row.invitee_id,
    entryNumber: row.entry_number,
    displayName: row.display_name,
    publication: row.name_publication,
    rulesAcceptedAt: row.rules_accepted_at,
    email: row.email,
    emailFold: row.email_fold,
    tickets: row.tickets,
    groups: groupsOf(row),
    weights: weightsOf(row),
    state: row.state,
    source: row.source,
    salt: row.salt,
    nameCommit: row.name_commit,
    deviceKey: row.device_key,
    entropyCommit: row.entropy_commit,
    receiptIssuedAtS: row.receipt_issued_at_s,
    receiptAbsent: row.receipt_absent === 1,
  };
}

/** H11. */
function joinChecksOf(raffle: RaffleRow): JoinChecks {
  return {
    approval: raffle.join_approval === 1,
    confirmEmail: raffle.join_confirm_email === 1,
    onePerDevice: raffle.join_one_per_device === 1,
    hallCode: raffle.join_hall_code === 1,
  };
}

type WaitingRow = Selectable<Tables['waiting_entries']> & { display_name: string; email: string | null };

export function waitingOf(row: WaitingRow): WaitingRequest {
  return {
    inviteeId: row.invitee_id,
    displayName: row.display_name,
    publication: row.name_publication,
    rulesAcceptedAt: row.rules_accepted_at,
    email: row.email,
    deviceKey: row.device_key,
    entropyCommit: row.entropy_commit,
    state: row.state,
    waitsFor: waitsForOf(row),
    askedAt: row.asked_at,
  };
}

export function waitsForOf(row: Pick<WaitingRow, 'needs_email' | 'needs_approval'>): WaitsFor[] {
  return [
    ...(row.needs_email === 1 ? ['email' as const] : []),
    ...(row.needs_approval === 1 ? ['approval' as const] : []),
  ];
}

/** Runs under the raffle's lock. */
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
  // A known session or key without an entry belongs to a request that waits (H11).
  const waiting = await loadWaiting(
    database,
    trx,
    raffle.id,
    distinct([
      ...Array.from(sessions.values()).flat(),
      ...Array.from(keys.values(), (key) => key.inviteeId),
    ]).filter((inviteeId) => !entries.has(inviteeId)),
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
  const deviceKeys = await loadTaken(
    database,
    trx,
    raffle,
    'device_key',
    distinct(requests.map((request) => request.deviceKey)),
  );
  const people = await loadTaken(
    database,
    trx,
    raffle,
    'email_person',
    distinct(
      requests.map((request) =>
        request.via === 'public' && request.email !== null ? emailPerson(request.email) : null,
      ),
    ),
  );
  const devices = await loadTaken(
    database,
    trx,
    raffle,
    'device_hash',
    distinct(requests.map((request) => request.deviceHash)),
  );
  const host = requests.some((request) => request.via === 'public')
    ? await trx.selectFrom('users').select('name').where('id', '=', raffle.host_id).executeTakeFirst()
    : undefined;
  return {
    now,
    facts: raffleFacts(raffle),
    publications: publicationsOf(raffle),
    hasRules: raffle.rules_text !== '',
    pools: poolsOf(raffle),
    publicLink: raffle.public_link,
    passphraseHash: raffle.passphrase_hash,
    hostName: host?.name ?? '',
    checks: joinChecksOf(raffle),
    checkInOpen: await isCheckInOpen(trx, raffle),
    invites,
    entries,
    waiting,
    waitingCount: raffle.waiting_count,
    emails,
    people,
    deviceKeys,
    devices,
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
    .select(['i.display_name', 'i.email', 'i.groups'])
    .where('t.raffle_id', '=', raffleId)
    .where('t.token_hash', ...anyOf(database, tokenHashes))
    .execute();
  return new Map(
    rows.map((row) => [
      row.token_hash,
      {
        inviteId: row.id,
        inviteeId: row.invitee_id,
        displayName: row.display_name,
        email: row.email,
        groups: groupsOf(row),
        revoked: row.revoked === 1,
        expiresAt: row.expires_at,
        redeemed: row.redeemed_at !== null,
      },
    ]),
  );
}

/** Every known session of `hashes`, also those without an entry in this raffle: a known session is not replaced. */
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
    .where('token_hash', ...anyOf(database, hashes))
    .orderBy('created_at')
    .execute();
  for (const row of rows) {
    const owned = sessions.get(row.token_hash) ?? [];
    if (row.raffle_id === raffleId) owned.push(row.invitee_id);
    sessions.set(row.token_hash, owned);
  }
  return sessions;
}

/** Also finds keys used for another raffle: their request differs, so the decision is a mismatch. */
async function loadKeys(database: Database, trx: Trx, keyHashes: string[]): Promise<JoinState['keys']> {
  if (keyHashes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('join_keys')
    .select(['key_hash', 'request_hash', 'invitee_id'])
    .where('key_hash', ...anyOf(database, keyHashes))
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
    .where('invitee_id', ...anyOf(database, inviteeIds))
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
    .where('email_fold', ...anyOf(database, folded))
    .execute();
  return new Set(distinct(rows.map((row) => row.email_fold)));
}

/** Which of `values` an entry of the raffle has already, or someone who waits. */
async function loadTaken(
  database: Database,
  trx: Trx,
  raffle: RaffleRow,
  column: 'device_key' | 'email_person' | 'device_hash',
  values: string[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const ofEntries = await trx
    .selectFrom('participations')
    .select(`${column} as value`)
    .where('raffle_id', '=', raffle.id)
    .where(column, ...anyOf(database, values))
    .execute();
  const ofWaiting =
    raffle.waiting_count === 0
      ? []
      : await trx
          .selectFrom('waiting_entries')
          .select(`${column} as value`)
          .where('raffle_id', '=', raffle.id)
          .where('state', '=', 'waiting')
          .where(column, ...anyOf(database, values))
          .execute();
  return new Set(distinct([...ofEntries, ...ofWaiting].map(({ value }) => value)));
}

async function loadWaiting(
  database: Database,
  trx: Trx,
  raffleId: string,
  inviteeIds: string[],
): Promise<Map<string, WaitingRequest>> {
  if (inviteeIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('waiting_entries as w')
    .innerJoin('invitees as i', 'i.id', 'w.invitee_id')
    .selectAll('w')
    .select(['i.display_name', 'i.email'])
    .where('w.raffle_id', '=', raffleId)
    .where('w.invitee_id', ...anyOf(database, inviteeIds))
    .execute();
  return new Map(rows.map((row) => [row.invitee_id, waitingOf(row)]));
}
