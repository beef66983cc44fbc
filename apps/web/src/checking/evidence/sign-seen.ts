/**
 * R87: this device signs that it holds a freeze, and sends that in time (draw protocol §8, §10). Only what the device's own
 * clock says counts: anyone who noted the freeze too late does not sign.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { AUDIENCE_LEAD_SECONDS, seenRecord } from '@glassdrum/fair-draw';
import { call, CallFailed } from '../../api/call.ts';
import { signText } from '../../storage/device-key.ts';
import type { DrawEvidence, EntryEvidence, OwnSignature } from '../../storage/evidence.ts';
import { changeDraw } from '../../storage/evidence-store.ts';
import { spreadFor } from '../device/paced-calls.ts';

/** The server writes the audience record three seconds before the draw; a slow network gets two more. */
const SENT_BEFORE_DRAW_MS = 5000;
const PAUSE_MS = 800;

type SignedPlan = Pick<DrawPlan, 'draw_id' | 'raffle_id' | 'freeze_hash' | 'draw_at' | 'audience'>;

/** Unix seconds, as they are signed. */
function seenAtOf(noted: number): number {
  return Math.floor(noted / 1000);
}

/** @param noted when the freeze arrived, epoch ms by the device's own clock */
export function isInTime({ draw_at }: Pick<DrawPlan, 'draw_at'>, noted: number): boolean {
  return seenAtOf(noted) <= draw_at - AUDIENCE_LEAD_SECONDS;
}

/** The signature of an entry's device; null on a device without the entry's key. Signed once and then stored. */
export async function signSeen(
  plan: SignedPlan,
  entry: EntryEvidence,
  evidence: Pick<DrawEvidence, 'signatures'>,
  noted: number,
): Promise<OwnSignature | null> {
  const { entryNumber, device } = entry;
  const { draw_id: drawId, freeze_hash: freezeHash } = plan;
  const signed = evidence.signatures.find((one) => one.entryNumber === entryNumber);
  if (signed !== undefined) return signed.freezeHash === freezeHash ? signed : null;
  if (device === null) return null;
  const seenAt = seenAtOf(noted);
  const signature = await signText(device, seenRecord({ drawId, freezeHash, entryNumber, seenAt }));
  const own: OwnSignature = { entryNumber, freezeHash, seenAt, signature, isSent: false };
  await changeDraw(drawId, (before) => before && { ...before, signatures: [...before.signatures, own] });
  return own;
}

/** Sends it, spread over a few seconds, and again while a lost call may be repeated. @returns whether the server took it */
export async function sendSeen(
  plan: SignedPlan,
  { inviteeId }: EntryEvidence,
  own: OwnSignature,
  { now, random, pause }: { now: () => number; random: () => number; pause: (ms: number) => Promise<void> },
): Promise<boolean> {
  const remaining = (): number => plan.draw_at * 1000 - SENT_BEFORE_DRAW_MS - now();
  await pause(random() * Math.min(spreadFor(plan.audience.devices), Math.max(0, remaining() / 2)));
  const body = {
    invitee_id: inviteeId,
    freeze_hash: own.freezeHash,
    seen_at: own.seenAt,
    signature: own.signature,
  };
  // Also when time seems over: this clock may be the one that is wrong.
  do {
    try {
      await call('POST', `/api/raffles/${plan.raffle_id}/draw/seen`, body);
      await changeDraw(
        plan.draw_id,
        (before) =>
          before && {
            ...before,
            signatures: before.signatures.map((one) =>
              one.signature === own.signature ? { ...one, isSent: true } : one,
            ),
          },
      );
      return true;
    } catch (failure) {
      const isLater = failure instanceof CallFailed && (failure.status === 0 || failure.status === 429);
      const isBroken = failure instanceof CallFailed && failure.status >= 500;
      if (!isLater && !isBroken) return false;
      await pause(PAUSE_MS);
    }
  } while (remaining() > 0);
  return false;
}
