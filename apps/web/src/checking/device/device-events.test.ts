import type { CommitmentsAnswer, DrawPlan, LiveResult } from '@glassdrum/contract';
import {
  audiencePath,
  audienceRecord,
  audienceRoot,
  type AudienceRow,
  beaconRandomness,
  buildProof,
  buildReceipt,
  type CommittedEntry,
  entropyCommit,
  freezeRecord,
  keyIdOf,
  nameCommit,
  type Observation,
  type ProofInput,
  type ProofRow,
  proofEntry,
  receiptRecord,
  roundAt,
  seenRecord,
} from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import type { EntryEvidence } from '../../storage/evidence.ts';
import { type DeviceEvent, judge, type Subject, withSubjects } from './device-events.ts';
import { deviceEvidence } from './device-evidence.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
function signer(fill: number) {
  const secret = new Uint8Array(32).fill(fill);
  return {
    publicKey: hex(ed25519.getPublicKey(secret)),
    sign: (text: string) => hex(ed25519.sign(new TextEncoder().encode(text), secret)),
  };
}
const installation = signer(1);
const device = signer(2);

const OPENED_AT = 1_800_000_000;
const FROZEN_AT = OPENED_AT + 600;
const SHOW_AT = FROZEN_AT + 2;
const DRAW_AT = SHOW_AT + 22;
const OWN = 4;
const CONTRIBUTION = '7'.repeat(64);
const testChain = createTestChain(new Uint8Array(32).fill(9), { genesisTime: 1_700_000_000, period: 3 });
const chains = [testChain.chain];
const round = roundAt(DRAW_AT, testChain.chain);
const signature = testChain.sign(round);

const saltOf = (entryNumber: number): string => entryNumber.toString(16).padStart(32, '0');
const nameOf = (entryNumber: number): string => `Person ${entryNumber}`;
const entries: CommittedEntry[] = Array.from({ length: 20 }, (_, index) => ({
  state: 'in',
  source: 'self',
  weights: [index + 1],
  nameCommit: nameCommit(saltOf(index + 1), nameOf(index + 1)),
  entropyCommit: index + 1 === OWN ? entropyCommit(CONTRIBUTION) : null,
  deviceKey: index + 1 === OWN ? device.publicKey : null,
}));
const input: ProofInput = {
  drawId: 'draw-0123456789ab',
  hostId: 'host-0123456789ab',
  hostSeq: 1,
  previous: null,
  seriesId: 'series-0123456789',
  stage: 1,
  rules: { title: 'Party', ticketLimit: null, deadline: null, beaconPolicy: 'wait', text: 'Be fair.' },
  openedAt: OPENED_AT,
  seedReveal: '5'.repeat(64),
  closedAt: FROZEN_AT - 15,
  plan: {
    policy: 'once',
    earlierWinners: 'in',
    pools: 1,
    prizes: [{ quantity: 3, alternates: 3, pool: 1, claimWindow: null, name: null }],
  },
  entries,
  contributions: [[OWN, CONTRIBUTION]],
  beacon: { kind: 'drand', chainHash: testChain.chain.chainHash, round, signature },
  frozenAt: FROZEN_AT,
  showAt: SHOW_AT,
  drawAt: DRAW_AT,
  names: (entryNumber) => ({ displayName: nameOf(entryNumber), salt: saltOf(entryNumber) }),
};
const proof = buildProof(input);
const freezeText = freezeRecord({
  drawId: proof.draw_id,
  closeHash: proof.close_hash,
  contributionsHash: proof.freeze.contributions_hash,
  kind: 'drand',
  chainHash: testChain.chain.chainHash,
  round,
  frozenAt: FROZEN_AT,
  showAt: SHOW_AT,
  drawAt: DRAW_AT,
});
const plan: DrawPlan = {
  draw_id: proof.draw_id,
  raffle_id: 'raffle-0123456789ab',
  stage: 1,
  t0: SHOW_AT * 1000,
  scheduled_at: null,
  late: false,
  animation_style: 'classic',
  total_entries: entries.length,
  without_tickets: [],
  ticket_total: 210,
  winners: 3,
  alternates: 3,
  reveal_order: 'grand_last',
  assurance: proof.assurance,
  seed_commit_hash: proof.seed_commit_hash,
  open_hash: proof.open_hash,
  close_hash: proof.close_hash,
  freeze_hash: proof.freeze_hash,
  freeze_record: {
    text: freezeText,
    key_id: keyIdOf(installation.publicKey),
    signature: installation.sign(freezeText),
  },
  records: {
    open: proof.open,
    close: proof.close,
    freeze: proof.freeze,
    plan: proof.plan,
    rules: proof.rules,
  },
  beacon: {
    kind: 'drand',
    chain_hash: testChain.chain.chainHash,
    round,
    due_at: DRAW_AT * 1000,
  },
  frozen_at: FROZEN_AT,
  draw_at: DRAW_AT,
  sealing: { known: 0, quorum: 0, cosigned: [], done: true, checkpoint: null, index: 2, path: null },
  audience: { count: 1, devices: 1, final: true },
  voided: null,
  seed_reveal: proof.seed_reveal,
  beacon_value: beaconRandomness(signature),
  beacon_signature: signature,
  beacon_text: null,
  beacon_at: DRAW_AT * 1000,
};
const list: CommitmentsAnswer = {
  draw_id: proof.draw_id,
  entries: entries.map((entry) => {
    const [state, source, weights, name, entropy, key] = proofEntry(entry);
    return [state, source, [...weights], name, entropy, key];
  }),
  contributions: [[OWN, CONTRIBUTION]],
};
const rowsOf = (rows: ProofRow[]): LiveResult['winners'] =>
  rows.map(({ prize, position, entry_number, selection_index }) => ({
    id: `${prize}/${position}`,
    prize,
    position,
    entry_number,
    selection_index,
    display_name: nameOf(entry_number),
  }));
