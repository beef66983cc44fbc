/** What a rule answers. Apart from the sentences of refusals, which not every page needs. */
import type { Refusal } from './refusals.ts';

/** A rule's answer: what follows from a yes, or the code of the no. */
export type Decision<T = void> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** A yes that carries `value`. */
export function accept<T>(value: T): Decision<T> {
  return { ok: true, value };
}

/** A no with its code. */
export function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}
