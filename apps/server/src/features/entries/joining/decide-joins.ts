/**
 * Who gets which entry, for all joins of one raffle that arrived together (R12, R22–R25, C6). Pure.
 *
 * 1. `JoinState` holds what the batch needs to know, read under the raffle's lock.
 * 2. Requests are decided in order; each accepted one changes the state that the next one sees.
 * 3. The outcomes and the state's counts are then written together. A refusal never affects the rest of the batch.
 */
import type { CallErrorCode } from '@glassdrum/contract';
import {
  acceptDisplayName,
  decideJoin,
  decideNamePublication,
  decideRules,
  emailPerson,
  foldEmail,
  type JoinChecks,
  LIMITS,
  type NamePublication,
  type Pool,
  type RaffleFacts,
  type Refusal,
  stepsBeforeEntry,
  type WaitsFor,
  weightsIn,
} from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import { fastNameCommit } from './name-commit.ts';

/** An entry as the receipt needs it. */
export interface Entry {
  inviteeId: string;
  entryNumber: number;
  displayName: string;
  /** R78. */
  publication: NamePublication;
  /** R77, epoch ms; null where nothing was accepted. */
  rulesAcceptedAt: number | null;
  email: string | null;
  emailFold: string | null;
  tickets: number;
  /** The host's labels (R63). */
  groups: readonly string[];
  /** What it weighs in each pool. */
  weights: readonly number[];
  /** All but 'in' hold 0 tickets. */
  state: 'in' | 'withdrawn' | 'removed' | 'absent';
  source: 'self' | 'host' | 'paper';
  /** 16 random bytes, 32 hex. */
  salt: string;
  nameCommit: string;
  /** The Ed25519 public key of the device that joined, 64 hex (R87). */
  deviceKey: string | null;
  /** 64 hex (R89). */
  entropyCommit: string | null;
  /** Unix seconds of the newest receipt. */
  receiptIssuedAtS: number;
  /** R71: that receipt says that the entry has not checked in for the next draw. */
  receiptAbsent: boolean;
}

/** A request to join that has no number yet (H11). */
export interface WaitingRequest {
  inviteeId: string;
  displayName: string;
  /** R78. */
  publication: NamePublication;
  /** R77, epoch ms; null where there are no rules. */
  rulesAcceptedAt: number | null;
  email: string | null;
  deviceKey: string | null;
  entropyCommit: string | null;
  /** 'declined': by the host. */
  state: 'waiting' | 'declined';
  /** The checks that are still open, in order. */
  waitsFor: WaitsFor[];
  /** Epoch ms. */
  askedAt: number;
}

export interface InviteFacts {
  inviteId: string;
  inviteeId: string;
  displayName: string;
  email: string | null;
  groups: readonly string[];
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
  /** R78: the forms in which names may be published. */
  publications: readonly NamePublication[];
  /** R77. */
  hasRules: boolean;
  /** Who can win which prizes. */
  pools: readonly Pool[];
  publicLink: string | null;
  passphraseHash: string | null;
  hostName: string;
  /** By token hash. */
  invites: Map<string, InviteFacts>;
  /** By invitee id: every entry that a request of the batch may concern. */
  entries: Map<string, Entry>;
  checks: JoinChecks;
  /** R71: people check in now; who joins has not. */
  checkInOpen: boolean;
  /** By invitee id: every waiting request that a request of the batch may concern. */
  waiting: Map<string, WaitingRequest>;
  /** How many requests wait in the raffle. */
  waitingCount: number;
  /** Folded addresses that hold an entry already. */
  emails: Set<string>;
  /** `emailPerson` of addresses with an entry or a request. */
  people: Set<string>;
  /** Device keys that an entry or a request has already. */
  deviceKeys: Set<string>;
  /** Keyed hashes of devices with an entry or a request. */
  devices: Set<string>;
  /** Hashes of sessions that this server issued, each with its invitees in this raffle, in the order they joined. */
  sessions: Map<string, string[]>;
  /** By hash of the Idempotency-Key. */
  keys: Map<string, JoinKeyFacts>;
}

interface JoinRequestBase {
  /** The session that the call was sent with. */
  sessionHash: string | null;
  /** Used when the call was sent without a known session. */
  freshSessionHash: string;
  key: { keyHash: string; requestHash: string } | null;
  /** The stored hash that the sent passphrase matched; null when none was sent. */
  passphraseHash: string | null;
  /** 16 random bytes, 32 hex. */
  salt: string;
  /** As in `Entry`; the key is known to be valid. */
  deviceKey: string | null;
  entropyCommit: string | null;
  /** Keyed hash of what the browser stores for the raffle; null where it sent nothing. */
  deviceHash: string | null;
  /** R78; undefined where nothing was chosen. */
  publication: NamePublication | undefined;
  /** R77. */
  rulesAccepted: boolean;
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
      /** Whether the sent hall code is right; null when none was sent. */
      hallCodeRight: boolean | null;
    });

type JoinRefusal = Refusal | CallErrorCode;

