/**
 * I1: who a participant is. The secret is 256 random bits in a cookie that scripts cannot read, or, for clients without
 * cookies, in `Authorization: Bearer`; the server stores only its SHA-256. Ids in bodies and frames are never a credential.
 */
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Selectable } from 'kysely';
import { anyOf } from '../../platform/database/bulk.ts';
import type { Database } from '../../platform/database/database.ts';
import { gatherReads } from '../../platform/database/gather.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { cookieOf, secretCookie } from '../../platform/http/cookies.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { randomText } from '../../platform/keys/random.ts';
import { entryOf } from './joining/join-state.ts';
import type { Entry } from './joining/decide-joins.ts';

/** The headers that may carry a session; a call's and a socket handshake's alike. */
export interface SessionHeaders {
  cookie?: string | undefined;
  authorization?: string | undefined;
}

interface ParticipantSession {
  tokenHash: string;
}

const brand: unique symbol = Symbol('Participant');

/** A participant whom a session authenticated, with one of the session's entries; only `participantSessions` makes it. */
export interface Participant {
  readonly raffleId: string;
  readonly entry: Entry;
  readonly joinedAt: number;
  readonly [brand]: true;
}

export interface ParticipantSessions {
  /** The session that a call or handshake carries, known or not; null without a well-formed one. */
  read(headers: SessionHeaders): ParticipantSession | null;
  /** A new secret with its hash. */
  create(): { token: string; tokenHash: string };
  /** Sends the secret to the browser. */
  setCookie(reply: FastifyReply, token: string): void;
  /** The session's entry in the raffle: the named one, else the one joined last. Null when it has none. */
  find(session: ParticipantSession, raffleId: string, inviteeId?: string): Promise<Participant | null>;
  /** The same for crowds: concurrent lookups share a statement. */
  findInCrowd(session: ParticipantSession, raffleId: string, inviteeId?: string): Promise<Participant | null>;
  /** All of the caller's entries in the raffle, by number; none without a session. */
  all(headers: SessionHeaders, raffleId: string): Promise<Participant[]>;
  /**
   * For calls that act as the entry.
   * @throws RefusalError not_a_participant (401) without an entry here, wrong_identity (403) for another's id (C1),
   *   entry_withdrawn (409) for one that was left or removed
   */
  require(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
  /** For showing and leaving an entry: a withdrawn one too, with 0 tickets. @throws as `require` otherwise */
  requireEvenWithdrawn(headers: SessionHeaders, raffleId: string, inviteeId?: string): Promise<Participant>;
}

const COOKIE_DAYS = 180;
/** 32 bytes, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (token: string): string => hash('sha256', token);

/** @param parts.secure the site is served over HTTPS */
export function participantSessions(parts: { database: Database; secure: boolean }): ParticipantSessions {
  const { database, secure } = parts;
  // The prefix makes browsers refuse a cookie that a sibling domain tries to plant.
  const cookieName = secure ? '__Host-glassdrum' : 'glassdrum';

  function read(headers: SessionHeaders): ParticipantSession | null {
    const token = bearerOf(headers.authorization) ?? cookieOf(headers.cookie, cookieName);
    return token !== null && TOKEN.test(token) ? { tokenHash: hashOf(token) } : null;
  }

  function rowsOf(session: ParticipantSession, raffleId: string) {
    return database.query
      .selectFrom('participant_sessions as s')
      .innerJoin('participations as p', (join) =>
        join.onRef('p.raffle_id', '=', 's.raffle_id').onRef('p.invitee_id', '=', 's.invitee_id'),
      )
      .selectAll('p')
      .where('s.token_hash', '=', session.tokenHash)
      .where('s.raffle_id', '=', raffleId);
  }

  async function find(
    session: ParticipantSession,
    raffleId: string,
    inviteeId?: string,
  ): Promise<Participant | null> {
    let rows = rowsOf(session, raffleId).orderBy('p.entry_number', 'desc');
    if (inviteeId !== undefined) rows = rows.where('s.invitee_id', '=', inviteeId);
    return participantOf(await rows.executeTakeFirst());
  }

  const entriesOf = gatherReads(async (tokenHashes) => {
    const rows = await database.query
      .selectFrom('participant_sessions as s')
      .innerJoin('participations as p', (join) =>
        join.onRef('p.raffle_id', '=', 's.raffle_id').onRef('p.invitee_id', '=', 's.invitee_id'),
      )
      .selectAll('p')
      .select('s.token_hash')
      .where('s.token_hash', ...anyOf(database, tokenHashes))
      .orderBy('p.entry_number', 'desc')
      .execute();
    const ofToken = new Map<string, typeof rows>(tokenHashes.map((tokenHash) => [tokenHash, []]));
    for (const row of rows) ofToken.get(row.token_hash)?.push(row);
    return ofToken;
  });

  const findInCrowd: ParticipantSessions['findInCrowd'] = async (session, raffleId, inviteeId) => {
    const rows = await entriesOf(session.tokenHash);
    return participantOf(
      rows?.find(
        (row) => row.raffle_id === raffleId && (inviteeId === undefined || row.invitee_id === inviteeId),
      ),
    );
  };

  const requireEvenWithdrawn: ParticipantSessions['requireEvenWithdrawn'] = async (
    headers,
    raffleId,
    inviteeId,
  ) => {
    const session = read(headers);
    if (session === null) throw new RefusalError('not_a_participant');
    const participant = await find(session, raffleId, inviteeId);
    if (participant !== null) return participant;
    const other = inviteeId === undefined ? null : await find(session, raffleId);
    throw new RefusalError(other === null ? 'not_a_participant' : 'wrong_identity');
  };

  return {
    read,
    find,
    findInCrowd,
    requireEvenWithdrawn,
    async all(headers, raffleId) {
      const session = read(headers);
      const rows =
        session === null ? [] : await rowsOf(session, raffleId).orderBy('p.entry_number').execute();
      return rows.map(participantOf).filter((one) => one !== null);
    },
    create() {
      const token = randomText(32, 'base64url');
      return { token, tokenHash: hashOf(token) };
    },
    setCookie(reply, token) {
      void reply.setCookie(cookieName, token, secretCookie(secure, COOKIE_DAYS));
    },
    async require(headers, raffleId, inviteeId) {
      return requireActive(await requireEvenWithdrawn(headers, raffleId, inviteeId));
    },
  };
}

/** @throws RefusalError entry_withdrawn (409) for an entry that was left or removed */
export function requireActive(participant: Participant): Participant {
  if (participant.entry.state !== 'in') throw new RefusalError('entry_withdrawn');
  return participant;
}

function participantOf(row: Selectable<Tables['participations']> | undefined): Participant | null {
  const entry = row === undefined ? null : entryOf(row);
  if (row === undefined || entry === null) return null;
  return { raffleId: row.raffle_id, entry, joinedAt: row.joined_at, [brand]: true };
}

function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
