/** The winners that the machine brings out, as the show's cards name them. */
import type { ResultRow, ShownPrize } from '@glassdrum/contract';
import type { ShowResult } from '@glassdrum/show';
import { type PrizeName, prizeTitle } from './prize-names.ts';

/** @param details with their images; none while they are on their way */
export function showResult(
  revealed: readonly ResultRow[],
  prizes: readonly PrizeName[],
  details: readonly ShownPrize[],
): ShowResult {
  const winners = revealed.map((row) => {
    const image = details[row.prize - 1]?.image_url ?? null;
    return {
      number: row.entry_number,
      name: row.display_name ?? `#${row.entry_number}`,
      ...(prizes.length > 0 && { prize: prizeTitle(prizes, row.prize), ...(image !== null && { image }) }),
    };
  });
  return { winners };
}
