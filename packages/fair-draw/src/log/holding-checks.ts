/** Who holds prizes from the result of a draw on (draw protocol §8 `results`, `claims`, `advances`). */
import { listHash } from '../draw-records.ts';
import { planOfProof } from '../plan.ts';
import { rowOfProof } from '../proof.ts';
import { addHolder, type Event, type Findings, type Log, type Of, seriesOf } from './log-state.ts';
import { createPrizeHolding } from './prize-holding.ts';

export function countResult(
  event: Event,
  { fields }: Of<'result'>,
  log: Log,
  { fail, skip }: Findings,
): void {
  const { at, draw } = event;
  const own = seriesOf(draw, log);
  const voided = draw.first.void !== undefined;
  if (own !== undefined && !voided) own.stage.unfinished -= 1;
  const proof = draw.proof?.freeze_hash === fields.freezeHash ? draw.proof : undefined;
  if (proof === undefined) {
    skip('results', 'the proof of a draw is not given');
    if (own !== undefined && !voided) own.stage.unknown += 1;
    return;
  }
  const [winners, alternates] = [proof.winners.map(rowOfProof), proof.alternates.map(rowOfProof)];
  const list = listHash({ drawId: fields.drawId, winners, alternates });
  if (proof.combined_seed !== fields.combinedSeed || list !== fields.listHash) {
    fail('results', `record ${at} has another result than the proof of its draw`);
  }
  draw.holding = createPrizeHolding({
    plan: planOfProof(proof.plan),
    weights: proof.entries.map((entry) => entry[2]),
    combinedSeed: proof.combined_seed,
    winners,
    resultAt: fields.at,
  });
  if (own === undefined || voided) return;
  for (const entryNumber of draw.holding.holders.entryNumbers()) addHolder(own.stage, entryNumber, 1);
}

export function checkClaim(
  { at, draw }: Event,
  record: Of<'claim' | 'extend'>,
  { fail, skip }: Findings,
): void {
  if (draw.holding === null) {
    skip('claims', 'the proof of a draw with claims is not given');
    return;
  }
  const problem =
    record.kind === 'claim' ? draw.holding.claim(record.fields) : draw.holding.extend(record.fields);
  if (problem !== null) fail('claims', `record ${at}: ${problem}`);
}

export function countAdvance(
  event: Event,
  { fields }: Of<'advance'>,
  log: Log,
  { fail, skip }: Findings,
): void {
  const { at, draw } = event;
  const { holding } = draw;
  if (holding === null) {
    skip('advances', 'the proof of a draw in which somebody was passed over is not given');
    return;
  }
  const own = seriesOf(draw, log);
  const stages = [...(own?.series.stages.values() ?? [])];
  const counts = own !== undefined && draw.first.void === undefined;
  const holds = (entryNumber: number): boolean => holding.holders.holdsAny(entryNumber);
  const unknown = stages.some((stage) => stage.unknown > 0);
  const holdsElsewhere = (entryNumber: number): boolean => {
    let draws = counts && holds(entryNumber) ? -1 : 0;
    for (const { holders } of stages) draws += holders.get(entryNumber) ?? 0;
    return draws > 0;
  };
  const before = affected(fields).map((entryNumber) => ({ entryNumber, held: holds(entryNumber) }));
  const outcome = holding.advance(fields, unknown ? null : holdsElsewhere);
  if (outcome.status === 'wrong') fail('advances', `record ${at}: ${outcome.reason}`);
  else if (unknown && draw.proof?.plan.earlier_winners === 'out') {
    skip('advances', 'the proof of another draw of a raffle is not given');
  }
  if (!counts) return;
  for (const { entryNumber, held } of before) {
    const now = holds(entryNumber);
    if (now !== held) addHolder(own.stage, entryNumber, now ? 1 : -1);
  }
}

/** Whose holding an advance may change. */
function affected({ fromEntry, toEntry }: Of<'advance'>['fields']): number[] {
  return toEntry === null || toEntry === fromEntry ? [fromEntry] : [fromEntry, toEntry];
}

/** A void ends holding prizes for other draws; the draw's own records go on with its holders. */
export function countVoid({ draw }: Event, log: Log): void {
  const own = seriesOf(draw, log);
  if (own === undefined) return;
  if (draw.first.result === undefined) own.stage.unfinished -= 1;
  else if (draw.holding === null) own.stage.unknown -= 1;
  else for (const entryNumber of draw.holding.holders.entryNumbers()) addHolder(own.stage, entryNumber, -1);
}
