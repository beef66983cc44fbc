/** How a case is written: what differs from a draw that goes as it should, and the outcome that draw protocol §10 asks for. */
import type { DeviceCheckOutcome } from '../../../src/verify/device/conclude.ts';
import type { DeviceEvidence, Observation } from '../../../src/verify/device/observations.ts';
import { type Draw, makeDraw } from './draw.ts';

export interface DeviceVector {
  id: string;
  evidence: DeviceEvidence;
  observations: Observation[];
  outcome: DeviceCheckOutcome['colour'];
  /** The codes of all reasons, in order. */
  reasons: string[];
  sentence: string;
}

/** The sentences, word for word. */
const GREEN =
  'Checked on this device: the winners follow from the list and the public random number, and this device had the list before that number existed.';
const YELLOW =
  'The winners follow from the list and the random number, but this device saw the list too late to confirm that it was fixed first.';
const RED = (reason: string): string =>
  `This check failed: ${reason}. Save a screenshot and contact the operator.`;
export const WAITING = 'This device is checking the draw. The result is not there yet.';

export const base = makeDraw();
export const order = Object.keys(base.seen) as (keyof Draw['seen'])[];

export interface Changes {
  draw?: Draw;
  evidence?: Partial<DeviceEvidence>;
  /** Observations in another form, left out (null), or several. */
  instead?: Partial<Record<keyof Draw['seen'], Observation | Observation[] | null>>;
  /** After all others. */
  more?: Observation[];
}

export function vector(
  id: string,
  outcome: DeviceVector['outcome'],
  reasons: string[],
  sentence: string,
  { draw = base, evidence = {}, instead = {}, more = [] }: Changes = {},
): DeviceVector {
  const observations = order.flatMap((name) => {
    const other = instead[name];
    if (other === undefined) return [draw.seen[name]];
    return other ?? [];
  });
  return {
    id,
    evidence: { ...draw.evidence, ...evidence },
    observations: [...observations, ...more],
    outcome,
    reasons,
    sentence,
  };
}

/** An observation of the base draw with other members. */
export function changed<Type extends Observation['type']>(
  observation: Observation,
  type: Type,
  members: Partial<Extract<Observation, { type: Type }>>,
): Observation {
  if (observation.type !== type) throw new Error(`not of type ${type}`);
  return { ...observation, ...members };
}

export function before(name: keyof Draw['seen'], extra: Observation, draw = base): Changes['instead'] {
  return { [name]: [extra, draw.seen[name]] };
}

export const green = (id: string, changes: Changes = {}) => vector(id, 'green', [], GREEN, changes);
export const yellow = (id: string, reasons: string[], changes: Changes = {}) =>
  vector(id, 'yellow', reasons, YELLOW, changes);
export const red = (id: string, reasons: string[], reason: string, changes: Changes = {}) =>
  vector(id, 'red', reasons, RED(reason), changes);
