import type { DrawPlan, ResultRow } from '@glassdrum/contract';
import {
  beaconRandomness,
  buildProof,
  buildReceipt,
  type CommittedEntry,
  type DrawProof,
  freezeCode,
  freezeRecord,
  nameCommit,
  roundAt,
} from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { describe, expect, it } from 'vitest';
import { differenceFrom } from './announced-difference.ts';
import { checkDraw, type DeviceCheckInput } from './device-check.ts';

const FROZEN_AT = 1_700_000_100;
const DRAW_AT = FROZEN_AT + 22;
const testChain = createTestChain(new Uint8Array(32).fill(9), { genesisTime: 1_700_000_000, period: 3 });
const chainFile = {
  scheme: testChain.chain.scheme,
  chain_hash: testChain.chain.chainHash,
  public_key: testChain.chain.publicKey,
  genesis_time: testChain.chain.genesisTime,
  period: testChain.chain.period,
  group_hash: testChain.chain.groupHash,
};
const saltOf = (entryNumber: number): string => entryNumber.toString(16).padStart(32, '0');
const nameOf = (entryNumber: number): string => `Person ${entryNumber}`;
const entries: CommittedEntry[] = Array.from({ length: 20 }, (_, i) => [
  1,
  nameCommit(saltOf(i + 1), nameOf(i + 1)),
  '-',
]);
const round = roundAt(DRAW_AT, testChain.chain);
const signature = testChain.sign(round);
const proof: DrawProof = buildProof({
  drawId: 'draw-0123456789ab',
  hostId: 'host-0123456789ab',
  hostSeq: 1,
  previous: '-',
  rulesHash: '-',
  openedAt: FROZEN_AT - 50,
  seedReveal: '5'.repeat(64),
  closedAt: FROZEN_AT,
  entries,
  contributions: [],
  winners: 3,
  alternates: 3,
  beacon: { kind: 'drand', chain: testChain.chain, round, signature },
  frozenAt: FROZEN_AT,
  drawAt: DRAW_AT,
  names: (entryNumber) => ({ displayName: nameOf(entryNumber), salt: saltOf(entryNumber) }),
});
const plan: DrawPlan = {
  draw_id: proof.draw_id,
  raffle_id: proof.draw_id,
  t0: FROZEN_AT * 1000,
  scheduled_at: null,
  late: false,
  animation_style: 'classic',
  total_entries: 20,
  ticket_total: 20,
  winners: 3,
  alternates: 3,
  assurance: 'operator',
  seed_commit_hash: proof.seed_commit_hash,
  open_hash: proof.open_hash,
  close_hash: proof.close_hash,
  freeze_hash: proof.freeze_hash,
  freeze_code: freezeCode(proof.freeze_hash),
  freeze_record: {
    text: freezeRecord({
      drawId: proof.draw_id,
      closeHash: proof.close_hash,
      contributionsHash: proof.freeze.contributions_hash,
      winners: 3,
      alternates: 3,
      beacon: { kind: 'drand', chainHash: testChain.chain.chainHash, round },
      frozenAt: FROZEN_AT,
      drawAt: DRAW_AT,
    }),
    key_id: '',
    signature: '',
  },
  beacon: { kind: 'drand', chain_hash: testChain.chain.chainHash, round, due_at: null },
  frozen_at: FROZEN_AT,
  draw_at: DRAW_AT,
  seed_reveal: proof.seed_reveal,
  beacon_value: beaconRandomness(signature),
  beacon_signature: signature,
  beacon_at: DRAW_AT * 1000,
};
const receipt = buildReceipt(
  {
    draw_id: proof.draw_id,
    open_hash: proof.open_hash,
    seed_commit_hash: proof.seed_commit_hash,
    entry_number: 4,
    tickets: 1,
    display_name: nameOf(4),
    salt: saltOf(4),
    entropy_commit: '-',
    issued_at: FROZEN_AT - 40,
    key_id: '0'.repeat(16),
  },
  '0'.repeat(128),
);
const input: DeviceCheckInput = {
  plan,
  seenFreezeHash: plan.freeze_hash,
  entries,
  testChain: chainFile,
  receipt,
};
const rows = (list: DrawProof['winners']): ResultRow[] =>
  list.map((row) => ({ ...row, id: String(row.position) }));
const announced = { winners: rows(proof.winners), alternates: rows(proof.alternates) };

describe('checkDraw', () => {
  it('R32: computes the announced winners before it is told them', () => {
    const check = checkDraw(input);
    expect(check).toMatchObject({ ok: true, winners: 3, beacon: 'test', ownEntryListed: true });
    if (check.ok) expect(differenceFrom(check, announced)).toBeNull();
  });

  const swapped: CommittedEntry[] = entries.map((entry, i) => (i === 7 ? [2, entry[1], '-'] : entry));
  it.each<[string, Partial<DeviceCheckInput>]>([
    ['freeze_changed', { seenFreezeHash: 'f'.repeat(64) }],
    ['freeze_record', { plan: { ...plan, winners: 4 } }],
    ['entries', { entries: swapped }],
    ['entries', { entries: entries.slice(1) }],
    ['entries', { entries: 'no list' }],
    ['own_entry', { receipt: { ...receipt, tickets: 3 } }],
    ['own_entry', { receipt: { ...receipt, salt: 'no salt' } }],
    ['seed', { plan: { ...plan, seed_reveal: '6'.repeat(64) } }],
    ['seed', { plan: { ...plan, seed_reveal: null } }],
    ['beacon_round', { testChain: null }],
    ['beacon_value', { plan: { ...plan, beacon_value: 'a'.repeat(64) } }],
    [
      'beacon_signature',
      {
        plan: {
          ...plan,
          beacon_signature: testChain.sign(round + 1),
          beacon_value: beaconRandomness(testChain.sign(round + 1)),
        },
      },
    ],
  ])('R32: names %s when that is what differs', (problem, change) => {
    expect(checkDraw({ ...input, ...change })).toEqual({ ok: false, problem });
  });
});

describe('differenceFrom', () => {
  it('R32: names the first place that is not the computed one', () => {
    const check = checkDraw(input);
    if (!check.ok) throw new Error(check.problem);
    const [first, second, third] = announced.winners as [ResultRow, ResultRow, ResultRow];
    const forged = { ...second, entry_number: second.entry_number === 1 ? 2 : 1 };
    expect(differenceFrom(check, { ...announced, winners: [first, forged, third] })).toEqual({
      role: 'winner',
      position: 2,
      announced: forged.entry_number,
      computed: second.entry_number,
    });
    expect(differenceFrom(check, { ...announced, alternates: announced.alternates.slice(1) })).toMatchObject({
      role: 'alternate',
      position: 1,
    });
  });
});
