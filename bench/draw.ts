/**
 * Drawing and checking for 1,000, 10,000 and 100,000 entries: root of the list, draw of 100 rows, and the whole
 * verification with its beacon signature; in the same run the plain method for comparison, which walks the list of
 * entries once for each drawn row.
 */
import { createHmac, randomBytes } from 'node:crypto';
import {
  buildProof,
  type CommittedEntry,
  drawOrder,
  entriesRoot,
  nameCommit,
  QUICKNET,
  ticketTotal,
  verifyProof,
} from '@glassdrum/fair-draw';
import { medianMs, report } from './measure.ts';

const ROWS = 100;
const TICKETS_EACH = 100;
const SEED = randomBytes(32).toString('hex');

/** Round 1000 of drand's quicknet, public since 2023. */
const ROUND = {
  number: 1000,
  time: QUICKNET.genesisTime + 999 * QUICKNET.period,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

/** The plain method: O(entries) for each row. Gives the numbers of the drawn entries. */
function plainDraw(seed: string, tickets: readonly number[], rows: number): number[] {
  const left = [...tickets];
  let remaining = left.reduce((sum, count) => sum + count, 0);
  const drawn: number[] = [];
  for (let counter = 0; drawn.length < rows; counter += 1) {
    const word = createHmac('sha256', seed).update(String(counter)).digest().readUIntBE(0, 6);
    let at = word % remaining;
    const entry = left.findIndex((count) => (at -= count) < 0);
    remaining -= left[entry] ?? 0;
    left[entry] = 0;
    drawn.push(entry + 1);
  }
  return drawn;
}

for (const size of [1_000, 10_000, 100_000]) {
  const salt = '00112233445566778899aabbccddeeff';
  const commit = nameCommit(salt, 'Ada Example');
  const entries: CommittedEntry[] = Array.from({ length: size }, () => [TICKETS_EACH, commit, '-']);
  const tickets = entries.map(([count]) => count);
  const label = `${size.toLocaleString('en')} entries`;
  const runs = size > 10_000 ? 3 : 5;

  report(
    `root, ${label}`,
    medianMs(() => entriesRoot('bench', entries), runs),
    'ms',
    'Merkle root of the list',
  );
  const draw = medianMs(() => drawOrder({ combinedSeed: SEED, tickets, rows: ROWS }), runs);
  const plain = medianMs(() => plainDraw(SEED, tickets, ROWS), runs);
  report(
    `draw, ${label}`,
    draw,
    'ms',
    `${ROWS} rows from ${ticketTotal(entries).toLocaleString('en')} tickets`,
  );
  report(`plain draw, ${label}`, plain, 'ms', 'one walk over the list a row, same number of rows');

  const proof = buildProof({
    drawId: 'bench',
    hostId: 'bench-host',
    hostSeq: 1,
    previous: '-',
    rulesHash: '-',
    openedAt: ROUND.time - 3600,
    closedAt: ROUND.time - 40,
    frozenAt: ROUND.time - 15,
    drawAt: ROUND.time - 1,
    winners: ROWS / 2,
    alternates: ROWS / 2,
    seedReveal: SEED,
    beacon: { kind: 'drand', chain: QUICKNET, round: ROUND.number, signature: ROUND.signature },
    entries,
    contributions: [],
    names: () => ({ displayName: 'Ada Example', salt }),
  });
  const { verdict, steps } = verifyProof(proof);
  if (verdict !== 'VERIFIED') throw new Error(`The proof does not verify: ${JSON.stringify(steps)}`);
  report(
    `verify, ${label}`,
    medianMs(() => verifyProof(proof), runs),
    'ms',
    'all steps with the BLS signature',
  );
}
