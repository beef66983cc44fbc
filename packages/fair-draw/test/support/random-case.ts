/**
 * Random raffles with everything the protocol knows: several prizes, pools and stages, holders, contributions, rooms,
 * changed plans, logs, witnesses, audiences, what follows a draw, receipts. Public rounds only, so that no test chain
 * is needed to check them. The members of `options` are named as in the published vectors.
 */
import {
  advanceRecord,
  type AdvanceReason,
  buildProof,
  buildReceipt,
  claimRecord,
  closeRecord,
  createHolders,
  type DrawPlan,
  type DrawProof,
  type EntryState,
  extendRecord,
  freezeRecord,
  type Holders,
  keyIdOf,
  listHash,
  nextInOrder,
  openHash,
  openRecord,
  planHash,
  planOfProof,
  type Prize,
  prizeOrder,
  receiptRecord,
  redactProof,
  replanRecord,
  resultRecord,
  revealRecord,
  sha256Hex,
  voidRecord,
} from '../../src/index.ts';
import { closeFieldsOf, freezeFieldsOf, openFieldsOf, rowOfProof } from '../../src/proof.ts';
import {
  audienceRecordOf,
  contributionOf,
  deviceOf,
  type EntryChoices,
  KINDS_OF,
  makeInput,
  personOf,
  quicknetRound,
  signedAudience,
} from './random-draw.ts';
import { type Random, seededRandom } from './random.ts';
import { installation } from './signers.ts';
import { proofLogOf, witnessKeyOf } from './test-log.ts';

export interface CaseOptions {
  receipt?: unknown;
  receipt_key?: string;
  log_key?: string;
  witness_keys?: string[];
  witness_quorum?: number;
  earlier?: DrawProof[];
}

export interface RandomCase {
  proof: DrawProof;
  options: CaseOptions;
}

/** The rounds that draws of a series may have: one in 2023's July, one a month later. */
const FIRST_ROUNDS = [1000, 1001] as const;
const SECOND_ROUND = 657413;
/** After all recorded rounds, for draws that need none. */
const LATER = 1_700_000_000;
/** Times of draws without a public round, between which the rounds fit. */
const TIMES = [0, 1_692_806_350, 1_694_775_600, LATER];
const WITNESSES = ['witness.example/one', 'witness.example/two'] as const;

/** One draw of the series with all records of its own, in order. */
interface Drawn {
  proof: DrawProof;
  before: string[];
  five: string[];
  after: string[];
  audience: string[];
  holders: Holders;
}

/** In the order in which they were logged. */
function allRecords({ before, five, audience, after }: Drawn): string[] {
  return [...five.slice(0, 1), ...before, ...five.slice(1, 3), ...audience, ...five.slice(3), ...after];
}

export function randomCase(seed: string): RandomCase {
  const random = seededRandom(seed);
  const raffle = createRaffle(seed, random);
  const stages = random.pick(raffle.policy === 'wait' ? [1, 1, 2] : [1, 1, 1, 2, 2, 3]);
  const noise = Array.from({ length: random.below(4) }, () => foreignRecord(random));
  const texts = [...noise];
  const earlier: Drawn[] = [];
  const extra: string[] = [];
  let previous: string | null = null;
  for (let stage = 1; stage < stages; stage += 1) {
    if (random.oneIn(5)) {
      const [opened, voided] = voidedStage(seed, stage, previous, random);
      texts.push(opened, voided);
      extra.push(opened, voided);
      previous = sha256Hex(opened);
      continue;
    }
    const drawn = drawStage(raffle, { stage, previous, earlier, random });
    previous = drawn.proof.open_hash;
    earlier.push(drawn);
    texts.push(...allRecords(drawn));
    extra.push(...drawn.after.filter((text) => /^draw\.(?:advance|void)\./.test(text)));
  }
  const last = drawStage(raffle, { stage: stages, previous, earlier, random });
  texts.push(...allRecords(last));
  texts.push(...Array.from({ length: random.below(3) }, () => foreignRecord(random)));
  return withOptions(raffle, { last, earlier, extra, texts, random });
}

interface Raffle {
  seed: string;
  pools: number;
  /** How many people there are in the end. */
  people: number;
  policy: keyof typeof KINDS_OF;
  sources: ('self' | 'host' | 'paper')[];
  hasDevice: boolean[];
  hasLog: boolean;
  ticketLimit: number | null;
}

