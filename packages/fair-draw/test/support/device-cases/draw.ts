/** A draw that goes as it should, with everything that a watching device sees of it, and the choices a case may change. */
import {
  audiencePath,
  audienceRecord,
  audienceRoot,
  type AudienceRow,
  type BeaconEvidence,
  buildProof,
  buildReceipt,
  closeRecord,
  type CommittedEntry,
  type DrawPlan,
  type DrawProof,
  entropyCommit,
  entryOfProof,
  freezeRecord,
  inclusionPath,
  keyIdOf,
  nameCommit,
  openRecord,
  planHash,
  type ProofInput,
  type RaffleRules,
  type Receipt,
  receiptRecord,
  seenRecord,
  sha256Hex,
  verifyProof,
} from '../../../src/index.ts';
import type { DeviceEvidence, Observation } from '../../../src/verify/device/observations.ts';
import { closeFieldsOf, freezeFieldsOf, openFieldsOf } from '../../../src/proof.ts';
import { quicknetRound } from '../random-draw.ts';
import { signerOf } from '../signers.ts';

export const DRAW = 'draw-device';
export const OWN = 2;
export const installation = signerOf('installation');
export const stranger = signerOf('stranger');
const device = signerOf('device of entry 2');
export const otherDevice = signerOf('another device');
const ROUND = quicknetRound(1000);
export const DRAW_AT = ROUND.time;
const saltOf = (entryNumber: number): string => sha256Hex(`salt ${entryNumber}`).slice(0, 32);
const nameOf = (entryNumber: number): string => `Entrant ${entryNumber}`;
export const secretOf = (entryNumber: number): string => sha256Hex(`secret ${entryNumber}`);

export const plan: DrawPlan = {
  policy: 'once',
  earlierWinners: 'in',
  pools: 1,
  prizes: [{ quantity: 2, alternates: 2, pool: 1, claimWindow: null, name: 'Basket' }],
};
export const rules: RaffleRules = {
  title: 'Summer raffle',
  ticketLimit: 5,
  deadline: null,
  beaconPolicy: 'wait',
  text: 'One basket each.',
};

export interface Draw {
  proof: DrawProof;
  evidence: DeviceEvidence;
  receipt: Receipt;
  /** In the order of a draw as it should go. */
  seen: Record<
    | 'contributionSent'
    | 'freeze'
    | 'contributions'
    | 'ownEntry'
    | 'seenSent'
    | 'showStart'
    | 'audience'
    | 'seed'
    | 'random'
    | 'result'
    | 'proof',
    Observation
  >;
  row: AudienceRow;
}

interface DrawChoices {
  beacon?: BeaconEvidence;
  rules?: RaffleRules;
  contributors?: number[];
  /** Changes to the own entry in the list. */
  own?: Partial<CommittedEntry>;
  frozenAt?: number;
  showAt?: number;
  drawAt?: number;
  openedAt?: number;
  plan?: DrawPlan;
  /** The plan of the opening, where it was another one. */
  openingPlan?: DrawPlan;
  stage?: number;
}

export function entry(entryNumber: number, own: Partial<CommittedEntry>): CommittedEntry {
  const committed = {
    state: 'in' as const,
    source: 'self' as const,
    weights: [entryNumber],
    nameCommit: nameCommit(saltOf(entryNumber), nameOf(entryNumber)),
    entropyCommit: entropyCommit(secretOf(entryNumber)),
    deviceKey: entryNumber === OWN ? device.key : signerOf(`device of entry ${entryNumber}`).key,
  };
  return entryNumber === OWN ? { ...committed, ...own } : committed;
}

export function receiptOf(fields: Partial<Receipt>, signer = installation): Receipt {
  const all = {
    series_id: 'raffle-device',
    draw_id: DRAW,
    open_hash: 'a'.repeat(64),
    entry_number: OWN,
    state: 'in' as const,
    source: 'self' as const,
    weights: [OWN],
    display_name: nameOf(OWN),
    salt: saltOf(OWN),
    entropy_commit: entropyCommit(secretOf(OWN)),
    device_key: device.key,
    issued_at: DRAW_AT - 500,
    key_id: keyIdOf(signer.key),
    ...fields,
  };
  return buildReceipt(all, signer.sign(receiptRecord(all)));
}

export const rowsOf = (rows: DrawProof['winners']) =>
  rows.map(({ prize, position, entry_number: entryNumber }) => ({ prize, position, entryNumber }));

