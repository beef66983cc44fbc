/** What an entrant's device makes when it joins (R87, R89): a key, and the secret that it contributes to the draw. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { entropyCommit, record, seenRecord } from '@glassdrum/fair-draw';

export interface Device {
  /** What the join call takes. */
  fields: { device_key: string; entropy_commit: string };
  contribution: string;
  sign(text: string): string;
  /** The body of POST …/leave. @param at Unix seconds */
  leave(entry: { series_id: string; entry_number: number }, at: number): { at: number; signature: string };
  /** The body of POST …/draw/seen. */
  seen(draw: { draw_id: string; freeze_hash: string }, entryNumber: number, seenAt: number): SeenBody;
}

interface SeenBody {
  freeze_hash: string;
  seen_at: number;
  signature: string;
}

export function newDevice(): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const contribution = randomBytes(32).toString('hex');
  const signText = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('hex');
  return {
    fields: {
      device_key: Buffer.from(x, 'base64url').toString('hex'),
      entropy_commit: entropyCommit(contribution),
    },
    contribution,
    sign: signText,
    leave: ({ series_id: series, entry_number: entry }, at) => ({
      at,
      signature: signText(record('draw.leave.v2', series, entry, at)),
    }),
    seen: ({ draw_id: drawId, freeze_hash: freezeHash }, entryNumber, seenAt) => ({
      freeze_hash: freezeHash,
      seen_at: seenAt,
      signature: signText(seenRecord({ drawId, freezeHash, entryNumber, seenAt })),
    }),
  };
}
