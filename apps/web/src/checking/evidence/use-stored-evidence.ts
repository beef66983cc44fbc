/** What this device stored about a draw and its own entries, for pages that show a result or a proof (R88). */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DrawEvidence, EntryEvidence } from '../../storage/evidence.ts';
import { readAllDraws, readAllEntries } from '../../storage/evidence-store.ts';
import type { EvidenceToCompare } from '../proof/contradictions.ts';

export interface StoredEvidence {
  /** Null when this device did not watch the draw. */
  draw: DrawEvidence | null;
  /** The freeze hash that this device saw first; null when it did not watch. */
  freezeHash: string | null;
  /** This browser's entries in the raffle, in order of their numbers. */
  entries: EntryEvidence[];
  /** The installation's key as this device saw it first. */
  installationKey: string | null;
}

/** @param drawId null: nothing is read. `data` is null where nothing is stored about the draw. */
export function useStoredEvidence(drawId: string | null): UseQueryResult<StoredEvidence | null> {
  return useQuery({
    queryKey: ['stored-evidence', drawId],
    enabled: drawId !== null,
    // Receipts and freezes come while the page is open.
    staleTime: 0,
    queryFn: () => storedEvidenceOf(drawId ?? ''),
  });
}

/** Null where nothing is stored about the draw. */
export async function storedEvidenceOf(drawId: string): Promise<StoredEvidence | null> {
  const [allEntries, draws] = await Promise.all([readAllEntries(), readAllDraws()]);
  const draw = draws.find((one) => one.drawId === drawId) ?? null;
  const entries = allEntries.filter(
    ({ raffleId, terms, receipts }) =>
      raffleId === draw?.raffleId ||
      terms.some(({ draw_id }) => draw_id === drawId) ||
      receipts.some(({ draw_id }) => draw_id === drawId),
  );
  if (draw === null && entries.length === 0) return null;
  return {
    draw,
    freezeHash: draw?.freezes[0]?.freezeHash ?? null,
    entries,
    installationKey: entries.find((entry) => entry.installationKey !== null)?.installationKey ?? null,
  };
}

/** Everything that a proof could contradict; which raffle it is of shows only when it is read. */
export async function evidenceToCompare(): Promise<EvidenceToCompare> {
  const [entries, draws] = await Promise.all([readAllEntries(), readAllDraws()]);
  return {
    entries: entries.map((entry) => {
      const { raffleId, entryNumber, installationKey, receipts, terms, contribution } = entry;
      const { sentAt = null, value = '' } = contribution ?? {};
      const draw = sentAt === null ? undefined : firstDrawSince(draws, raffleId, sentAt);
      return {
        entryNumber,
        installationKey,
        receipts,
        checkIns: entry.checkIns ?? [],
        terms,
        contributed: draw === undefined ? null : { drawId: draw.drawId, value },
      };
    }),
    freezes: Object.fromEntries(
      draws.map(({ drawId, freezes }) => [drawId, freezes.map(({ freezeHash }) => freezeHash)]),
    ),
  };
}

/** A contribution is sent between the close and the freeze of the draw that it belongs to. */
function firstDrawSince(
  draws: readonly DrawEvidence[],
  raffleId: string,
  at: number,
): DrawEvidence | undefined {
  return draws
    .filter((draw) => draw.raffleId === raffleId && draw.storedAt >= at)
    .sort((a, b) => a.storedAt - b.storedAt)[0];
}