function createRaffle(seed: string, random: Random): Raffle {
  const people = random.pick([1, 2, 3, 4, 6, 8, 11]);
  const each = Array.from({ length: people });
  return {
    seed,
    people,
    pools: random.pick([1, 1, 2, 3]),
    policy: random.pick(['wait', 'wait', 'lower', 'room', 'none']),
    sources: each.map(() => random.pick(['self', 'self', 'host', 'paper'])),
    hasDevice: each.map(() => random.below(3) > 0),
    hasLog: random.oneIn(6),
    ticketLimit: random.pick([null, 60_000_000]),
  };
}

interface StageChoices {
  stage: number;
  previous: string | null;
  earlier: readonly Drawn[];
  random: Random;
}

function drawStage(raffle: Raffle, { stage, previous, earlier, random }: StageChoices): Drawn {
  const kind = raffle.policy === 'lower' && stage === 3 ? 'none' : random.pick(KINDS_OF[raffle.policy]);
  const { evidence, time } = timeOf(kind, stage, random);
  const plan = randomPlan(raffle.pools, random, stage);
  const away = new Set(
    plan.earlierWinners === 'out' ? earlier.flatMap(({ holders }) => holders.entryNumbers()) : [],
  );
  const count = Math.max(
    raffle.people - random.below(3),
    1,
    ...earlier.map(({ proof }) => proof.entries.length),
  );
  const weight = random.pick([1, 4, 1000, 60_000_000]);
  const entries = Array.from({ length: Math.min(count, raffle.people) }, (_, index): EntryChoices => {
    const person = { source: raffle.sources[index] ?? 'self', hasDevice: raffle.hasDevice[index] ?? false };
    const committed = index % 3 !== 1;
    const others = random.pick<EntryState>(['in', 'in', 'in', 'in', 'withdrawn', 'removed', 'absent']);
    const state = away.has(index + 1) ? 'holder' : others;
    const weights = Array.from({ length: raffle.pools }, () =>
      state === 'in' && !random.oneIn(5) ? 1 + random.below(weight) : 0,
    );
    return { ...person, committed, state, weights };
  });
  const hiding = random.pick([0, 0, 1, 4]);
  const openPlan = random.oneIn(4) ? randomPlan(raffle.pools, random, stage) : undefined;
  const input = makeInput(raffle.seed, {
    kind,
    plan,
    ...(openPlan === undefined ? {} : { openPlan }),
    rules: {
      ticketLimit: raffle.ticketLimit,
      beaconPolicy: raffle.policy,
      deadline: random.pick([null, LATER]),
    },
    entries,
    contributors: entries.flatMap(({ committed }, index) =>
      committed === true && random.oneIn(4) ? [index + 1] : [],
    ),
    hidden: () => random.below(4) < hiding,
    stage,
    hostSeq: stage,
    previous,
    ...(evidence === null ? {} : { beacon: evidence }),
    drawAt: time,
  });
  const built = buildProof(input);
  const devices = input.entries.flatMap(({ deviceKey }, index) => (deviceKey === null ? [] : [index + 1]));
  const audience = random.oneIn(4) ? signedAudience(built, devices.slice(0, 2), random) : [];
  const proof = audience.length === 0 ? built : { ...built, audience };
  const { after, holders } = afterwards(proof, raffle, earlier, random);
  return {
    proof,
    before: replans(proof, openPlan, random),
    five: recordsOf(proof),
    audience: audience.length > 0 && random.below(4) > 0 ? [audienceRecordOf(proof, audience)] : [],
    after,
    holders,
  };
}

function timeOf(
  kind: 'drand' | 'room' | 'none',
  stage: number,
  random: Random,
): { evidence: ReturnType<typeof quicknetRound>['evidence'] | null; time: number } {
  if (kind === 'drand') {
    const { evidence, time } = quicknetRound(stage === 1 ? random.pick(FIRST_ROUNDS) : SECOND_ROUND);
    return { evidence, time: time - random.below(3) };
  }
  return { evidence: null, time: (TIMES[stage] ?? LATER) + random.below(100) };
}

function randomPlan(pools: number, random: Random, stage: number): DrawPlan {
  return {
    policy: random.pick(['once', 'again']),
    earlierWinners: stage === 1 ? random.pick(['in', 'in', 'out']) : random.pick(['in', 'out', 'out']),
    pools,
    prizes: Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, index): Prize => ({
      quantity: 1 + random.below(2),
      alternates: random.below(3),
      pool: 1 + random.below(pools),
      claimWindow: random.pick([null, 10, 60]),
      name: random.pick([null, `Prize ${index + 1} ü`]),
    })),
  };
}