const result: LiveResult = { winners: rowsOf(proof.winners), alternates: rowsOf(proof.alternates) };

const receiptFields = {
  series_id: proof.open.series_id,
  draw_id: proof.draw_id,
  open_hash: proof.open_hash,
  entry_number: OWN,
  state: 'in' as const,
  source: 'self' as const,
  weights: [OWN],
  display_name: nameOf(OWN),
  salt: saltOf(OWN),
  entropy_commit: entropyCommit(CONTRIBUTION),
  device_key: device.publicKey,
  issued_at: OPENED_AT + 60,
  key_id: keyIdOf(installation.publicKey),
};
const stored: EntryEvidence = {
  raffleId: plan.raffle_id,
  inviteeId: 'invitee-0123456789',
  entryNumber: OWN,
  storedAt: (OPENED_AT + 60) * 1000,
  device: { kind: 'bytes', publicKey: device.publicKey, secret: new Uint8Array(32) },
  noKey: null,
  contribution: { value: CONTRIBUTION, commit: entropyCommit(CONTRIBUTION), sentAt: null },
  receipts: [buildReceipt(receiptFields, installation.sign(receiptRecord(receiptFields)))],
  ownReceipts: [],
  installationKey: installation.publicKey,
  testChain: null,
  terms: [
    {
      draw_id: proof.draw_id,
      seed_commit_hash: proof.seed_commit_hash,
      open: proof.open,
      open_hash: proof.open_hash,
      open_record: { text: '', key_id: '', signature: '' },
      plan: proof.plan,
      plan_hash: proof.open.plan_hash,
      rules: proof.rules,
      replans: [],
      seenAt: (OPENED_AT + 61) * 1000,
      problem: null,
    },
  ],
  build: null,
};
const subject: Subject = {
  entryNumber: OWN,
  evidence: deviceEvidence(proof.draw_id, stored, (FROZEN_AT + 1) * 1000),
};
const visitor: Subject = {
  entryNumber: null,
  evidence: deviceEvidence(proof.draw_id, null, (FROZEN_AT + 1) * 1000),
};

