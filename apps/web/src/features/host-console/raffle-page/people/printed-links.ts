/** Whose personal links are printed as slips of paper (R66): unused ones of invited people, and of those whom the host entered. Pure. */
import type { Person } from './people.ts';

/** A browser prepares as many at once; that is 75 sheets. */
export const MOST_SLIPS = 600;

export interface Slip {
  id: string;
  name: string;
  /** Null for somebody who is only invited. */
  number: number | null;
  url: string;
}

/** @returns slips in the order of the list, and how many people have no link that can still be used */
export function slipsOf(people: readonly Person[]): { slips: Slip[]; without: number } {
  const slips = people.flatMap((person) => slipOf(person) ?? []);
  return { slips, without: people.length - slips.length };
}

function slipOf({
  invitee_id: id,
  display_name: name,
  entry_number: number,
  state,
  invitation,
}: Person): Slip | null {
  const url = invitation?.url ?? null;
  const isUnused = invitation?.state === 'invited' || invitation?.state === 'entered';
  const isOut = state === 'withdrawn' || state === 'removed';
  return url === null || !isUnused || isOut ? null : { id, name, number, url };
}
