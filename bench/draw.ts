/**
 * Drawing and checking for 1,000, 10,000 and 100,000 entries: root of the list, draw of 100 rows, and the whole
 * verification with its beacon signature; in the same run the plain method for comparison, which walks the list of
 * entries once for each drawn row. And the file of a draw whose 10,000 devices all signed, read and checked as a browser
 * does it.
 */
import { createHmac, webcrypto } from 'node:crypto';
import {
  buildProof,
  drawPrizes,
  entriesRoot,
  verifyProof,
  verifyProofBytesAsync,
  webCryptoEd25519,
} from '@glassdrum/fair-draw';
import { hallProof, inputFor, MANY_PRIZES, PLAN, ROWS, SEED, TICKETS_EACH } from './big-proof.ts';
import { medianMs, report } from './measure.ts';

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
  const input = inputFor(size);
  const weights = input.entries.map((entry) => entry.weights);
  const tickets = Array.from({ length: size }, () => TICKETS_EACH);
  const label = `${size.toLocaleString('en')} entries`;
  const runs = size > 10_000 ? 3 : 5;

  report(
    `root, ${label}`,
    medianMs(() => entriesRoot('bench', input.entries), runs),
    'ms',
    'Merkle root of the list',
  );
  const draw = medianMs(() => drawPrizes({ combinedSeed: SEED, plan: PLAN, weights }), runs);
  const plain = medianMs(() => plainDraw(SEED, tickets, ROWS), runs);
  const total = (size * TICKETS_EACH).toLocaleString('en');
  report(`draw, ${label}`, draw, 'ms', `${ROWS} rows from ${total} tickets`);
  report(`plain draw, ${label}`, plain, 'ms', 'one walk over the list a row, same number of rows');

  const proof = buildProof(input);
  const { verdict, steps } = verifyProof(proof);
  if (verdict !== 'VERIFIED') throw new Error(`The proof does not verify: ${JSON.stringify(steps)}`);
  report(
    `verify, ${label}`,
    medianMs(() => verifyProof(proof), runs),
    'ms',
    'all steps with the BLS signature',
  );
}

const HALL = 10_000;
{
  const input = inputFor(HALL, [], MANY_PRIZES);
  const weights = input.entries.map((entry) => entry.weights);
  const label = `${HALL.toLocaleString('en')} entries, ${MANY_PRIZES.prizes.length} prizes`;
  const wins = MANY_PRIZES.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  const { pools } = MANY_PRIZES;
  report(
    `root, ${label}`,
    medianMs(() => entriesRoot('bench', input.entries), 5),
    'ms',
    `Merkle root of the list, with weights in ${pools} pools`,
  );
  const draw = medianMs(() => drawPrizes({ combinedSeed: SEED, plan: MANY_PRIZES, weights }), 5);
  report(`draw, ${label}`, draw, 'ms', `${wins} winners and as many alternates, ${pools} pools`);
  const proof = buildProof(input);
  const { verdict } = verifyProof(proof);
  if (verdict !== 'VERIFIED') throw new Error('The proof does not verify.');
  report(
    `verify, ${label}`,
    medianMs(() => verifyProof(proof), 5),
    'ms',
    'all steps with the BLS signature',
  );
}

const file = hallProof(HALL);
const times: number[] = [];
for (let run = 0; run < 3; run += 1) {
  const begun = performance.now();
  const ed25519 = webCryptoEd25519(webcrypto.subtle);
  const { verdict, steps } = await verifyProofBytesAsync(new Uint8Array(file), { ed25519 });
  if (verdict !== 'VERIFIED') throw new Error(`The proof does not verify: ${JSON.stringify(steps)}`);
  times.push(performance.now() - begun);
}
report(
  `verify, ${HALL.toLocaleString('en')} entries and devices`,
  times.sort((a, b) => a - b)[1] ?? 0,
  'ms',
  `a file of ${(file.length / 1e6).toFixed(1)} MB, with the signatures of all devices`,
);
