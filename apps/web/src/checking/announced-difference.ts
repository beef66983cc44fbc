/** R32: what was announced against what this device computed. Kept apart from the computing, whose code only the worker loads. */
import type { LiveResult } from '@glassdrum/contract';
import type { DeviceCheck } from './device-check.ts';

/** The first place at which the announcement is not what this device computed; null when all agree. */
export interface Difference {
  role: 'winner' | 'alternate';
  position: number;
  /** Entry numbers; null where one of the two has no such place. */
  announced: number | null;
  computed: number | null;
}

export function differenceFrom(
  check: Extract<DeviceCheck, { ok: true }>,
  { winners, alternates }: LiveResult,
): Difference | null {
  const computed = { winner: check.rows.slice(0, check.winners), alternate: check.rows.slice(check.winners) };
  const announced = { winner: winners, alternate: alternates };
  for (const role of ['winner', 'alternate'] as const) {
    const places = Math.max(computed[role].length, announced[role].length);
    for (let i = 0; i < places; i += 1) {
      const mine = computed[role][i];
      const theirs = announced[role][i];
      const same =
        mine !== undefined &&
        theirs !== undefined &&
        theirs.position === i + 1 &&
        theirs.entry_number === mine.entryNumber &&
        theirs.selection_index === mine.selectionIndex;
      if (same) continue;
      return {
        role,
        position: i + 1,
        announced: theirs?.entry_number ?? null,
        computed: mine?.entryNumber ?? null,
      };
    }
  }
  return null;
}