/** Open, close, freeze, reveal and result. */
export function recordsOf(proof: DrawProof): string[] {
  const { draw_id: drawId, freeze_hash: freezeHash, freeze } = proof;
  const rows = { winners: proof.winners.map(rowOfProof), alternates: proof.alternates.map(rowOfProof) };
  return [
    openRecord(openFieldsOf(proof)),
    closeRecord(closeFieldsOf(proof)),
    freezeRecord(freezeFieldsOf(proof)),
    revealRecord({ drawId, freezeHash, seedReveal: proof.seed_reveal, at: freeze.draw_at - 5 }),
    resultRecord({
      drawId,
      freezeHash,
      combinedSeed: proof.combined_seed,
      listHash: listHash({ drawId, ...rows }),
      at: freeze.draw_at + 1,
    }),
  ];
}

/** The open record's plan, a plan between, the final plan. */
function replans(proof: DrawProof, openPlan: DrawPlan | undefined, random: Random): string[] {
  const { draw_id: drawId, open, close, open_hash: hash } = proof;
  if (openPlan === undefined) return [];
  const between = random.oneIn(2) ? [planHash(drawId, { ...openPlan, policy: 'again' })] : [];
  const hashes = [open.plan_hash, ...between, close.plan_hash];
  return hashes.slice(1).map((planHashAfter, index) =>
    replanRecord({
      drawId,
      openHash: hash,
      planHashBefore: hashes[index] ?? '',
      planHashAfter,
      at: open.opened_at + 1 + index,
    }),
  );
}

/** A stage that was opened and given up. */
function voidedStage(seed: string, stage: number, previous: string | null, random: Random): [string, string] {
  const { hostId, seriesId } = makeInput(seed);
  const drawId = `void-${random.hex(12)}`;
  const open = {
    drawId,
    hostId,
    hostSeq: stage,
    previous,
    seriesId,
    stage,
    seedCommitHash: random.hex(64),
    planHash: random.hex(64),
    rulesHash: random.hex(64),
    openedAt: 1_692_000_000,
  };
  const lastRecordHash = openHash(open);
  return [
    openRecord(open),
    voidRecord({ drawId, lastRecordHash, reasonCode: 'not_needed', at: 1_692_000_100 }),
  ];
}

/** A record of a draw of somebody else. */
function foreignRecord(random: Random): string {
  const drawId = `other-${random.hex(8)}`;
  return voidRecord({ drawId, lastRecordHash: random.hex(64), reasonCode: 'gone', at: random.below(1e9) });
}

/** A few claims, extensions and advances as the rules ask, and who holds the prizes then. */
function afterwards(
  proof: DrawProof,
  raffle: Raffle,
  earlier: readonly Drawn[],
  random: Random,
): { after: string[]; holders: Holders } {
  const winners = proof.winners.map(rowOfProof);
  const holders = createHolders(winners);
  const after: string[] = [];
  if (!raffle.hasLog) return { after, holders };
  const { draw_id: drawId, freeze_hash: freezeHash, combined_seed: combinedSeed } = proof;
  const plan = planOfProof(proof.plan);
  const weights = proof.entries.map((entry) => entry[2]);
  const everHeld = winners.map(({ prize, entryNumber }) => ({ prize, entryNumber }));
  let places = winners.map(({ prize, entryNumber }) => ({
    prize,
    entryNumber,
    since: proof.freeze.draw_at + 1,
    claimed: false,
    extension: 0,
  }));
  let at = proof.freeze.draw_at + 1;
  for (let step = random.pick([0, 1, 3, 6]); step > 0; step -= 1) {
    const place = random.any(places);
    if (place === undefined) break;
    const { prize, entryNumber } = place;
    const window = plan.prizes[prize - 1]?.claimWindow ?? null;
    at += random.below(30);
    const action = place.claimed ? 'advance' : random.pick(['claim', 'extend', 'advance']);
    if (action === 'claim') {
      after.push(
        claimRecord({
          drawId,
          freezeHash,
          prize,
          entryNumber,
          by: random.pick(['device', 'desk', 'host']),
          at,
        }),
      );
      place.claimed = true;
    } else if (action === 'extend' && place.extension === 0 && window !== null) {
      place.extension = 1 + random.below(50);
      after.push(extendRecord({ drawId, freezeHash, prize, entryNumber, seconds: place.extension, at }));
    } else {
      const possible: [AdvanceReason, ...AdvanceReason[]] = ['declined', 'ineligible'];
      if (!place.claimed) possible.push('absent');
      if (!place.claimed && window !== null) possible.push('unclaimed');
      const reason = random.pick(possible);
      if (reason === 'unclaimed') at = Math.max(at, place.since + (window ?? 0) + place.extension);
      const held = new Set(
        everHeld.flatMap((one) => (plan.policy === 'once' || one.prize === prize ? [one.entryNumber] : [])),
      );
      const elsewhere = new Set(
        plan.earlierWinners === 'out' ? earlier.flatMap((one) => one.holders.entryNumbers()) : [],
      );
      const order = prizeOrder({ combinedSeed, plan, weights, prize, winners });
      const toEntry = nextInOrder(order, held, elsewhere);
      after.push(advanceRecord({ drawId, freezeHash, prize, fromEntry: entryNumber, toEntry, reason, at }));
      holders.move(prize, entryNumber, toEntry);
      places = places.filter((one) => one !== place);
      if (toEntry !== null) {
        everHeld.push({ prize, entryNumber: toEntry });
        places.push({ prize, entryNumber: toEntry, since: at, claimed: false, extension: 0 });
      }
    }
  }
  if (random.oneIn(12)) {
    after.push(voidRecord({ drawId, lastRecordHash: random.hex(64), reasonCode: 'not_wanted', at }));
    for (const number of holders.entryNumbers()) {
      for (const { prize } of everHeld) holders.move(prize, number, null);
    }
  }
  return { after, holders };
}

