/** Writes new entries, from joins and from approved requests, with a few statements. Under the raffle's lock. */
import { randomBytes } from 'node:crypto';
import { emailPerson } from '@glassdrum/raffle-rules';
import { insertTogether, newRows } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import type { NewRows } from '../../../platform/database/tables/tables.ts';
import { groupsColumn, weightsColumn } from '../../../platform/database/prize-columns.ts';
import { putIntoOutbox } from '../../../work/outbox.ts';
import { auditKeyOf, type CallerHashes, hashesToStore, personOf as personIn } from '../../../audit/audit.ts';
import { recordJoined } from '../../webhooks/events/commands.ts';
import type { Entry } from './decide-joins.ts';
import { network } from '../../../platform/http/rate-limit.ts';
import type { Keys } from '../../../platform/keys/keys.ts';

export interface NewEntry {
  entry: Entry;
  /** By name on the host's list. */
  isInvited: boolean;
  origin: Origin;
  audit: { actor: 'participant' | 'host'; action: 'entry_joined' | 'entry_approved'; from: CallerHashes };
}

interface WriteParts {
  makeId: () => string;
  /** Whether people who gave an address get an email (R51). */
  confirmByMail: boolean;
  /** Epoch ms. */
  now: number;
}

/** @param beside rows that are written together with them; their invitees, unless those exist already */
export async function writeEntries(
  database: Database,
  trx: Trx,
  raffle: AuditedRaffle,
  added: readonly NewEntry[],
  { makeId, confirmByMail, now }: WriteParts,
  beside: readonly NewRows[] = [],
): Promise<void> {
  const { id: raffleId } = raffle;
  const records = added.map(({ entry, audit }) => ({
    ...audit,
    details: { entry_number: entry.entryNumber },
  }));
  await insertTogether(database, trx, [
    ...beside,
    entryRows(raffleId, added, now),
    await auditRows(trx, raffle, records, { makeId, now }),
  ]);
  await countEntries(trx, raffleId, {
    entries: added.map(({ entry }) => entry),
    invited: added.filter(({ isInvited }) => isInvited).length,
    now,
  });
  const reached = confirmByMail ? added.filter(({ entry }) => entry.email !== null) : [];
  const people = reached.map(({ entry }) => entry);
  await enqueueEmails(trx, raffleId, people, { occasion: 'joined', now });
}

/** The rows alone. @param now epoch ms */
export async function insertEntries(
  database: Database,
  trx: Trx,
  raffleId: string,
  added: readonly Pick<NewEntry, 'entry' | 'origin'>[],
  now: number,
): Promise<void> {
  await insertTogether(database, trx, [entryRows(raffleId, added, now)]);
}

function entryRows(
  raffleId: string,
  added: readonly Pick<NewEntry, 'entry' | 'origin'>[],
  now: number,
): NewRows {
  return newRows(
    'participations',
    added.map(({ entry, origin }) => ({
      raffle_id: raffleId,
      entry_number: entry.entryNumber,
      invitee_id: entry.inviteeId,
      display_name: entry.displayName,
      name_publication: entry.publication,
      rules_accepted_at: entry.rulesAcceptedAt,
      email: entry.email,
      email_fold: entry.emailFold,
      tickets: entry.tickets,
      groups: groupsColumn(entry.groups),
      weights: weightsColumn(entry.weights),
      state: entry.state,
      source: entry.source,
      salt: entry.salt,
      name_commit: entry.nameCommit,
      device_key: entry.deviceKey,
      entropy_commit: entry.entropyCommit,
      joined_at: now,
      receipt_issued_at_s: entry.receiptIssuedAtS,
      receipt_absent: entry.receiptAbsent ? (1 as const) : (0 as const),
      ...origin,
    })),
  );
}

/**
 * Adds new entries to the raffle's totals, and tells receivers of webhooks.
 * @param added.invited how many of them are on the host's list as invited; `now`: epoch ms
 */
