/** What a draw has to keep of its host, its raffle and its own opening until its close (draw protocol §8). */
import {
  type Event,
  type Findings,
  type Log,
  type Of,
  proofAtClose,
  type Stage,
  stagesBefore,
} from './log-state.ts';

export function countHost(
  { at, hash }: Event,
  { fields }: Of<'open'>,
  { hosts }: Log,
  { fail }: Findings,
): void {
  const before = hosts.get(fields.hostId);
  if (fields.hostSeq !== (before?.seq ?? 0) + 1) {
    fail('hosts', `record ${at} opens draw ${fields.hostSeq} of its host after draw ${before?.seq ?? 0}`);
  }
  if (fields.previous !== (before?.hash ?? null)) {
    fail('hosts', `record ${at} names another draw before it than the last one of its host`);
  }
  hosts.set(fields.hostId, { seq: fields.hostSeq, hash });
}

export function countStage({ at }: Event, { fields }: Of<'open'>, log: Log, { fail }: Findings): void {
  const { hostId, stage } = fields;
  const series = log.series.get(fields.seriesId) ?? {
    hostId,
    lastStage: 0,
    stages: new Map<number, Stage>(),
  };
  log.series.set(fields.seriesId, series);
  if (stage !== series.lastStage + 1) {
    fail('series', `record ${at} opens stage ${stage} of its raffle after stage ${series.lastStage}`);
  }
  if (hostId !== series.hostId) fail('series', `record ${at} opens a draw in the raffle of another host`);
  series.lastStage = stage;
  const known = series.stages.get(stage) ?? { unfinished: 0, unknown: 0, holders: new Map<number, number>() };
  known.unfinished += 1;
  series.stages.set(stage, known);
}

export function checkPlan({ at, draw }: Event, planHash: string, { fail }: Findings): void {
  if (draw.planHash !== null && draw.planHash !== planHash) {
    fail('plans', `record ${at} does not have the plan that its draw had reached`);
  }
}

export function checkEarlierStages({ at, draw }: Event, log: Log, { fail }: Findings): void {
  if (stagesBefore(draw, log).some(({ unfinished }) => unfinished > 0)) {
    fail('series', `record ${at} closes a draw before all earlier ones of its raffle were drawn`);
  }
}

export function checkChanges(event: Event, { fail, skip }: Findings): void {
  const { changes } = event.draw;
  if (changes.size === 0) return;
  const proof = proofAtClose(event);
  if (proof === undefined) {
    skip('changes', 'the proof of a draw with changed entries is not given');
    return;
  }
  for (const [entryNumber, { state, weights }] of changes) {
    const entry = proof.entries[entryNumber - 1];
    const satOut = state === 'in' && (entry?.[0] === 'holder' || entry?.[0] === 'absent');
    if (satOut || (entry?.[0] === state && entry[2].join() === weights.join())) continue;
    fail('changes', `entry ${entryNumber} is not in the list of a draw as its last change says`);
    return;
  }
}

export function checkHolders(event: Event, log: Log, { fail, skip }: Findings): void {
  const earlier = stagesBefore(event.draw, log);
  const proof = proofAtClose(event);
  if (proof === undefined) {
    if (earlier.length > 0) skip('holders', 'the proof of a later draw of a raffle is not given');
    return;
  }
  if (proof.plan.earlier_winners === 'in') return;
  if (earlier.some(({ unknown }) => unknown > 0)) {
    skip('holders', 'the proof of an earlier draw of a raffle is not given');
    return;
  }
  const listed = new Set(proof.holders);
  const holding = new Set<number>();
  for (const { holders } of earlier) {
    for (const entryNumber of holders.keys()) {
      holding.add(entryNumber);
      if (listed.has(entryNumber)) continue;
      fail('holders', `record ${event.at} closes a draw in which entry ${entryNumber} does not sit out`);
      return;
    }
  }
  if (listed.size !== holding.size || proof.holders.length !== listed.size) {
    fail('holders', `record ${event.at} closes a draw in which somebody sits out without holding a prize`);
  }
}