interface Finished {
  last: Drawn;
  earlier: readonly Drawn[];
  /** Records of earlier draws that the proof's log shows. */
  extra: readonly string[];
  texts: readonly string[];
  random: Random;
}

function withOptions(raffle: Raffle, { last, earlier, extra, texts, random }: Finished): RandomCase {
  const options: CaseOptions = {};
  let { proof } = last;
  if (raffle.hasLog) {
    const lead = proof.freeze.draw_at;
    const cosigners = WITNESSES.flatMap((name) => {
      const time = random.pick([lead - 8, lead - 3, lead - 2]);
      return random.oneIn(2) ? [{ name, time }] : [];
    });
    const more = [...last.before, ...last.audience, ...extra];
    const { five: records, after } = last;
    const lateFreezeCheckpoint = random.oneIn(4);
    proof = {
      ...proof,
      log: proofLogOf({ texts, records, more, after, log: installation, cosigners, lateFreezeCheckpoint }),
    };
    if (random.oneIn(2)) options.log_key = installation.key;
    if (random.oneIn(2)) options.witness_keys = WITNESSES.map(witnessKeyOf);
    if (random.oneIn(4)) options.witness_quorum = 2;
  }
  const given = earlier.filter(() => !random.oneIn(6)).map((one) => one.proof);
  if (given.length > 0 && !random.oneIn(4)) options.earlier = given;
  if (random.oneIn(4)) {
    options.receipt = randomReceipt(raffle.seed, proof, random);
    if (random.oneIn(2)) options.receipt_key = installation.key;
  }
  return { proof: random.oneIn(8) ? redactProof(proof, { rules: random.oneIn(2) }) : proof, options };
}

function randomReceipt(seed: string, proof: DrawProof, random: Random): unknown {
  const number = 1 + random.below(proof.entries.length);
  const entry = proof.entries[number - 1];
  if (entry === undefined) throw new Error('the list is empty');
  const [state, source, weights, , entropy, device] = entry;
  const { displayName, salt } = personOf(seed, number);
  const ofThisDraw = random.below(3) > 0;
  const fields = {
    series_id: proof.open.series_id,
    draw_id: ofThisDraw ? proof.draw_id : 'another-draw',
    open_hash: ofThisDraw ? proof.open_hash : sha256Hex(contributionOf(seed, number)),
    entry_number: number,
    state: state === 'holder' ? ('in' as const) : state,
    source,
    weights: state === 'holder' ? weights.map(() => 1 + random.below(3)) : [...weights],
    display_name: displayName,
    salt,
    entropy_commit: entropy,
    device_key: device === '-' || random.below(30) > 0 ? device : deviceOf(number + 1).key,
    issued_at: proof.close.closed_at - 1 + (random.oneIn(8) ? 2 : 0),
  };
  const signature = installation.sign(receiptRecord(fields));
  return buildReceipt({ ...fields, key_id: keyIdOf(installation.key) }, signature);
}
