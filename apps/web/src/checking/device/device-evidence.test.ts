import { openHash } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import type { EntryEvidence, StoredReceipt, StoredTerms } from '../../storage/evidence.ts';
import { checkInOf, deviceEvidence, ownChangesOf, receiptThatCounts, takesPart } from './device-evidence.ts';

const DRAW = 'draw-0123456789ab';
const FROZEN_SEEN_AT = 1_800_000_500_000;

function receiptWith(change: Partial<StoredReceipt>): StoredReceipt {
  return {
    format: 'draw-receipt/2',
    series_id: 'series-0123456789',
    draw_id: DRAW,
    open_hash: '1'.repeat(64),
    entry_number: 7,
    state: 'in',
    source: 'self',
    weights: [3],
    display_name: 'Ada',
    salt: '2'.repeat(32),
    entropy_commit: '-',
    device_key: '4'.repeat(64),
    issued_at: 1_800_000_000,
    key_id: '3'.repeat(16),
    signature: 'joined',
    ...change,
  };
}

const joined = receiptWith({});
const cut = receiptWith({ weights: [1], issued_at: joined.issued_at + 10, signature: 'cut' });
const raised = receiptWith({ weights: [5], issued_at: joined.issued_at + 20, signature: 'raised' });
const left = receiptWith({
  state: 'withdrawn',
  weights: [0],
  issued_at: joined.issued_at + 30,
  signature: 'left',
});

const terms: StoredTerms = {
  draw_id: DRAW,
  seed_commit_hash: 'a'.repeat(64),
  open: {
    host_id: 'host-0123456789ab',
    host_seq: 1,
    previous: '-',
    series_id: 'series-0123456789',
    stage: 1,
    plan_hash: 'b'.repeat(64),
    rules_hash: 'c'.repeat(64),
    opened_at: 1_799_999_000,
  },
  open_hash: '1'.repeat(64),
  open_record: { text: '', key_id: '', signature: '' },
  plan: {
    policy: 'once',
    earlier_winners: 'in',
    pools: 1,
    prizes: [{ quantity: 1, alternates: 3, pool: 1, claim_window: '-', name: '-' }],
  },
  plan_hash: 'b'.repeat(64),
  rules: { title: 'Party', ticket_limit: '-', deadline: '-', beacon_policy: 'wait', text: '' },
  replans: [],
  seenAt: FROZEN_SEEN_AT - 1000,
  problem: null,
};

const entry: EntryEvidence = {
  raffleId: 'raffle-0123456789ab',
  inviteeId: 'invitee-0123456789',
  entryNumber: 7,
  storedAt: FROZEN_SEEN_AT - 2000,
  device: { kind: 'bytes', publicKey: '4'.repeat(64), secret: new Uint8Array(32) },
  noKey: null,
  contribution: null,
  receipts: [joined],
  ownReceipts: ['joined'],
  installationKey: 'd'.repeat(64),
  testChain: null,
  terms: [terms],
  build: null,
};

describe('receiptThatCounts', () => {
  it.each([
    ['is that of joining', [joined], joined],
    ['is never one by which somebody else took tickets away', [joined, cut], joined],
    ['may be a later one that gives more', [joined, raised], raised],
    ['gives more than the joining, but not than what came between', [joined, raised, cut], raised],
    ['is the one before this person left', [joined, left], joined],
  ])('R94: %s', (_what, receipts, counts) => {
    expect(receiptThatCounts({ receipts, ownReceipts: ['joined', 'left'] })).toBe(counts);
  });

  it('R94: is not one that names another person or device', () => {
    for (const change of [{ display_name: 'Bea' }, { device_key: '-' }, { entry_number: 8 }]) {
      const other = receiptWith({ ...change, weights: [9], signature: 'other' });
      expect(receiptThatCounts({ receipts: [joined, other], ownReceipts: ['joined'] })).toBe(joined);
    }
  });
});

