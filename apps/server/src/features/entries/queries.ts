/** Reading invites and entries. Unknown, revoked, expired and disabled links and those of drafts are not found (I4). */
import { createHash } from 'node:crypto';
import type { OwnEntry, ParticipantRow } from '@glassdrum/contract';
import type { Receipt } from '@glassdrum/fair-draw';
import { publishedName } from '@glassdrum/raffle-rules';
import type { Database } from '../../platform/database/database.ts';
import { groupsOf } from '../../platform/database/prize-columns.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { ownTurn } from '../../platform/threads/own-turn.ts';
import { checkInsBetween, ownCheckInOf } from '../draws/presence/queries.ts';
import { presenceMarks, type PresenceMarks } from '../draws/queries.ts';
import { hostNameOf } from '../raffles/queries.ts';
import { changesOfEntry } from './changes/queries.ts';
import type { Entry } from './joining/decide-joins.ts';
import { entryOf } from './joining/join-state.ts';
import { ownPlacementOf } from './placement/queries.ts';
import { receiptFacts, receiptFor, type ReceiptRaffle } from './receipts.ts';

/** An invite that opens its page. */
export interface OpenInvite {
  raffleId: string;
  inviteeId: string;
  displayName: string;
  redeemed: boolean;
  /** The host reissued the link after the person joined, or entered the person: it opens the entry once (R41, R66). */
  reissued: boolean;
  /** Of the invitee's entry; null before joining. */
  entryState: Entry['state'] | null;
  /** R66: of an entry that the host made; else null. */
  enteredNumber: number | null;
}

/** Tokens are looked up by their SHA-256; the database never sees them in clear text. */
export function inviteTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @param now epoch ms. A redeemed invite doesn't expire: the person who joined with it returns with it. */
export async function findInvite(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<OpenInvite | null> {
  const row = await database.query
    .selectFrom('invites as t')
    .innerJoin('invitees as i', 'i.id', 't.invitee_id')
    .innerJoin('raffles as r', 'r.id', 't.raffle_id')
    .leftJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 't.raffle_id').onRef('p.invitee_id', '=', 't.invitee_id'),
    )
    .select(['t.raffle_id', 't.invitee_id', 't.expires_at', 't.redeemed_at', 't.revoked', 't.reissued'])
    .select(['i.display_name', 'p.state', 'p.source', 'p.entry_number'])
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
    entryState: row.state,
    enteredNumber: row.source === 'host' ? row.entry_number : null,
  };
}

/**
 * Whether this is a valid invite to a raffle that is still a draft (I4): its holder may know that the raffle isn't open yet, and
 * nothing else. Queried only after a lookup found nothing. @param now epoch ms
 */
export async function isInviteOfDraft(database: Database, tokenHash: string, now: number): Promise<boolean> {
  const row = await database.query
    .selectFrom('invites as t')
    .innerJoin('raffles as r', 'r.id', 't.raffle_id')
    .select('t.expires_at')
    .where('t.token_hash', '=', tokenHash)
    .where('t.revoked', '=', 0)
    .where('r.status', '=', 'draft')
    .executeTakeFirst();
  return row !== undefined && (row.expires_at === null || now < row.expires_at);
}

/** The same for a public link. */
export async function isPublicLinkOfDraft({ query }: Database, link: string): Promise<boolean> {
  const row = await query
    .selectFrom('raffles')
    .select('id')
    .where('public_link', '=', link)
    .where('allow_public_join', '=', 1)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return row !== undefined;
}

