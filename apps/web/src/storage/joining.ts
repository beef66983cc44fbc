/**
 * What a device makes and stores when its person joins (R24, R87–R89): a key, a contribution where the raffle takes one,
 * and the evidence for later. Nothing here can keep anybody from joining: without storage the entry simply has no key.
 */
import type { JoinAnswer, OwnEntry } from '@glassdrum/contract';
import { entropyCommit } from '@glassdrum/fair-draw';
import {
  createBytesKey,
  createContribution,
  createSealedKey,
  type DeviceKey,
  signText,
} from './device-key.ts';
import type { EntryEvidence, PreparedJoin, StoredReceipt } from './evidence.ts';
import {
  changeEntry,
  readEntry,
  readPreparedJoin,
  removePreparedJoin,
  writePreparedJoin,
} from './evidence-store.ts';

/** Members of the join call; both are public. */
export type DeviceFields = { device_key?: string; entropy_commit?: string };

/** The same for every attempt to join with this target, also after a reload. @param target the token or the public link */
export async function prepareJoin(
  target: string,
  { addsChance }: { addsChance: boolean },
): Promise<DeviceFields> {
  const stored = await readPreparedJoin(target);
  if (stored !== null && (stored.contribution !== null || !addsChance)) return fieldsOf(stored, addsChance);
  const prepared = await createAndStore(target, addsChance);
  return prepared === null ? {} : fieldsOf(prepared, addsChance);
}

/** After the server's answer, also to a repeated attempt. @param now epoch ms on this device's clock */
export async function storeJoin(target: string, answer: JoinAnswer, now: number): Promise<void> {
  const prepared = await readPreparedJoin(target);
  const { raffle_id, invitee_id, receipt } = answer;
  const own = prepared?.device.publicKey === receipt.device_key ? prepared : null;
  const stored = await changeEntry(invitee_id, (before) => ({
    ...(before ?? newEntry(raffle_id, answer, now)),
    ...(own === null
      ? {}
      : {
          device: own.device,
          noKey: null,
          contribution: contributionOf(own, receipt),
          ownReceipts: [receipt.signature],
        }),
  }));
  if (stored !== null) await removePreparedJoin(target);
}

/**
 * Whenever the server sends the own entry: its newest receipt is added, never put in place of an earlier one (R94). On a
 * device that has no evidence yet, because the entry comes from another one (R41), this begins it, without a key.
 * @returns what is stored then; null where the browser stores nothing
 */
export function storeOwnEntry(raffleId: string, own: OwnEntry, now: number): Promise<EntryEvidence | null> {
  return changeEntry(own.invitee_id, (before) => {
    const { receipt } = own;
    // Erased on the server; this device still has its own.
    if (receipt === null) return null;
    if (before === null) return withCheckIn(newEntry(raffleId, { ...own, receipt }, now), own);
    const receipts = withReceipt(before.receipts, receipt);
    const after = withCheckIn(receipts === before.receipts ? before : { ...before, receipts }, own);
    return after === before ? null : after;
  });
}

/** R71: that the entry is checked in, with the receipt that says so; the same evidence if it says nothing new. */
function withCheckIn(entry: EntryEvidence, { check_in: checkIn, receipt }: OwnEntry): EntryEvidence {
  if (checkIn === null || receipt?.state !== 'in') return entry;
  const { draw_id: drawId, way } = checkIn;
  const { signature } = receipt;
  const known = (entry.checkIns ?? []).find((one) => one.drawId === drawId);
  // A later change of tickets makes another receipt, which the check-in holds for too.
  if (known?.way === way && known.signature === signature) return entry;
  const others = (entry.checkIns ?? []).filter((one) => one !== known);
  return { ...entry, checkIns: [...others, { drawId, way, signature }] };
}

/** After this person changed the entry on this device, by leaving (R45). */
export async function storeOwnChange(raffleId: string, own: OwnEntry, now: number): Promise<void> {
  const { receipt } = own;
  if (receipt === null) return;
  await storeOwnEntry(raffleId, own, now);
  await changeEntry(
    own.invitee_id,
    (before) => before && { ...before, ownReceipts: [...before.ownReceipts, receipt.signature] },
  );
}

/** In order of issue; the same list if it has this one already. */
export function withReceipt(receipts: StoredReceipt[], receipt: StoredReceipt): StoredReceipt[] {
  if (receipts.some(({ signature }) => signature === receipt.signature)) return receipts;
  return [...receipts, receipt].sort((a, b) => a.issued_at - b.issued_at);
}

/** The key that signs for this entry; null where this device has none. */
export async function entryKey(inviteeId: string): Promise<{ key: DeviceKey; entry: EntryEvidence } | null> {
  const entry = await readEntry(inviteeId);
  return entry === null || entry.device === null ? null : { key: entry.device, entry };
}

async function createAndStore(target: string, addsChance: boolean): Promise<PreparedJoin | null> {
  const value = addsChance ? createContribution() : null;
  const contribution = value === null ? null : { value, commit: entropyCommit(value), sentAt: null };
  for (const create of [createSealedKey, createBytesKey]) {
    const device = await create();
    if (device !== null && (await writePreparedJoin({ target, device, contribution }))) {
      const back = await readPreparedJoin(target);
      // Some browsers store a key that they can't use any more when it is read again.
      if (back !== null && (await signs(back.device))) return back;
    }
  }
  return null;
}

async function signs(device: DeviceKey): Promise<boolean> {
  return signText(device, 'draw.try.v2\n').then(
    (signature) => signature.length === 128,
    () => false,
  );
}

function fieldsOf({ device, contribution }: PreparedJoin, addsChance: boolean): DeviceFields {
  return {
    device_key: device.publicKey,
    ...(addsChance && contribution !== null ? { entropy_commit: contribution.commit } : {}),
  };
}

/** Only what the receipt confirms will ever be requested. */
function contributionOf(prepared: PreparedJoin, receipt: StoredReceipt): EntryEvidence['contribution'] {
  return prepared.contribution?.commit === receipt.entropy_commit ? prepared.contribution : null;
}

function newEntry(
  raffleId: string,
  { invitee_id, entry_number, receipt }: Pick<JoinAnswer, 'invitee_id' | 'entry_number' | 'receipt'>,
  now: number,
): EntryEvidence {
  return {
    raffleId,
    inviteeId: invitee_id,
    entryNumber: entry_number,
    storedAt: now,
    device: null,
    noKey: receipt.device_key === '-' ? 'storage' : 'elsewhere',
    contribution: null,
    receipts: [receipt],
    ownReceipts: [],
    installationKey: null,
    testChain: null,
    terms: [],
    build: null,
  };
}