export type JoinOutcome =
  | { kind: 'joined'; entry: Entry; inviteId: string | null; newSession: boolean; linkSession: string }
  /** `linkSession` is set when the session must be tied to the entry first (a retry by key). */
  | { kind: 'existing'; entry: Entry; newSession: boolean; linkSession: string | null }
  /** H11: no entry yet. `isNew`: made by this request. `linkSession` as above. */
  | {
      kind: 'waiting';
      request: WaitingRequest;
      isNew: boolean;
      newSession: boolean;
      linkSession: string | null;
    }
  | { kind: 'refused'; code: JoinRefusal };

/** Decides in order and advances `state`; the outcome at index i answers request i. */
export function decideJoins(state: JoinState, requests: readonly JoinRequest[]): JoinOutcome[] {
  return requests.map((request) => {
    const outcome = decideJoinRequest(state, request);
    if (outcome.kind !== 'refused') applyOutcome(state, request, outcome);
    return outcome;
  });
}

function refuse(code: JoinRefusal): JoinOutcome {
  return { kind: 'refused', code };
}

function decideJoinRequest(state: JoinState, request: JoinRequest): JoinOutcome {
  const own = request.sessionHash === null ? undefined : state.sessions.get(request.sessionHash);
  if (request.via === 'invite') {
    const invite = state.invites.get(request.tokenHash);
    // Unknown, revoked, a draft's and expired look the same (I4).
    if (invite === undefined || invite.revoked || state.facts.status === 'draft')
      return refuse('invite_invalid');
    const repeated = retryByKey(state, request);
    if (repeated !== null) return repeated;
    if (invite.redeemed) return existingOf(state, own, invite.inviteeId) ?? refuse('already_joined');
    if (invite.expiresAt !== null && state.now >= invite.expiresAt) return refuse('invite_invalid');
    return admitNew(state, request, {
      inviteId: invite.inviteId,
      inviteeId: invite.inviteeId,
      name: () => ({ ok: true, value: invite.displayName }),
      email: invite.email,
      groups: invite.groups,
      refusal: () => null,
    });
  }
  if (state.publicLink !== request.publicLink || state.facts.status === 'draft') {
    return refuse('public_link_invalid');
  }
  const ownEntry = own?.find((inviteeId) => state.entries.has(inviteeId)) ?? own?.[0];
  const repeated = retryByKey(state, request) ?? existingOf(state, own, ownEntry);
  if (repeated !== null) return repeated;
  return admitNew(state, request, {
    inviteId: null,
    inviteeId: request.freshInviteeId,
    name: () =>
      acceptDisplayName(request.displayName, { hostName: state.hostName, lookAlikes: unicodeLookAlikes }),
    email: request.email,
    groups: [],
    refusal: () => checksRefusal(state, request),
  });
}

/** H11: the host's checks of the public link, apart from those that make an entry wait. */
function checksRefusal(
  { checks, people, devices }: JoinState,
  request: Extract<JoinRequest, { via: 'public' }>,
): JoinRefusal | null {
  const { email, deviceHash } = request;
  if (checks.confirmEmail && email === null) return 'email_required';
  if (email !== null && people.has(emailPerson(email))) return 'email_already_joined';
  if (!checks.onePerDevice) return null;
  if (deviceHash === null) return 'device_mark_required';
  return devices.has(deviceHash) ? 'device_already_joined' : null;
}

/** A call that was answered before, even if the answer got lost: the same entry, and a session for it. */
function retryByKey(state: JoinState, request: JoinRequest): JoinOutcome | null {
  const known = request.key === null ? undefined : state.keys.get(request.key.keyHash);
  if (request.key === null || known === undefined) return null;
  if (known.requestHash !== request.key.requestHash) return refuse('idempotency_mismatch');
  const { hash, isNew, owned } = sessionFor(state, request);
  const linkSession = owned.includes(known.inviteeId) ? null : hash;
  const entry = state.entries.get(known.inviteeId);
  const waiting = entry === undefined ? state.waiting.get(known.inviteeId) : undefined;
  if (waiting !== undefined)
    return { kind: 'waiting', request: waiting, isNew: false, newSession: isNew, linkSession };
  if (entry?.state !== 'in') return refuse('entry_withdrawn');
  return { kind: 'existing', entry, newSession: isNew, linkSession };
}

/** R24: the session's own entry again. Null when the session has no part in `inviteeId`. */
function existingOf(
  state: JoinState,
  own: readonly string[] | undefined,
  inviteeId: string | undefined,
): JoinOutcome | null {
  if (own === undefined || inviteeId === undefined || !own.includes(inviteeId)) return null;
  const entry = state.entries.get(inviteeId);
  const waiting = state.waiting.get(inviteeId);
  if (entry === undefined && waiting !== undefined)
    return { kind: 'waiting', request: waiting, isNew: false, newSession: false, linkSession: null };
  if (entry === undefined) return null;
  return entry.state === 'in'
    ? { kind: 'existing', entry, newSession: false, linkSession: null }
    : refuse('entry_withdrawn');
}