describe('deviceEvidence', () => {
  it('R88: has what was stored before the freeze', () => {
    expect(deviceEvidence(DRAW, entry, FROZEN_SEEN_AT)).toMatchObject({
      drawId: DRAW,
      installationKey: 'd'.repeat(64),
      deviceKey: '4'.repeat(64),
      receipt: joined,
      opening: { record: { hostSeq: 1, previous: null }, rules: { deadline: null }, plan: { pools: 1 } },
    });
  });

  it('R88: takes nothing for evidence that was stored after the freeze', () => {
    const late = { ...entry, terms: [{ ...terms, seenAt: FROZEN_SEEN_AT + 1 }] };
    expect(deviceEvidence(DRAW, late, FROZEN_SEEN_AT).opening).toBeNull();
  });

  it('R88: takes what came late if the receipt of joining has its hash', () => {
    const promised = openHash({
      drawId: DRAW,
      hostId: terms.open.host_id,
      hostSeq: terms.open.host_seq,
      previous: null,
      seriesId: terms.open.series_id,
      stage: terms.open.stage,
      seedCommitHash: terms.seed_commit_hash,
      planHash: terms.open.plan_hash,
      rulesHash: terms.open.rules_hash,
      openedAt: terms.open.opened_at,
    });
    const receipts = [receiptWith({ open_hash: promised })];
    const late = { ...terms, open_hash: promised, seenAt: FROZEN_SEEN_AT + 1 };
    const own = { ...entry, receipts, terms: [late] };
    expect(deviceEvidence(DRAW, own, FROZEN_SEEN_AT).opening).toMatchObject({ record: { hostSeq: 1 } });
    const another = { ...own, terms: [{ ...late, open: { ...late.open, host_seq: 2 } }] };
    expect(deviceEvidence(DRAW, another, FROZEN_SEEN_AT).opening).toBeNull();
    const joinedLate = { ...own, storedAt: FROZEN_SEEN_AT };
    expect(deviceEvidence(DRAW, joinedLate, FROZEN_SEEN_AT).opening).toBeNull();
  });

  it('R62: has no plan to recompute where it was changed before this device saw it', () => {
    const changed = { ...entry, terms: [{ ...terms, plan_hash: 'e'.repeat(64) }] };
    expect(deviceEvidence(DRAW, changed, FROZEN_SEEN_AT).opening).toMatchObject({ plan: null });
  });

  it('has nothing for a visitor', () => {
    expect(deviceEvidence(DRAW, null, FROZEN_SEEN_AT)).toEqual({
      checkIn: null,
      drawId: DRAW,
      installationKey: null,
      deviceKey: null,
      receipt: null,
      contribution: null,
      opening: null,
    });
  });

  it('R89: has the contribution only where the receipt names its commitment', () => {
    const contribution = { value: '6'.repeat(64), commit: '7'.repeat(64), sentAt: null };
    expect(deviceEvidence(DRAW, { ...entry, contribution }, FROZEN_SEEN_AT).contribution).toBeNull();
    const committed = receiptWith({ entropy_commit: contribution.commit });
    const own = { ...entry, contribution, receipts: [committed] };
    expect(deviceEvidence(DRAW, own, FROZEN_SEEN_AT).contribution).toBe(contribution.value);
  });
});

describe('ownChangesOf and takesPart', () => {
  it('R94: knows what this person did on this device', () => {
    const own = { receipts: [joined, cut, left], ownReceipts: ['joined', 'left'] };
    expect(ownChangesOf(own)).toEqual([left]);
    expect([takesPart(own), takesPart({ receipts: [joined, cut] })]).toEqual([false, true]);
  });
});

describe('checkInOf', () => {
  const absent = receiptWith({
    state: 'absent',
    weights: [0],
    issued_at: joined.issued_at + 5,
    signature: 'absent',
  });
  const came = receiptWith({ issued_at: joined.issued_at + 10, signature: 'came' });
  const back = { ...absent, issued_at: came.issued_at + 5, signature: 'back' };
  const by = (way: 'code' | 'desk') => [{ drawId: DRAW, way, signature: 'came' }];

  it.each([
    ['nothing where nothing was told', [joined], [], null],
    ['that people must check in', [joined, absent], [], { receipt: null, isTakenBack: false }],
    ['the check-in', [joined, absent, came], by('desk'), { receipt: came, isTakenBack: false }],
    [
      'that the desk took it back',
      [joined, absent, came, back],
      by('desk'),
      { receipt: came, isTakenBack: true },
    ],
    [
      'a check-in with the code for good',
      [joined, absent, came, back],
      by('code'),
      { receipt: came, isTakenBack: false },
    ],
    [
      'nothing of another draw',
      [joined],
      [{ drawId: 'other', way: 'code' as const, signature: 'joined' }],
      null,
    ],
  ])('R71: tells %s', (_what, receipts, checkIns, told) => {
    expect(checkInOf(DRAW, { receipts, checkIns })).toEqual(told);
  });

  it('R71: what an earlier version stored knows of no check-in', () => {
    expect(checkInOf(DRAW, { receipts: [joined] })).toBeNull();
  });
});
