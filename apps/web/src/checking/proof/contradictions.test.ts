import {
  buildProof,
  buildReceipt,
  type CommittedEntry,
  entropyCommit,
  nameCommit,
} from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import {
  type Contradiction,
  contradictionsOf,
  type EntryToCompare,
  type EvidenceToCompare,
} from './contradictions.ts';

const CLOSED_AT = 1_800_000_100;
const saltOf = (entryNumber: number): string => entryNumber.toString(16).padStart(32, '0');
const CONTRIBUTION = '7'.repeat(64);
const entries: CommittedEntry[] = [1, 2, 3, 4, 5].map((entryNumber) => ({
  state: 'in',
  source: 'self',
  weights: [entryNumber],
  nameCommit: nameCommit(saltOf(entryNumber), `Person ${entryNumber}`),
  entropyCommit: entryNumber === 4 ? entropyCommit(CONTRIBUTION) : null,
  deviceKey: entryNumber === 4 ? '4'.repeat(64) : null,
}));
const proof = buildProof({
  drawId: 'draw-0123456789ab',
  hostId: 'host-0123456789ab',
  hostSeq: 1,
  previous: null,
  seriesId: 'series-0123456789',
  stage: 1,
  rules: { title: 'Party', ticketLimit: null, deadline: null, beaconPolicy: 'none', text: '' },
  openedAt: CLOSED_AT - 50,
  seedReveal: '5'.repeat(64),
  closedAt: CLOSED_AT,
  plan: {
    policy: 'once',
    earlierWinners: 'in',
    pools: 1,
    prizes: [{ quantity: 1, alternates: 1, pool: 1, claimWindow: null, name: null }],
  },
  entries,
  contributions: [[4, CONTRIBUTION]],
  beacon: { kind: 'none' },
  frozenAt: CLOSED_AT + 15,
  showAt: CLOSED_AT + 17,
  drawAt: CLOSED_AT + 39,
  names: (entryNumber) => ({ displayName: `Person ${entryNumber}`, salt: saltOf(entryNumber) }),
});
const receipt = buildReceipt(
  {
    series_id: proof.open.series_id,
    draw_id: proof.draw_id,
    open_hash: proof.open_hash,
    entry_number: 4,
    state: 'in',
    source: 'self',
    weights: [4],
    display_name: 'Person 4',
    salt: saltOf(4),
    entropy_commit: entropyCommit(CONTRIBUTION),
    device_key: '4'.repeat(64),
    issued_at: CLOSED_AT - 10,
    key_id: '0'.repeat(16),
  },
  '0'.repeat(128),
);
const own: EntryToCompare = {
  entryNumber: 4,
  installationKey: null,
  checkIns: [],
  receipts: [receipt],
  terms: [{ draw_id: proof.draw_id, open_hash: proof.open_hash }],
  contributed: { drawId: proof.draw_id, value: CONTRIBUTION },
};
const evidence: EvidenceToCompare = { entries: [own], freezes: { [proof.draw_id]: [proof.freeze_hash] } };
const withReceipt = (change: Partial<typeof receipt>): EvidenceToCompare => ({
  ...evidence,
  entries: [{ ...own, receipts: [{ ...receipt, ...change }] }],
});

