import type { RaffleTerms } from '@glassdrum/contract';
import {
  buildReceipt,
  keyIdOf,
  openHash,
  openRecord,
  planHash,
  planOfProof,
  receiptRecord,
  replanRecord,
  rulesHash,
  rulesOfProof,
} from '@glassdrum/fair-draw';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { checkTerms, type TermsInput, type TermsProblem } from './check-terms.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const signer = (fill: number) => {
  const secret = new Uint8Array(32).fill(fill);
  const publicKey = hex(ed25519.getPublicKey(secret));
  return { publicKey, sign: (text: string) => hex(ed25519.sign(new TextEncoder().encode(text), secret)) };
};
const installation = signer(1);
const other = signer(2);
const DRAW = 'draw-0123456789ab';

type DrawTerms = RaffleTerms['draws'][number];
const prizes = (quantity: number): DrawTerms['plan'] => ({
  policy: 'once',
  earlier_winners: 'in',
  pools: 1,
  prizes: [{ quantity, alternates: 3, pool: 1, claim_window: '-', name: '-' }],
});
const rules: NonNullable<DrawTerms['rules']> = {
  title: 'Summer party',
  ticket_limit: 5,
  deadline: '-',
  beacon_policy: 'wait',
  text: 'One prize each.',
};
const signed = (text: string, by = installation) => ({
  text,
  key_id: keyIdOf(by.publicKey),
  signature: by.sign(text),
});

function drawTerms(): DrawTerms {
  const open: DrawTerms['open'] = {
    host_id: 'host-0123456789ab',
    host_seq: 1,
    previous: '-',
    series_id: 'series-0123456789',
    stage: 1,
    plan_hash: planHash(DRAW, planOfProof(prizes(3))),
    rules_hash: rulesHash(rulesOfProof(rules)),
    opened_at: 1_800_000_000,
  };
  const fields = {
    drawId: DRAW,
    hostId: open.host_id,
    hostSeq: 1,
    previous: null,
    seriesId: open.series_id,
    stage: 1,
    seedCommitHash: 'a'.repeat(64),
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  };
  const after = planHash(DRAW, planOfProof(prizes(2)));
  const replan = replanRecord({
    drawId: DRAW,
    openHash: openHash(fields),
    planHashBefore: open.plan_hash,
    planHashAfter: after,
    at: 1_800_000_100,
  });
  return {
    draw_id: DRAW,
    seed_commit_hash: fields.seedCommitHash,
    open,
    open_hash: openHash(fields),
    open_record: signed(openRecord(fields)),
    plan: prizes(2),
    plan_hash: after,
    rules,
    replans: [{ ...signed(replan), at: 1_800_000_100 }],
    voided: null,
  };
}

function input(change: (draw: DrawTerms) => Partial<DrawTerms> = () => ({})): TermsInput {
  const draw = drawTerms();
  const fields = {
    series_id: draw.open.series_id,
    draw_id: DRAW,
    open_hash: draw.open_hash,
    entry_number: 4,
    state: 'in' as const,
    source: 'self' as const,
    weights: [2],
    display_name: 'Ada',
    salt: '5'.repeat(32),
    entropy_commit: '-',
    device_key: '-',
    issued_at: 1_800_000_050,
    key_id: keyIdOf(installation.publicKey),
  };
  const receipt = buildReceipt(fields, installation.sign(receiptRecord(fields)));
  return {
    terms: {
      raffle_id: 'raffle-0123456789ab',
      series_id: draw.open.series_id,
      public_key: installation.publicKey,
      draws: [{ ...draw, ...change(draw) }],
    },
    installationKey: installation.publicKey,
    receipt,
  };
}

describe('checkTerms', () => {
  it('R88: finds nothing wrong with what was promised, also after a public change of the plan', () => {
    expect(checkTerms(input())).toEqual({ keyChanged: false, problems: { [DRAW]: null }, receipt: null });
  });

  it.each<[TermsProblem, (draw: DrawTerms) => Partial<DrawTerms>]>([
    ['open_record', () => ({ seed_commit_hash: 'b'.repeat(64) })],
    ['open_record', ({ open }) => ({ open: { ...open, opened_at: open.opened_at + 1 } })],
    ['open_record', () => ({ open_hash: 'c'.repeat(64) })],
    ['open_signature', ({ open_record: { text } }) => ({ open_record: signed(text, other) })],
    ['rules', () => ({ rules: { ...rules, text: 'Two prizes each.' } })],
    ['plan', () => ({ plan: prizes(7) })],
    ['replan', () => ({ replans: [] })],
    [
      'replan',
      ({ replans }) => ({ replans: replans.map((one) => ({ ...one, ...signed(one.text, other) })) }),
    ],
  ])('R88: names %s when that does not agree', (problem, change) => {
    expect(checkTerms(input(change)).problems[DRAW]).toBe(problem);
  });

  it('R88: sees another key than the one it stored', () => {
    const checked = checkTerms({ ...input(), installationKey: other.publicKey });
    expect(checked).toMatchObject({ keyChanged: true, receipt: 'receipt' });
    expect(checked.problems[DRAW]).toBe('open_signature');
  });

  it('R94: sees a receipt that the key did not sign', () => {
    const { receipt, ...rest } = input();
    if (receipt === null) throw new Error('There is a receipt.');
    expect(checkTerms({ ...rest, receipt: { ...receipt, weights: [5] } }).receipt).toBe('receipt');
  });
});
