/** How people in the room come in: what the stage shows as QR code and short address. */
import type { StageInfo } from '@glassdrum/contract';
import type { RaffleRow } from '../../database/database.ts';

/** All null while nobody can join by the public link. @param publicUrl without a slash at the end */
export function presentStageLinks(
  row: Pick<RaffleRow, 'allow_public_join' | 'public_link' | 'join_code'>,
  publicUrl: string,
): Pick<StageInfo, 'public_url' | 'join_code' | 'join_code_url'> {
  const { public_link: link, join_code: code } = row;
  if (row.allow_public_join === 0 || link === null) {
    return { public_url: null, join_code: null, join_code_url: null };
  }
  return {
    public_url: `${publicUrl}/join/${link}`,
    join_code: code,
    join_code_url: code === null ? null : `${publicUrl}/j/${code}`,
  };
}