describe('contradictionsOf', () => {
  it('R88: finds none where the proof is what this device saw', () => {
    expect(contradictionsOf(proof, evidence)).toEqual([]);
    expect(contradictionsOf(proof, { entries: [], freezes: {} })).toEqual([]);
  });

  it.each<[Contradiction, EvidenceToCompare]>([
    ['freeze', { ...evidence, freezes: { [proof.draw_id]: ['f'.repeat(64)] } }],
    ['freeze', { ...evidence, freezes: { [proof.draw_id]: [proof.freeze_hash, 'f'.repeat(64)] } }],
    [
      'open',
      { ...evidence, entries: [{ ...own, terms: [{ draw_id: proof.draw_id, open_hash: 'f'.repeat(64) }] }] },
    ],
    ['entry_missing', withReceipt({ entry_number: 6 })],
    ['entry_missing', withReceipt({ source: 'paper' })],
    ['entry_name', withReceipt({ display_name: 'Person 5' })],
    ['entry_name', withReceipt({ salt: 'no salt' })],
    ['entry_device', withReceipt({ device_key: '9'.repeat(64) })],
    ['entry_tickets', withReceipt({ weights: [5] })],
    ['entry_tickets', withReceipt({ state: 'withdrawn' })],
    [
      'contribution',
      {
        ...evidence,
        entries: [{ ...own, contributed: { drawId: proof.draw_id, value: '8'.repeat(64) } }],
      },
    ],
  ])('R88: names %s when a sound proof says otherwise', (contradiction, stored) => {
    expect(contradictionsOf(proof, stored)).toEqual([contradiction]);
  });

  it('R88: sees a log that another key signed', () => {
    const log = { key: 'b'.repeat(64) } as NonNullable<typeof proof.log>;
    const stored = { ...evidence, entries: [{ ...own, installationKey: 'a'.repeat(64) }] };
    expect(contradictionsOf({ ...proof, log }, stored)).toEqual(['key']);
  });

  it('R94: the last receipt before the close counts, and one after it is of another list', () => {
    const cut = { ...receipt, weights: [1], issued_at: CLOSED_AT - 5 };
    const stored = { ...evidence, entries: [{ ...own, receipts: [receipt, cut] }] };
    expect(contradictionsOf(proof, stored)).toEqual(['entry_tickets']);
    const late = { ...cut, issued_at: CLOSED_AT + 5 };
    expect(contradictionsOf(proof, { ...stored, entries: [{ ...own, receipts: [receipt, late] }] })).toEqual(
      [],
    );
  });

  it('R71: an entry may be listed as absent, unless this device was told of its check-in', () => {
    const rows = proof.entries.map((row, index): typeof row => {
      const [, source, , name, entropy, device] = row;
      return index === 3 ? ['absent', source, [0], name, entropy, device] : row;
    });
    const withAbsent = { ...proof, entries: rows };
    expect(contradictionsOf(withAbsent, evidence)).toEqual([]);
    const away = { ...receipt, state: 'absent' as const, weights: [0], signature: 'a'.repeat(128) };
    const came = { ...receipt, issued_at: CLOSED_AT - 5, signature: 'b'.repeat(128) };
    const told = (receipts: (typeof receipt)[], way: 'code' | 'desk') => ({
      ...evidence,
      entries: [{ ...own, receipts, checkIns: [{ drawId: proof.draw_id, way, signature: came.signature }] }],
    });
    expect(
      contradictionsOf(withAbsent, { ...evidence, entries: [{ ...own, receipts: [receipt, away] }] }),
    ).toEqual([]);
    expect(contradictionsOf(withAbsent, told([receipt, away, came], 'desk'))).toEqual(['entry_tickets']);
    expect(contradictionsOf(proof, told([receipt, away, came], 'desk'))).toEqual([]);
    const back = { ...away, issued_at: CLOSED_AT - 1, signature: 'c'.repeat(128) };
    expect(contradictionsOf(withAbsent, told([receipt, away, came, back], 'desk'))).toEqual([]);
    expect(contradictionsOf(withAbsent, told([receipt, away, came, back], 'code'))).toEqual([
      'entry_tickets',
    ]);
    // Somebody joined while people checked in, and the desk checked them in unseen.
    expect(contradictionsOf(proof, { ...evidence, entries: [{ ...own, receipts: [away] }] })).toEqual([]);
  });

  it('has nothing to say about the proof of another raffle', () => {
    const other = { ...receipt, series_id: 'series-abcdefghij', weights: [9] };
    const stored = { entries: [{ ...own, receipts: [other], terms: [] }], freezes: {} };
    expect(contradictionsOf(proof, stored)).toEqual([]);
  });
});
