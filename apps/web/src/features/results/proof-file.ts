/** The proof as it is served (R36): fetched as text, handed to the check and to the visitor unchanged. */

/** @throws Error when it cannot be had */
export async function fetchProof(raffleId: string): Promise<string> {
  const response = await fetch(`/api/raffles/${raffleId}/proof`, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The proof was not served: ${response.status}.`);
  return response.text();
}

/** Saves exactly these bytes. */
export function saveProof(raffleId: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `raffle-${raffleId}-proof.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