export function makeDraw(choices: DrawChoices = {}): Draw {
  const { beacon = ROUND.evidence, own = {}, contributors = [1, OWN], drawAt = DRAW_AT } = choices;
  const { frozenAt = drawAt - 24, showAt = drawAt - 22 } = choices;
  const entries = [1, 2, 3, 4].map((entryNumber) => entry(entryNumber, own));
  const input: ProofInput = {
    drawId: DRAW,
    hostId: 'host-device',
    hostSeq: 1,
    previous: null,
    seriesId: 'raffle-device',
    stage: choices.stage ?? 1,
    ...(choices.openingPlan === undefined ? {} : { openPlanHash: planHash(DRAW, choices.openingPlan) }),
    rules: choices.rules ?? rules,
    openedAt: choices.openedAt ?? drawAt - 600,
    seedReveal: sha256Hex('seed'),
    closedAt: drawAt - 60,
    plan: choices.plan ?? plan,
    entries,
    contributions: contributors.map((entryNumber) => [entryNumber, secretOf(entryNumber)] as const),
    beacon,
    frozenAt,
    showAt,
    drawAt,
    names: (entryNumber) => ({ displayName: nameOf(entryNumber), salt: saltOf(entryNumber) }),
  };
  const proof = buildProof(input);
  const open = openFieldsOf(proof);
  const receipt = receiptOf({ open_hash: proof.open_hash });
  const seenAt = frozenAt + 1;
  const signature = device.sign(
    seenRecord({ drawId: DRAW, freezeHash: proof.freeze_hash, entryNumber: OWN, seenAt }),
  );
  const row: AudienceRow = [OWN, seenAt, signature];
  const evidence: DeviceEvidence = {
    drawId: DRAW,
    installationKey: installation.key,
    deviceKey: device.key,
    receipt,
    contribution: secretOf(OWN),
    opening: { record: open, rules: input.rules, plan: choices.openingPlan ?? input.plan },
  };
  return { proof, evidence, receipt, row, seen: observationsOf(proof, row, drawAt) };
}

function observationsOf(proof: DrawProof, row: AudienceRow, drawAt: number): Draw['seen'] {
  const { freeze } = proof;
  const entries = proof.entries.map(entryOfProof);
  const text = freezeRecord(freezeFieldsOf(proof));
  const audience = { drawId: DRAW, freezeHash: proof.freeze_hash, at: drawAt - 3 };
  const other: AudienceRow = [1, row[1], stranger.sign('x')];
  const rows = [other, row];
  const record = audienceRecord({ ...audience, root: audienceRoot(DRAW, proof.freeze_hash, rows), count: 2 });
  const random: Record<typeof freeze.beacon.kind, Observation> = {
    drand: { type: 'round', signature: proof.beacon.signature ?? '', source: 'relay' },
    room: { type: 'room_text', text: proof.beacon.text ?? '' },
    none: { type: 'clock', seconds: 0, source: 'server' },
  };
  return {
    contributionSent: { type: 'contribution_sent', at: freeze.frozen_at - 8, acknowledged: true },
    freeze: {
      type: 'freeze',
      at: freeze.frozen_at + 0.75,
      open: openRecord(openFieldsOf(proof)),
      close: closeRecord(closeFieldsOf(proof)),
      freeze: text,
      signature: installation.sign(text),
    },
    contributions: { type: 'contributions', contributions: proof.contributions },
    ownEntry: {
      type: 'own_entry',
      entry: entries[OWN - 1] ?? null,
      path: inclusionPath(DRAW, entries, OWN),
    },
    seenSent: { type: 'seen_sent', row },
    showStart: { type: 'show_start', at: freeze.show_at + 0.5 },
    audience: {
      type: 'audience',
      record,
      signature: installation.sign(record),
      index: 1,
      path: audiencePath(DRAW, proof.freeze_hash, rows, 1),
    },
    seed: { type: 'seed', at: drawAt - 10, seedReveal: proof.seed_reveal },
    random: random[freeze.beacon.kind],
    result: { type: 'result', winners: rowsOf(proof.winners), alternates: rowsOf(proof.alternates) },
    proof: proofObservation(proof),
  };
}

export function proofObservation(proof: DrawProof): Observation {
  // The round is a recorded one; checking its signature for every draw here would take seconds.
  const { verdict, steps } = verifyProof(proof, { skipBls: true });
  const statuses = steps.map(({ name, status }) => ({
    name,
    status: name === 'beacon_signature' && proof.beacon.signature !== undefined ? 'PASS' : status,
  }));
  return {
    type: 'proof',
    proof,
    verification: { verdict: verdict === 'FAILED' ? verdict : 'VERIFIED', steps: statuses },
  };
}
