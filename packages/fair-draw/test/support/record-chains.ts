/** Records of draws that follow from each other as a server writes them, without lists, names or proofs behind them. */
import * as records from '../../src/draw-records.ts';
import { seedCommitHash } from '../../src/seeds.ts';
import { sha256Hex } from '../../src/text-records.ts';

const hashOf = (what: string): string => sha256Hex(what);

export interface ChainChoices {
  drawId?: string;
  hostId?: string;
  hostSeq?: number;
  /** The open record of the host's draw before. */
  previous?: string | null;
  seriesId?: string;
  stage?: number;
  openedAt?: number;
  /** Seconds between one record and the next. */
  step?: number;
}

/** Every record of one draw, each with its default place in time. */
export interface Chain {
  drawId: string;
  freezeHash: string;
  seed: string;
  drawAt: number;
  open: string;
  replan: string;
  change: string;
  close: string;
  freeze: string;
  audience: string;
  reveal: string;
  result: string;
  claim: string;
  extend: string;
  advance: string;
  /** @param last the draw's last record */
  voidAfter(last: string, at?: number): string;
}

export function recordChain(choices: ChainChoices = {}): Chain {
  const { drawId = 'draw', hostId = 'host', hostSeq = 1, previous = null } = choices;
  const { seriesId = 'series', stage = 1, openedAt = 1_700_000_000, step = 10 } = choices;
  const at = (count: number): number => openedAt + count * step;
  const seed = hashOf(`seed of ${drawId}`);
  const [planBefore, planAfter] = [hashOf('plan'), hashOf('changed plan')];
  const host = { hostId, hostSeq, previous: previous === null ? null : sha256Hex(previous) };
  const promised = { seedCommitHash: seedCommitHash(seed), planHash: planBefore, rulesHash: hashOf('rules') };
  const open = records.openRecord({ drawId, ...host, seriesId, stage, ...promised, openedAt });
  const openHash = sha256Hex(open);
  const close = records.closeRecord({
    drawId,
    openHash,
    planHash: planAfter,
    holdersHash: null,
    entriesRoot: hashOf('entries'),
    entryCount: 4,
    poolTotals: [4],
    closedAt: at(3),
  });
  const drawAt = at(4) + 20;
  const freeze = records.freezeRecord({
    drawId,
    closeHash: sha256Hex(close),
    contributionsHash: null,
    kind: 'none',
    chainHash: null,
    round: null,
    frozenAt: at(4),
    showAt: at(4) + 2,
    drawAt,
  });
  const freezeHash = sha256Hex(freeze);
  const named = { drawId, freezeHash };
  return {
    drawId,
    freezeHash,
    seed,
    drawAt,
    open,
    replan: records.replanRecord({
      drawId,
      openHash,
      planHashBefore: planBefore,
      planHashAfter: planAfter,
      at: at(1),
    }),
    change: records.changeRecord({
      drawId,
      entryNumber: 2,
      state: 'withdrawn',
      weights: [0],
      reasonCode: 'left',
      at: at(2),
    }),
    close,
    freeze,
    audience: records.audienceRecord({ ...named, root: hashOf('audience'), count: 3, at: at(5) }),
    reveal: records.revealRecord({ ...named, seedReveal: seed, at: at(6) }),
    result: records.resultRecord({ ...named, combinedSeed: hashOf('c'), listHash: hashOf('l'), at: at(7) }),
    claim: records.claimRecord({ ...named, prize: 1, entryNumber: 1, by: 'desk', at: at(8) }),
    extend: records.extendRecord({ ...named, prize: 1, entryNumber: 1, seconds: 60, at: at(9) }),
    advance: records.advanceRecord({
      ...named,
      prize: 1,
      fromEntry: 1,
      toEntry: null,
      reason: 'declined',
      at: at(10),
    }),
    voidAfter: (last, time = at(11)) =>
      records.voidRecord({ drawId, lastRecordHash: sha256Hex(last), reasonCode: 'error', at: time }),
  };
}

/** The records of a draw in their order. */
export function recordsOfChain(chain: Chain): string[] {
  const { open, replan, change, close, freeze, audience, reveal, result, claim, extend, advance } = chain;
  return [open, replan, change, close, freeze, audience, reveal, result, claim, extend, advance];
}
