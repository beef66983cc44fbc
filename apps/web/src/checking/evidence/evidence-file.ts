/** The file of what this device stored about a draw: everything that others need to check its claim, and no secret. */
import type { DrawEvidence, EntryEvidence } from '../../storage/evidence.ts';
import { readCheckpoint } from '../../storage/evidence-store.ts';
import { storedEvidenceOf } from './use-stored-evidence.ts';

export interface EvidenceFile {
  format: 'glassdrum-evidence/1';
  /** Epoch ms on the device's clock, like all times but those of receipts and records. */
  saved_at: number;
  installation_key: string | null;
  draw: DrawEvidence | null;
  entries: (Omit<EntryEvidence, 'device'> & { device_key: string | null })[];
  /** The last checkpoint of the log, a signed note. */
  checkpoint: string | null;
}

/** Null where nothing is stored about the draw. */
export async function evidenceFile(drawId: string, now: number): Promise<EvidenceFile | null> {
  const stored = await storedEvidenceOf(drawId);
  if (stored === null) return null;
  const { draw, entries, installationKey } = stored;
  const checkpoint = installationKey === null ? null : await readCheckpoint(installationKey);
  return {
    format: 'glassdrum-evidence/1',
    saved_at: now,
    installation_key: installationKey,
    draw,
    entries: entries.map(({ device, ...entry }) => ({
      ...entry,
      // One that was not sent yet is still a secret.
      contribution:
        entry.contribution === null || entry.contribution.sentAt !== null
          ? entry.contribution
          : { ...entry.contribution, value: '' },
      device_key: device?.publicKey ?? null,
    })),
    checkpoint: checkpoint?.note ?? null,
  };
}
