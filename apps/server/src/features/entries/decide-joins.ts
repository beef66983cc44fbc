/**
 * Who gets which entry, for all joins of one raffle that arrived together (R12, R22–R25, C6). Pure.
 *
 * 1. `JoinState` holds what the batch needs to know, read under the raffle's lock.
 * 2. Requests are decided in order; each accepted one changes the state that the next one sees.
 * 3. The outcomes and the state's counts are then written together. Nothing here refuses a whole batch.
 */
import type { CallErrorCode } from '@glassdrum/contract';
import { nameCommit } from '@glassdrum/fair-draw';
import {
  acceptDisplayName,
  decideJoin,
  foldEmail,
  type RaffleFacts,
  type Refusal,
} from '@glassdrum/raffle-rules';

/** An entry as the receipt needs it. */
export interface Entry {
  inviteeId: string;
  entryNumber: number;
  displayName: string;
  email: string | null;
  emailFold: string | null;
  tickets: number;
  /** 16 random bytes, 32 hex. */
  salt: string;
  nameCommit: string;
  /** Unix seconds of the newest receipt. */
  receiptIssuedAtS: number;
}

export interface InviteFacts {
  inviteId: string;
  inviteeId: string;
  displayName: string;
  email: string | null;
  revoked: boolean;
  expiresAt: number | null;
  redeemed: boolean;
}

interface JoinKeyFacts {
  requestHash: string;
  inviteeId: string;
}

export interface JoinState {
  /** Epoch ms, the server's clock inside the transaction. */
  now: number;
  facts: RaffleFacts;
  publicLink: string | null;
  passphraseHash: string | null;
  hostName: string;
  /** By token hash. */
  invites: Map<string, InviteFacts>;
  /** By invitee id: every entry that a request of the batch might be about. */
  entries: Map<string, Entry>;
  /** Folded addresses that hold an entry already. */
  emails: Set<string>;
  /** Session hashes that this server gave out before, each with its invitees in this raffle, first joined first. */
  sessions: Map<string, string[]>;
  /** By hash of the Idempotency-Key. */
  keys: Map<string, JoinKeyFacts>;
}

interface JoinRequestBase {
  /** The session that came with the call. */
  sessionHash: string | null;
  /** Used when no known session came with the call. */
  freshSessionHash: string;
  key: { keyHash: string; requestHash: string } | null;
  /** The passphrase hash that the sent passphrase was checked against, and fits; null when none was sent. */
  provenPassphrase: string | null;
  /** 16 random bytes, 32 hex. */
  salt: string;
}

export type JoinRequest =
  | (JoinRequestBase & { via: 'invite'; tokenHash: string })
  | (JoinRequestBase & {
      via: 'public';
      publicLink: string;
      displayName: string;
      email: string | null;
      /** Becomes the invitee of the new entry. */
      freshInviteeId: string;
    });

type JoinRefusal = Refusal | CallErrorCode;

export type JoinOutcome =
  | { kind: 'joined'; entry: Entry; inviteId: string | null; newSession: boolean; linkSession: string }
  /** `linkSession` is set when the session must be tied to the entry first (a retry by key). */
  | { kind: 'existing'; entry: Entry; newSession: boolean; linkSession: string | null }
  | { kind: 'refused'; code: JoinRefusal };

/** Decides in order and advances `state`; the outcome at index i answers request i. */
export function decideJoins(state: JoinState, requests: readonly JoinRequest[]): JoinOutcome[] {
  return requests.map((request) => {
    const outcome = decideOne(state, request);
    if (outcome.kind !== 'refused') remember(state, request, outcome);
    return outcome;
  });
}

function refuse(code: JoinRefusal): JoinOutcome {
  return { kind: 'refused', code };
}

function decideOne(state: JoinState, request: JoinRequest): JoinOutcome {
  const own = request.sessionHash === null ? undefined : state.sessions.get(request.sessionHash);
  if (request.via === 'invite') {
    const invite = state.invites.get(request.tokenHash);
    // Unknown, revoked, a draft's and expired look the same (I4).
    if (invite === undefined || invite.revoked || state.facts.status === 'draft')
      return refuse('invite_invalid');
    const again = retryByKey(state, request);
    if (again !== null) return again;
    if (invite.redeemed) return existingOf(state, own, invite.inviteeId) ?? refuse('already_joined');
    if (invite.expiresAt !== null && state.now >= invite.expiresAt) return refuse('invite_invalid');
    return admit(state, request, {
      inviteId: invite.inviteId,
      inviteeId: invite.inviteeId,
      name: () => ({ ok: true, value: invite.displayName }),
      email: invite.email,
    });
  }
  if (state.publicLink !== request.publicLink || state.facts.status === 'draft') {
    return refuse('public_link_invalid');
  }
  const again = retryByKey(state, request) ?? existingOf(state, own, own?.[0]);
  if (again !== null) return again;
  return admit(state, request, {
    inviteId: null,
    inviteeId: request.freshInviteeId,
    name: () => acceptDisplayName(request.displayName, { hostName: state.hostName }),
    email: request.email,
  });
}

