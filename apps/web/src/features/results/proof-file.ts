/** Hands the visitor the proof (R36). */
import { downloadFile } from '../../ui/download.ts';

/** Saves exactly these bytes. */
export function saveProof(raffleId: string, bytes: Uint8Array<ArrayBuffer>): void {
  downloadFile(`raffle-${raffleId}-proof.json`, new Blob([bytes], { type: 'application/json' }));
}
