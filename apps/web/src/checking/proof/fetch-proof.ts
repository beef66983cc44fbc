/** The proof as it is served (R36): as bytes, handed to the check and to the visitor unchanged. */

/**
 * @param drawId one of the raffle's draws; left out for its last one that has a result
 * @throws Error when it cannot be had
 */
export async function fetchProof(raffleId: string, drawId?: string): Promise<Uint8Array<ArrayBuffer>> {
  const chosen = drawId === undefined ? '' : `?draw_id=${encodeURIComponent(drawId)}`;
  const path = `/api/raffles/${encodeURIComponent(raffleId)}/proof${chosen}`;
  const response = await fetch(path, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The proof was not served: ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
