/** What became of the prizes of a draw while entries held them (R73), and until when each can be claimed. */
import type { PlaceClaim } from '@glassdrum/contract';
import { claimBy, type HeldPrize } from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { DrawRow } from '../draw-rows.ts';
import { openingById, planOf } from '../openings.ts';

export type PrizeClaimRow = Selectable<Tables['prize_claims']>;

/** A prize and an entry that holds it or held it. */
interface PrizeOfEntry {
  prize: number;
  entryNumber: number;
}

export interface DrawClaims {
  /** When the windows of the winners started: at the end of the show, epoch ms; null before. */
  startedAt: number | null;
  /** Null where nothing happened yet. */
  rowOf(of: PrizeOfEntry): PrizeClaimRow | null;
  /** @param movedUpAt null for a winner of the draw, epoch ms */
  heldPrize(of: PrizeOfEntry & { movedUpAt: number | null }): HeldPrize;
}

export async function claimsOfDraw(
  query: Kysely<Tables>,
  draw: Pick<DrawRow, 'id' | 'protocol' | 'completed_at'>,
): Promise<DrawClaims> {
  const { id, protocol, completed_at: startedAt } = draw;
  const plan = protocol === 2 ? planOf(await openingById(query, id)) : null;
  const rows = await query.selectFrom('prize_claims').selectAll().where('draw_id', '=', id).execute();
  const keyOf = ({ prize, entryNumber }: PrizeOfEntry): string => `${prize}/${entryNumber}`;
  const known = new Map(rows.map((row) => [keyOf({ prize: row.prize, entryNumber: row.entry_number }), row]));
  const rowOf: DrawClaims['rowOf'] = (of) => known.get(keyOf(of)) ?? null;
  return {
    startedAt,
    rowOf,
    heldPrize({ movedUpAt, ...of }) {
      const row = rowOf(of);
      return {
        since: movedUpAt ?? startedAt,
        windowSeconds: plan?.prizes[of.prize - 1]?.claimWindow ?? null,
        extensionSeconds: row?.extension ?? null,
        claimedAt: row?.claimed_at ?? null,
        handedOverAt: row?.handed_over_at ?? null,
      };
    },
  };
}

export function presentClaim(held: HeldPrize, row: PrizeClaimRow | null): PlaceClaim {
  const { extension: seconds = null, extended_at: at = null } = row ?? {};
  const { claimed_at: claimedAt = null, claimed_by: by = null } = row ?? {};
  return {
    claim_by: claimBy(held),
    extension: seconds === null || at === null ? null : { seconds, at },
    claimed: claimedAt === null || by === null ? null : { at: claimedAt, by },
    handed_over_at: held.handedOverAt,
  };
}
