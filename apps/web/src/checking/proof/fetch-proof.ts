/** The proof as it is served (R36): as bytes, handed to the check and to the visitor unchanged. */

/** @throws Error when it cannot be had */
export async function fetchProof(raffleId: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/api/raffles/${encodeURIComponent(raffleId)}/proof`;
  const response = await fetch(path, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The proof was not served: ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