export async function countEntries(
  trx: Trx,
  raffleId: string,
  { entries, invited, now }: { entries: readonly Entry[]; invited: number; now: number },
): Promise<void> {
  await recordJoined(trx, raffleId, { numbers: entries.map(({ entryNumber }) => entryNumber), now });
  const more = entries.length;
  const tickets = entries.reduce((sum, entry) => sum + entry.tickets, 0);
  const active = entries.filter((entry) => entry.tickets > 0);
  const from = (source: Entry['source']): number => active.filter((entry) => entry.source === source).length;
  await trx
    .updateTable('raffles')
    .set((set) => ({
      entry_count: set('entry_count', '+', more),
      active_count: set('active_count', '+', active.length),
      invited_active_count: set('invited_active_count', '+', invited),
      host_active_count: set('host_active_count', '+', from('host')),
      paper_active_count: set('paper_active_count', '+', from('paper')),
      ticket_total: set('ticket_total', '+', tickets),
      roster_revision: set('roster_revision', '+', more),
    }))
    .where('id', '=', raffleId)
    .execute();
}

/** Enqueues an email (R51) to each of these people. */
export async function enqueueEmails(
  trx: Trx,
  raffleId: string,
  people: readonly { inviteeId: string }[],
  { occasion, now }: { occasion: 'joined' | 'entered' | 'confirm'; now: number },
): Promise<void> {
  await putIntoOutbox(
    trx,
    people.map(({ inviteeId }) => ({
      channel: 'mail' as const,
      occasion,
      raffleId,
      inviteeId,
      now,
      usefulUntil: null,
    })),
  );
}

type AuditedRaffle = Pick<RaffleRow, 'id' | 'host_id' | 'workspace_id' | 'audit_key'>;

/** Many audit records of a raffle. @param raffle as it was read under its lock */
export async function auditRows(
  trx: Trx,
  { id: raffleId, host_id: hostId, workspace_id: workspaceId, audit_key: known }: AuditedRaffle,
  records: readonly {
    actor: 'participant' | 'host';
    action: 'entry_joined' | 'entry_approved' | 'entry_requested';
    from: CallerHashes;
    details: Record<string, number> | null;
  }[],
  { makeId, now }: Pick<WriteParts, 'makeId' | 'now'>,
): Promise<NewRows> {
  const key = known ?? (await auditKeyOf(trx, { raffleId, hostId }));
  const stored = new Map<string, ReturnType<typeof hashesToStore>>();
  const storedOf = (from: CallerHashes): ReturnType<typeof hashesToStore> => {
    const name = `${from.ipHash} ${from.uaHash}`;
    const hashes = stored.get(name) ?? hashesToStore(key, from);
    stored.set(name, hashes);
    return hashes;
  };
  return newRows(
    'audit_log',
    records.map(({ actor, action, from, details }) => ({
      id: makeId(),
      raffle_id: raffleId,
      host_id: hostId,
      workspace_id: workspaceId,
      by_id: personIn({ actor, from }),
      actor,
      action,
      ts: now,
      ...storedOf(from),
      details: details === null ? null : JSON.stringify(details),
    })),
  );
}

/**
 * Where an entry comes from (H11), for the checks of the public link and the review list. The key of these hashes combines a
 * random value of the raffle with the installation's secret, so that neither the database alone nor, once the raffle's personal
 * data was erased, the installation can reverse them.
 */
export interface Origin {
  email_person: string | null;
  network_hash: string | null;
  device_hash: string | null;
}

/** The raffle's part of the key, made with its first join. Under the raffle's lock. */
export async function originKey(trx: Trx, raffle: Pick<RaffleRow, 'id' | 'origin_key'>): Promise<string> {
  if (raffle.origin_key !== null) return raffle.origin_key;
  const fresh = randomBytes(32).toString('hex');
  await trx.updateTable('raffles').set({ origin_key: fresh }).where('id', '=', raffle.id).execute();
  return fresh;
}

export function networkHash(keys: Pick<Keys, 'pseudonymise'>, key: string, address: string): string {
  return keys.pseudonymise(`origin:${key}`, `network ${network(address)}`);
}

/** @param mark what the browser stores for this raffle */
export function deviceHash(keys: Pick<Keys, 'pseudonymise'>, key: string, mark: string): string {
  return keys.pseudonymise(`origin:${key}`, `device ${mark}`);
}

export function personOf(email: string | null): string | null {
  return email === null ? null : emailPerson(email);
}