/** A call that was acknowledged before, or whose answer got lost: the same entry, and a session for it. */
function retryByKey(state: JoinState, request: JoinRequest): JoinOutcome | null {
  const known = request.key === null ? undefined : state.keys.get(request.key.keyHash);
  if (request.key === null || known === undefined) return null;
  if (known.requestHash !== request.key.requestHash) return refuse('idempotency_mismatch');
  const entry = state.entries.get(known.inviteeId);
  if (entry === undefined || entry.tickets === 0) return refuse('entry_withdrawn');
  const { hash, isNew, owned } = sessionFor(state, request);
  const linked = owned.includes(entry.inviteeId);
  return { kind: 'existing', entry, newSession: isNew, linkSession: linked ? null : hash };
}

/** R24: the session's own entry again. Null when the session has no part in `inviteeId`. */
function existingOf(
  state: JoinState,
  own: readonly string[] | undefined,
  inviteeId: string | undefined,
): JoinOutcome | null {
  if (own === undefined || inviteeId === undefined || !own.includes(inviteeId)) return null;
  const entry = state.entries.get(inviteeId);
  if (entry === undefined) return null;
  return entry.tickets === 0
    ? refuse('entry_withdrawn')
    : { kind: 'existing', entry, newSession: false, linkSession: null };
}

function admit(
  state: JoinState,
  request: JoinRequest,
  who: {
    inviteId: string | null;
    inviteeId: string;
    name: () => ReturnType<typeof acceptDisplayName>;
    email: string | null;
  },
): JoinOutcome {
  if (state.passphraseHash !== null && request.provenPassphrase !== state.passphraseHash) {
    return refuse(request.provenPassphrase === null ? 'passphrase_required' : 'passphrase_wrong');
  }
  const join = decideJoin(state.facts, state.now, request.via);
  if (!join.ok) return refuse(join.refusal === 'public_join_off' ? 'public_link_invalid' : join.refusal);
  const name = who.name();
  if (!name.ok) return refuse(name.refusal);
  const emailFold = who.email === null ? null : foldEmail(who.email);
  if (emailFold !== null && state.emails.has(emailFold)) return refuse('email_already_joined');
  const { hash, isNew } = sessionFor(state, request);
  const entry: Entry = {
    inviteeId: who.inviteeId,
    entryNumber: state.facts.entryCount + 1,
    displayName: name.value,
    email: who.email,
    emailFold,
    tickets: 1,
    salt: request.salt,
    nameCommit: nameCommit(request.salt, name.value),
    receiptIssuedAtS: Math.floor(state.now / 1000),
  };
  return { kind: 'joined', entry, inviteId: who.inviteId, newSession: isNew, linkSession: hash };
}

/** A session that the server does not know is never adopted: nobody can plant one in a visitor's browser. */
function sessionFor(
  state: JoinState,
  request: JoinRequest,
): { hash: string; isNew: boolean; owned: string[] } {
  const owned = request.sessionHash === null ? undefined : state.sessions.get(request.sessionHash);
  return request.sessionHash !== null && owned !== undefined
    ? { hash: request.sessionHash, isNew: false, owned }
    : { hash: request.freshSessionHash, isNew: true, owned: [] };
}

function remember(
  state: JoinState,
  request: JoinRequest,
  outcome: Exclude<JoinOutcome, { kind: 'refused' }>,
): void {
  const { entry, linkSession } = outcome;
  if (linkSession !== null) {
    state.sessions.set(linkSession, [...(state.sessions.get(linkSession) ?? []), entry.inviteeId]);
  }
  if (outcome.kind === 'existing') return;
  state.facts.entryCount += 1;
  state.facts.ticketTotal += entry.tickets;
  state.entries.set(entry.inviteeId, entry);
  if (entry.emailFold !== null) state.emails.add(entry.emailFold);
  if (request.via === 'invite') {
    const invite = state.invites.get(request.tokenHash);
    if (invite !== undefined) invite.redeemed = true;
  }
  if (request.key !== null) {
    state.keys.set(request.key.keyHash, { requestHash: request.key.requestHash, inviteeId: entry.inviteeId });
  }
}
