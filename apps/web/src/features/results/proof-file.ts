/** Hands the visitor the proof (R36). */
import { downloadFile } from '../../ui/download.ts';

/** Saves exactly these bytes. */
export function saveProof(raffleId: string, text: string): void {
  downloadFile(`raffle-${raffleId}-proof.json`, new Blob([text], { type: 'application/json' }));
}