const seen = {
  drawId: proof.draw_id,
  freezeHash: proof.freeze_hash,
  entryNumber: OWN,
  seenAt: FROZEN_AT + 1,
};
const row: AudienceRow = [OWN, seen.seenAt, device.sign(seenRecord(seen))];
const own = (observation: Observation): DeviceEvent => ({ type: 'own', entryNumber: OWN, observation });
const all = (observation: Observation): DeviceEvent => ({ type: 'all', observation });
const record = audienceRecord({
  drawId: proof.draw_id,
  freezeHash: proof.freeze_hash,
  root: audienceRoot(proof.draw_id, proof.freeze_hash, [row]),
  count: 1,
  at: DRAW_AT - 3,
});

/** All that a device in the hall learns, in order. */
const COURSE = {
  sent: own({ type: 'contribution_sent', at: FROZEN_AT - 10, acknowledged: true }),
  freeze: { type: 'freeze', plan, at: FROZEN_AT + 1 },
  signed: own({ type: 'seen_sent', row }),
  show: all({ type: 'show_start', at: SHOW_AT }),
  list: { type: 'list', plan, list },
  seed: all({ type: 'seed', at: SHOW_AT + 4, seedReveal: proof.seed_reveal }),
  audience: own({
    type: 'audience',
    record,
    signature: installation.sign(record),
    index: 0,
    path: audiencePath(proof.draw_id, proof.freeze_hash, [row], 0),
  }),
  round: all({ type: 'round', signature, source: 'relay' }),
  outcome: { type: 'outcome', plan, list, result },
} satisfies Record<string, DeviceEvent>;

function outcomeOf(change: Partial<Record<keyof typeof COURSE, DeviceEvent | null>> = {}, who = subject) {
  const events = Object.values({ ...COURSE, ...change }).filter((event) => event !== null);
  const { outcomes, checks } = judge(withSubjects([], [who]), events, chains);
  // As stored and read again: the state is plain JSON.
  expect(JSON.parse(JSON.stringify(checks))).toEqual(checks);
  const [outcome] = outcomes;
  return { colour: outcome?.colour, codes: outcome?.reasons.map(({ code }) => code) };
}

