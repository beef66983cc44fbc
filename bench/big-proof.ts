/** What measurements of drawing and checking are made with: drawable lists, and the file of a draw in a full hall. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  type AudienceRow,
  buildProof,
  type CommittedEntry,
  nameCommit,
  type ProofInput,
  QUICKNET,
  seenRecord,
} from '@glassdrum/fair-draw';

export const ROWS = 100;
export const TICKETS_EACH = 100;
export const SEED = randomBytes(32).toString('hex');

/** Round 1000 of drand's quicknet, public since 2023. */
const ROUND = {
  number: 1000,
  time: QUICKNET.genesisTime + 999 * QUICKNET.period,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

const SALT = '00112233445566778899aabbccddeeff';
export const PLAN: ProofInput['plan'] = {
  policy: 'once',
  earlierWinners: 'in',
  pools: 1,
  prizes: [{ quantity: ROWS / 2, alternates: ROWS / 2, pool: 1, claimWindow: null, name: null }],
};

const GROUPS = 4;
/** A whole evening at once: 200 prizes of five each, for everyone or for one of four groups, in turn. */
export const MANY_PRIZES: ProofInput['plan'] = {
  policy: 'once',
  earlierWinners: 'in',
  pools: 1 + GROUPS,
  prizes: Array.from({ length: 200 }, (_, index) => ({
    quantity: 5,
    alternates: 5,
    pool: 1 + (index % (1 + GROUPS)),
    claimWindow: null,
    name: `Prize ${index + 1}`,
  })),
};

/** @param deviceKeys 64 hex each; none for entries without devices */
export function inputFor(
  size: number,
  deviceKeys: readonly string[] = [],
  plan: ProofInput['plan'] = PLAN,
): ProofInput {
  const commit = nameCommit(SALT, 'Ada Example');
  const entries: CommittedEntry[] = Array.from({ length: size }, (_, index) => ({
    state: 'in',
    source: 'self',
    // Everyone's pool, and that of one group.
    weights: Array.from({ length: plan.pools }, (_pool, pool) =>
      pool === 0 || pool === 1 + (index % GROUPS) ? TICKETS_EACH : 0,
    ),
    nameCommit: commit,
    entropyCommit: null,
    deviceKey: deviceKeys[index] ?? null,
  }));
  return {
    drawId: 'bench',
    hostId: 'bench-host',
    hostSeq: 1,
    previous: null,
    seriesId: 'bench-series',
    stage: 1,
    rules: { title: 'Bench', ticketLimit: null, deadline: null, beaconPolicy: 'wait', text: '' },
    openedAt: ROUND.time - 3600,
    closedAt: ROUND.time - 40,
    frozenAt: ROUND.time - 25,
    showAt: ROUND.time - 23,
    drawAt: ROUND.time - 1,
    seedReveal: SEED,
    plan,
    beacon: {
      kind: 'drand',
      chainHash: QUICKNET.chainHash,
      round: ROUND.number,
      signature: ROUND.signature,
    },
    entries,
    contributions: [],
    names: () => ({ displayName: 'Ada Example', salt: SALT }),
  };
}

/** The proof of a draw with so many entries, each with a device that signed the freeze, as JSON text. */
export function hallProof(size: number, plan: ProofInput['plan'] = PLAN): Buffer {
  const devices = Array.from({ length: size }, () => generateKeyPairSync('ed25519'));
  const input = inputFor(
    size,
    devices.map(({ publicKey }) => hexOf(publicKey)),
    plan,
  );
  const frozen = buildProof(input).freeze_hash;
  const audience = devices.map(({ privateKey }, index): AudienceRow => {
    const entryNumber = index + 1;
    const seenAt = input.frozenAt + 1;
    const text = seenRecord({ drawId: input.drawId, freezeHash: frozen, entryNumber, seenAt });
    return [entryNumber, seenAt, sign(null, Buffer.from(text), privateKey).toString('hex')];
  });
  return Buffer.from(JSON.stringify(buildProof({ ...input, audience })));
}

function hexOf(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}
