/**
 * R89: sends what this device committed to at joining, in the seconds between close and freeze. One that is missing holds
 * nobody up, so a failure is silent here; the device check names a contribution that was taken and then left out.
 */
import { call, CallFailed } from '../../api/call.ts';
import { changeEntry, readEntriesOf } from '../../storage/evidence-store.ts';
import { takesPart } from '../device/device-evidence.ts';
import { spreadFor } from '../device/paced-calls.ts';

const RESERVE_MS = 3000;
const PAUSE_MS = 1000;
const sending = new Set<string>();

/** @param expected how many devices are to send @param remaining milliseconds until the window ends */
export async function sendContributions(
  raffleId: string,
  expected: number,
  remaining: () => number,
): Promise<void> {
  if (sending.has(raffleId)) return;
  sending.add(raffleId);
  try {
    const entries = await readEntriesOf(raffleId);
    const unsent = entries.filter(
      (entry) => takesPart(entry) && entry.contribution !== null && entry.contribution.sentAt === null,
    );
    if (unsent.length === 0) return;
    await pause(Math.random() * Math.min(spreadFor(expected), Math.max(0, remaining() - RESERVE_MS)));
    for (const { inviteeId, contribution } of unsent) {
      if (contribution === null || !(await send(raffleId, inviteeId, contribution.value, remaining)))
        continue;
      const sentAt = Date.now();
      await changeEntry(
        inviteeId,
        (before) =>
          before && { ...before, contribution: before.contribution && { ...before.contribution, sentAt } },
      );
    }
  } finally {
    sending.delete(raffleId);
  }
}

async function send(
  raffleId: string,
  inviteeId: string,
  contribution: string,
  remaining: () => number,
): Promise<boolean> {
  while (remaining() > 0) {
    try {
      await call('POST', `/api/raffles/${raffleId}/draw/contribution`, {
        invitee_id: inviteeId,
        contribution,
      });
      return true;
    } catch (failure) {
      const isDecided = failure instanceof CallFailed && failure.status >= 400 && failure.status < 500;
      if (isDecided) return false;
      await pause(PAUSE_MS);
    }
  }
  return false;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
