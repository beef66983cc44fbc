/** Reading invites and entries. What is unknown, revoked, expired, disabled or a draft's is simply not found (I4). */
import { createHash } from 'node:crypto';
import type { ParticipantRow } from '@glassdrum/contract';
import type { Receipt } from '@glassdrum/fair-draw';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { entryOf } from './join-state.ts';
import { receiptFacts, receiptFor, type ReceiptRaffle } from './receipts.ts';

/** An invite that opens its page. */
export interface OpenInvite {
  raffleId: string;
  inviteeId: string;
  displayName: string;
  redeemed: boolean;
  /** The host made the link anew after the entry was joined: it opens the entry once (R41). */
  reissued: boolean;
}

/** Tokens are looked up by their SHA-256; the database never sees them in clear. */
export function inviteTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @param now epoch ms. A redeemed invite doesn't expire: whoever joined with it comes back by it. */
export async function findInvite(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<OpenInvite | null> {
  const row = await database.query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .innerJoin('raffles as r', 'r.id', 't.raffle_id')
    .select(['t.raffle_id', 't.invitee_id', 't.expires_at', 't.redeemed_at', 't.revoked', 't.reissued'])
    .select('i.display_name')
    .where('t.token_hash', '=', tokenHash)
    .where('r.status', '!=', 'draft')
    .executeTakeFirst();
  if (row === undefined || row.revoked === 1) return null;
  const redeemed = row.redeemed_at !== null;
  if (!redeemed && row.expires_at !== null && now >= row.expires_at) return null;
  return {
    raffleId: row.raffle_id,
    inviteeId: row.invitee_id,
    displayName: row.display_name,
    redeemed,
    reissued: row.reissued === 1,
  };
}

/** What receipts name; null before the raffle was opened, or when it is gone. */
export async function receiptRaffle(database: Database, raffleId: string): Promise<ReceiptRaffle | null> {
  const row = await database.query
    .selectFrom('raffles')
    .select(['id', 'draw_id', 'open_hash', 'seed_commit_hash'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return row === undefined ? null : receiptFacts(row);
}

export interface EntryWithReceipt {
  number: number;
  /** 0 after leaving or removal. */
  tickets: number;
  receipt: Receipt;
}

/** An invitee's entry with its newest receipt, for the entrant; null without one, or once names were erased. */
export async function entryWithReceipt(
  { database, keys }: { database: Database; keys: Keys },
  raffleId: string,
  inviteeId: string,
): Promise<EntryWithReceipt | null> {
  const row = await database.query
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  const entry = row === undefined ? null : entryOf(row);
  const raffle = entry === null ? null : await receiptRaffle(database, raffleId);
  if (entry === null || raffle === null) return null;
  const receipt = await receiptFor(entry, raffle, keys);
  return { number: entry.entryNumber, tickets: entry.tickets, receipt };
}

const BATCH = 1000;

/** The same as `participantsOf`, a thousand at a time: a long list is never whole in memory. */
export async function* participantBatches(
  database: Database,
  raffleId: string,
): AsyncGenerator<ParticipantRow[]> {
  for (let after = 0; ;) {
    const rows = await participants(database, raffleId)
      .where('entry_number', '>', after)
      .limit(BATCH)
      .execute();
    yield rows.map(present);
    const last = rows.at(-1)?.entry_number;
    if (last === undefined || rows.length < BATCH) return;
    after = last;
  }
}

/**
 * Entries of a raffle in order of their numbers, withdrawn ones too (R22). For its host only.
 * @param first how many of them; all when left out
 */
export async function participantsOf(
  database: Database,
  raffleId: string,
  first?: number,
): Promise<ParticipantRow[]> {
  const all = participants(database, raffleId);
  return (await (first === undefined ? all : all.limit(first)).execute()).map(present);
}

function participants(database: Database, raffleId: string) {
  return database.query
    .selectFrom('participations')
    .select(['invitee_id', 'entry_number', 'display_name', 'email', 'joined_at', 'tickets'])
    .where('raffle_id', '=', raffleId)
    .orderBy('entry_number');
}

/** A name that was erased is empty (R53). */
function present(
  row: Omit<ParticipantRow, 'display_name'> & { display_name: string | null },
): ParticipantRow {
  return { ...row, display_name: row.display_name ?? '' };
}
