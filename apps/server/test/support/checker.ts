/**
 * The checker after a fault: reads what is stored and names every broken promise. Every acknowledged join is there with
 * the same number, numbers are unique and gapless, a raffle has at most one draw, and each result is what the verifier
 * computes again from the proof.
 */
import { type BeaconChain, verifyProof } from '@glassdrum/fair-draw';
import type { Database } from '../../src/platform/database/database.ts';
import { entryProblems } from '../../src/features/entries/test/check-entries.ts';

/** What somebody was told when they joined. */
interface AcknowledgedJoin {
  raffle_id: string;
  invitee_id: string;
  entry_number: number;
}

interface CheckInput {
  acknowledged?: readonly AcknowledgedJoin[];
  /** Of the test's own beacon. */
  chain: BeaconChain;
  /** Raffles whose draw must be complete by now. */
  drawn?: readonly string[];
}

/** Empty when every promise was kept. */
export async function brokenPromises(database: Database, input: CheckInput): Promise<string[]> {
  const problems: string[] = [];
  const raffles = await database.query.selectFrom('raffles').select('id').execute();
  for (const { id } of raffles) {
    for (const problem of await entryProblems(database, id)) problems.push(`raffle ${id}: ${problem}`);
  }
  return [
    ...problems,
    ...(await lostJoins(database, input.acknowledged ?? [])),
    ...(await wrongDraws(database, input)),
  ];
}

async function lostJoins(database: Database, acknowledged: readonly AcknowledgedJoin[]): Promise<string[]> {
  const rows = await database.query
    .selectFrom('participations')
    .select(['raffle_id', 'invitee_id', 'entry_number'])
    .execute();
  const numbers = new Map(rows.map((row) => [`${row.raffle_id} ${row.invitee_id}`, row.entry_number]));
  return acknowledged.flatMap(({ raffle_id: raffleId, invitee_id: inviteeId, entry_number: told }) => {
    const stored = numbers.get(`${raffleId} ${inviteeId}`);
    if (stored === told) return [];
    return [`entry ${told} was acknowledged, stored is ${stored ?? 'nothing'}`];
  });
}

async function wrongDraws(database: Database, { chain, drawn = [] }: CheckInput): Promise<string[]> {
  const draws = await database.query.selectFrom('draws').selectAll().execute();
  const problems: string[] = [];
  problems.push(...(await doubleDraws(database)));
  for (const raffleId of drawn) {
    const complete = draws.some((draw) => draw.raffle_id === raffleId && draw.completed_at !== null);
    if (!complete) problems.push(`the draw of ${raffleId} is not complete`);
  }
  for (const draw of draws) {
    if (draw.proof === null) {
      if (draw.result_at !== null) problems.push(`draw ${draw.id} has a result without a proof`);
      continue;
    }
    const { verdict, steps } = verifyProof(JSON.parse(draw.proof), { chains: [chain] });
    if (verdict === 'FAILED') {
      const failed = steps.filter((step) => step.status === 'FAIL').map((step) => step.name);
      problems.push(`the proof of draw ${draw.id} fails at ${failed.join(', ')}`);
    }
    if (!(await rowsAreThoseOf(database, draw.id, draw.proof))) {
      problems.push(`the rows of draw ${draw.id} are not those of its proof`);
    }
  }
  return problems;
}

/** Each planned draw of a raffle is held once (C5, R69); one that was given up is drawn again as the raffle's next one. */
async function doubleDraws(database: Database): Promise<string[]> {
  const draws = await database.query
    .selectFrom('draws as d')
    .innerJoin('draw_openings as o', 'o.id', 'd.id')
    .select(['d.raffle_id', 'o.draw_number'])
    .where('d.voided_at', 'is', null)
    .execute();
  const held = draws.map((draw) => `${draw.raffle_id} ${draw.draw_number}`);
  return new Set(held).size === held.length ? [] : ['a draw was held twice'];
}

interface ProofRows {
  winners: { entry_number: number }[];
  alternates: { entry_number: number }[];
}

async function rowsAreThoseOf(database: Database, drawId: string, proof: string): Promise<boolean> {
  const { winners, alternates } = JSON.parse(proof) as ProofRows;
  const stored = await database.query
    .selectFrom('draw_rows')
    .select(['role', 'position', 'entry_number'])
    .where('draw_id', '=', drawId)
    .orderBy('prize')
    .orderBy('position')
    .execute();
  const numbersOf = (role: 'winner' | 'alternate'): number[] =>
    stored.filter((row) => row.role === role).map((row) => row.entry_number);
  const same = (numbers: number[], rows: { entry_number: number }[]): boolean =>
    JSON.stringify(numbers) === JSON.stringify(rows.map((row) => row.entry_number));
  return same(numbersOf('winner'), winners) && same(numbersOf('alternate'), alternates);
}