/** What receipts name; null before the raffle was opened, for one drawn before version 2, and for a deleted one. */
async function receiptRaffle({ query }: Database, raffleId: string): Promise<ReceiptRaffle | null> {
  const row = await query
    .selectFrom('raffles')
    .select(['id', 'series_id'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return row === undefined ? null : receiptFacts(query, row);
}

/** The newest receipt of an entry; null where the raffle was drawn before version 2. */
export async function receiptOf(
  { database, keys }: { database: Database; keys: Keys },
  raffleId: string,
  entry: Entry,
): Promise<Receipt | null> {
  const raffle = await receiptRaffle(database, raffleId);
  return raffle === null ? null : receiptFor(entry, raffle, keys);
}

export interface EntryWithReceipt {
  number: number;
  /** 0 after leaving or removal. */
  tickets: number;
  /** Null where the raffle was drawn before version 2. */
  receipt: Receipt | null;
}

/** An invitee's entry with its newest receipt, for the entrant; null without one, or once names were erased. */
export async function entryWithReceipt(
  parts: { database: Database; keys: Keys },
  raffleId: string,
  inviteeId: string,
): Promise<EntryWithReceipt | null> {
  const row = await parts.database.query
    .selectFrom('participations')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  const entry = row === undefined ? null : entryOf(row);
  if (entry === null) return null;
  const receipt = await receiptOf(parts, raffleId, entry);
  return { number: entry.entryNumber, tickets: entry.tickets, receipt };
}

/** Small enough for one turn of the event loop. */
const BATCH = 250;

/**
 * Entries of a raffle in order of their numbers, withdrawn ones too (R22), in batches that each take one turn of the event loop
 * (H9): a long list is never completely in memory. For its host only.
 * @param first how many of them; default all
 */
export async function* participantBatches(
  database: Database,
  raffleId: string,
  first = Infinity,
): AsyncGenerator<ParticipantRow[]> {
  const marks = await presenceMarks(database, raffleId);
  let left = first;
  for (let after = 0; ;) {
    await ownTurn();
    const size = Math.min(BATCH, left);
    const rows = await participants(database, raffleId)
      .where('entry_number', '>', after)
      .limit(size)
      .execute();
    yield await presentParticipants(database, raffleId, { rows, marks });
    left -= rows.length;
    const last = rows.at(-1)?.entry_number;
    if (last === undefined || rows.length < size || left === 0) return;
    after = last;
  }
}

/** One of them. @throws Error without such an entry */
export async function participantOf(
  database: Database,
  raffleId: string,
  entryNumber: number,
): Promise<ParticipantRow> {
  const rows = await participants(database, raffleId).where('entry_number', '=', entryNumber).execute();
  const marks = await presenceMarks(database, raffleId);
  const [row] = await presentParticipants(database, raffleId, { rows, marks });
  if (row === undefined) throw new Error(`Raffle ${raffleId} has no entry ${entryNumber}.`);
  return row;
}

function participants(database: Database, raffleId: string) {
  return database.query
    .selectFrom('participations')
    .select(['invitee_id', 'entry_number', 'display_name', 'email', 'joined_at', 'tickets', 'state'])
    .select(['source', 'groups', 'name_publication', 'rules_accepted_at'])
    .where('raffle_id', '=', raffleId)
    .orderBy('entry_number');
}

type ParticipantColumns = Awaited<ReturnType<ReturnType<typeof participants>['execute']>>;

/** In order of their numbers. A name that was erased is empty (R53). */
async function presentParticipants(
  { query }: Database,
  raffleId: string,
  { rows, marks }: { rows: ParticipantColumns; marks: PresenceMarks },
): Promise<ParticipantRow[]> {
  const [first, last] = [rows[0]?.entry_number ?? 0, rows.at(-1)?.entry_number ?? 0];
  const checkIns = await checkInsBetween(query, raffleId, { first, last });
  return rows.map((row) => ({
    ...row,
    display_name: row.display_name ?? '',
    groups: groupsOf(row),
    sits_out: marks.sitOut.has(row.entry_number),
    check_ins: checkIns.get(row.entry_number) ?? [],
    absent_in: [...(marks.absentIn.get(row.entry_number) ?? [])],
  }));
}

/** The name of an entry as others read it (R78). */
export function publishedNameOf({ entryNumber, displayName, publication }: Entry): string {
  const row = { entry_number: entryNumber, display_name: displayName, name_publication: publication };
  return publishedName(row) ?? '';
}

/** An entry as its entrant sees it. */
export async function presentOwnEntry(
  parts: { database: Database; keys: Keys },
  { raffleId, entry, joinedAt }: { raffleId: string; entry: Entry; joinedAt: number },
): Promise<OwnEntry> {
  const { database } = parts;
  const changes = await changesOfEntry(database, raffleId, entry.entryNumber);
  return {
    invitee_id: entry.inviteeId,
    entry_number: entry.entryNumber,
    display_name: entry.displayName,
    name_publication: entry.publication,
    tickets: entry.tickets,
    state: entry.state,
    joined_at: joinedAt,
    receipt: await receiptOf(parts, raffleId, entry),
    changes,
    check_in: await ownCheckInOf(database, raffleId, entry.entryNumber),
    placement: await ownPlacementOf(database, raffleId, entry),
    host_name: changes.some(({ made_by: by }) => by === 'host')
      ? await hostNameOf(database.query, raffleId)
      : null,
  };
}
