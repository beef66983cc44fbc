/** The columns of R78: which forms of names a raffle allows. */
import { type NamePublication, namePublications } from '@glassdrum/raffle-rules';
import type { RaffleRow } from './database.ts';

/** The fullest first. */
export function publicationsOf({
  name_publications: stored,
}: Pick<RaffleRow, 'name_publications'>): NamePublication[] {
  const allowed = stored.split(',');
  return namePublications.filter((one) => allowed.includes(one));
}

export function publicationsColumn(allowed: readonly NamePublication[]): string {
  return allowed.join(',');
}
