/** R78: the form of the name that a joining person has chosen; at first the fullest that the raffle allows. */
import type { PublicRaffle } from '@glassdrum/contract';
import { fullestAllowed, type NamePublication } from '@glassdrum/raffle-rules';
import { useState } from 'react';

export function useNameChoice({ name_publications: allowed }: Pick<PublicRaffle, 'name_publications'>) {
  const [picked, pick] = useState<NamePublication | null>(null);
  const chosen = picked !== null && allowed.includes(picked) ? picked : fullestAllowed(allowed);
  return { allowed, hasChoice: allowed.length > 1, chosen, pick };
}

/** What of it is sent. */
export function nameFields(
  { name_publications: allowed }: Pick<PublicRaffle, 'name_publications'>,
  chosen: NamePublication,
): Record<string, string> {
  return allowed.length > 1 ? { name_publication: chosen } : {};
}
