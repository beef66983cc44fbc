/** The results with all names in full, for the host alone (R78). @param drawId undefined for the last draw that was held */
export function hostResultsPath(raffleId: string, drawId?: string): string {
  const path = `/api/raffles/${raffleId}/winners/results`;
  return drawId === undefined ? path : `${path}?draw_id=${drawId}`;
}