function admitNew(
  state: JoinState,
  request: JoinRequest,
  who: {
    inviteId: string | null;
    inviteeId: string;
    name: () => ReturnType<typeof acceptDisplayName>;
    email: string | null;
    groups: readonly string[];
    /** The result of the remaining checks. */
    refusal: () => JoinRefusal | null;
  },
): JoinOutcome {
  if (state.passphraseHash !== null && request.passphraseHash !== state.passphraseHash) {
    return refuse(request.passphraseHash === null ? 'passphrase_required' : 'passphrase_wrong');
  }
  if (request.via === 'public' && state.checks.hallCode && request.hallCodeRight !== true) {
    return refuse(request.hallCodeRight === null ? 'hall_code_required' : 'hall_code_wrong');
  }
  const join = decideJoin(state.facts, state.now, request.via);
  if (!join.ok) return refuse(join.refusal === 'public_join_off' ? 'public_link_invalid' : join.refusal);
  const name = who.name();
  if (!name.ok) return refuse(name.refusal);
  const publication = decideNamePublication(state.publications, request.publication);
  if (!publication.ok) return refuse(publication.refusal);
  const rules = decideRules(state.hasRules, request.rulesAccepted);
  if (!rules.ok) return refuse(rules.refusal);
  const rulesAcceptedAt = state.hasRules ? state.now : null;
  const emailFold = who.email === null ? null : foldEmail(who.email);
  if (emailFold !== null && state.emails.has(emailFold)) return refuse('email_already_joined');
  const refusal = who.refusal();
  if (refusal !== null) return refuse(refusal);
  // One key for two entries would let one number be shown to two people.
  if (request.deviceKey !== null && state.deviceKeys.has(request.deviceKey))
    return refuse('device_key_taken');
  const { hash, isNew } = sessionFor(state, request);
  const waitsFor = request.via === 'public' ? stepsBeforeEntry(state.checks) : [];
  if (waitsFor.length > 0) {
    if (state.waitingCount >= LIMITS.waitingEntries.max) return refuse('too_many_waiting');
    const waiting: WaitingRequest = {
      inviteeId: who.inviteeId,
      displayName: name.value,
      publication: publication.value,
      rulesAcceptedAt,
      email: who.email,
      deviceKey: request.deviceKey,
      entropyCommit: request.entropyCommit,
      state: 'waiting',
      waitsFor,
      askedAt: state.now,
    };
    return { kind: 'waiting', request: waiting, isNew: true, newSession: isNew, linkSession: hash };
  }
  const entry: Entry = {
    inviteeId: who.inviteeId,
    entryNumber: state.facts.entryCount + 1,
    displayName: name.value,
    publication: publication.value,
    rulesAcceptedAt,
    email: who.email,
    emailFold,
    tickets: 1,
    groups: who.groups,
    weights: weightsIn(state.pools, who.groups, 1),
    state: 'in',
    source: 'self',
    salt: request.salt,
    nameCommit: fastNameCommit(request.salt, name.value),
    deviceKey: request.deviceKey,
    entropyCommit: request.entropyCommit,
    receiptIssuedAtS: Math.floor(state.now / 1000),
    receiptAbsent: state.checkInOpen,
  };
  return { kind: 'joined', entry, inviteId: who.inviteId, newSession: isNew, linkSession: hash };
}

/** An unknown session is never adopted, so nobody can plant one in a visitor's browser. */
function sessionFor(
  state: JoinState,
  request: JoinRequest,
): { hash: string; isNew: boolean; owned: string[] } {
  const owned = request.sessionHash === null ? undefined : state.sessions.get(request.sessionHash);
  return request.sessionHash !== null && owned !== undefined
    ? { hash: request.sessionHash, isNew: false, owned }
    : { hash: request.freshSessionHash, isNew: true, owned: [] };
}

function applyOutcome(
  state: JoinState,
  request: JoinRequest,
  outcome: Exclude<JoinOutcome, { kind: 'refused' }>,
): void {
  const { linkSession } = outcome;
  const one = outcome.kind === 'waiting' ? outcome.request : outcome.entry;
  if (linkSession !== null) {
    state.sessions.set(linkSession, [...(state.sessions.get(linkSession) ?? []), one.inviteeId]);
  }
  if (outcome.kind === 'existing' || (outcome.kind === 'waiting' && !outcome.isNew)) return;
  if (outcome.kind === 'waiting') {
    state.waitingCount += 1;
    state.waiting.set(one.inviteeId, outcome.request);
  } else {
    const { entry } = outcome;
    state.facts.entryCount += 1;
    state.facts.ticketTotal += entry.tickets;
    state.entries.set(entry.inviteeId, entry);
    if (entry.emailFold !== null) state.emails.add(entry.emailFold);
  }
  if (one.email !== null) state.people.add(emailPerson(one.email));
  if (one.deviceKey !== null) state.deviceKeys.add(one.deviceKey);
  if (request.deviceHash !== null) state.devices.add(request.deviceHash);
  if (request.via === 'invite') {
    const invite = state.invites.get(request.tokenHash);
    if (invite !== undefined) invite.redeemed = true;
  }
  if (request.key !== null) {
    state.keys.set(request.key.keyHash, { requestHash: request.key.requestHash, inviteeId: one.inviteeId });
  }
}