describe('judge', () => {
  it('R87, R88: is green for a device that was there from the start', () => {
    expect(outcomeOf()).toEqual({ colour: 'green', codes: [] });
  });

  it('is open until the result is there', () => {
    expect(outcomeOf({ outcome: null }).colour).toBe('pending');
  });

  it('R87: is yellow for a visitor, who stored nothing beforehand', () => {
    expect(outcomeOf({}, visitor)).toMatchObject({ colour: 'yellow' });
  });

  it.each<[string, string, Partial<Record<keyof typeof COURSE, DeviceEvent | null>>]>([
    ['came late', 'freeze_late', { freeze: { ...COURSE.freeze, at: DRAW_AT - 2 } }],
    ['did not sign', 'seen_not_sent', { signed: null }],
    ['signed, and is not among the audience', 'seen_not_listed', { audience: null }],
    ['has a wrong clock', 'clock_differs', { round: all({ type: 'clock', seconds: 12, source: 'relay' }) }],
  ])('R87: is yellow for a device that %s', (_what, code, change) => {
    const outcome = outcomeOf(change);
    expect(outcome.colour).toBe('yellow');
    expect(outcome.codes).toContain(code);
  });

  const tampered = list.entries.map((entry, index): (typeof list.entries)[number] =>
    index === 7 ? [entry[0], entry[1], [900], entry[3], entry[4], entry[5]] : entry,
  );
  const swapped = (): LiveResult => {
    const [first, ...rest] = result.winners;
    if (first === undefined) throw new Error('There are winners.');
    const other = first.entry_number === 1 ? 2 : 1;
    return { ...result, winners: [{ ...first, entry_number: other }, ...rest] };
  };
  it.each<[string, string, Partial<Record<keyof typeof COURSE, DeviceEvent | null>>]>([
    [
      'another list than the frozen one',
      'own_entry_missing',
      { list: { ...COURSE.list, list: { ...list, entries: tampered } } },
    ],
    [
      'a list without the own entry',
      'own_entry_missing',
      { list: { ...COURSE.list, list: { ...list, entries: list.entries.slice(0, 2) } } },
    ],
    [
      'a contribution left out',
      'contributions_differ',
      { list: { ...COURSE.list, list: { ...list, contributions: [] } } },
    ],
    [
      'announced winners that do not follow',
      'proof_failed',
      { outcome: { ...COURSE.outcome, result: swapped() } },
    ],
    ['a second freeze', 'second_freeze', { round: { type: 'freeze', plan: refrozen(), at: FROZEN_AT + 5 } }],
    [
      'a freeze that another key signed',
      'freeze_not_signed',
      {
        freeze: {
          ...COURSE.freeze,
          plan: { ...plan, freeze_record: { ...plan.freeze_record, signature: device.sign(freezeText) } },
        },
      },
    ],
    [
      'a show at another time than the recorded one',
      'freeze_malformed',
      { freeze: { ...COURSE.freeze, plan: { ...plan, t0: plan.t0 + 4000 } } },
    ],
    [
      'words of another freeze on the screen',
      'freeze_malformed',
      { freeze: { ...COURSE.freeze, plan: { ...plan, freeze_hash: 'f'.repeat(64) } } },
    ],
    [
      'another seed than the promised one',
      'seed_differs',
      { seed: all({ type: 'seed', at: SHOW_AT + 4, seedReveal: '6'.repeat(64) }) },
    ],
    [
      'a signature of another round',
      'round_signature_wrong',
      { round: all({ type: 'round', signature: testChain.sign(round + 1), source: 'server' }) },
    ],
  ])('R88: is red for %s', (_what, code, change) => {
    const outcome = outcomeOf(change);
    expect(outcome.colour).toBe('red');
    expect(outcome.codes).toContain(code);
  });

  it('R88: does not blame the draw for a relay that lies', () => {
    const lie = all({ type: 'round', signature: testChain.sign(round + 1), source: 'relay' });
    expect(outcomeOf({ round: lie }).colour).toBe('green');
  });

  it('goes on with what was stored, as after a reload', () => {
    const before = judge(withSubjects([], [subject]), [COURSE.sent, COURSE.freeze, COURSE.signed], chains);
    const read = JSON.parse(JSON.stringify(before.checks)) as typeof before.checks;
    const { sent: _sent, signed: _signed, ...rest } = COURSE;
    const again = { ...rest, freeze: { ...COURSE.freeze, at: DRAW_AT + 60 } };
    const after = judge(withSubjects(read, [subject]), Object.values(again), chains);
    expect(after.outcomes[0]?.colour).toBe('green');
  });

  it('has a check for each of several entries of one browser', () => {
    const other: Subject = { ...visitor, entryNumber: 5 };
    const { outcomes } = judge(withSubjects([], [subject, other]), Object.values(COURSE), chains);
    expect(outcomes.map(({ colour }) => colour)).toEqual(['green', 'yellow']);
  });
});

/** The same draw, frozen once more a second later, and signed. */
function refrozen(): DrawPlan {
  const again = buildProof({ ...input, frozenAt: FROZEN_AT + 1 });
  const text = freezeText.replace(`\n${FROZEN_AT}\n`, `\n${FROZEN_AT + 1}\n`);
  return {
    ...plan,
    freeze_hash: again.freeze_hash,
    freeze_record: { ...plan.freeze_record, text, signature: installation.sign(text) },
    records: plan.records && { ...plan.records, freeze: again.freeze },
  };
}
