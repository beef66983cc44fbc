import type { JoinAnswer, OwnEntry } from '@glassdrum/contract';
import { entropyCommit } from '@glassdrum/fair-draw';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const TARGET = 'link-0123456789abcdef';
const RAFFLE = 'raffle-0123456789ab';
const INVITEE = 'invitee-0123456789';
const NOW = 1_800_000_000_000;

type Receipt = JoinAnswer['receipt'];

function receiptWith(change: Partial<Receipt>): Receipt {
  return {
    format: 'draw-receipt/2',
    series_id: 'series-0123456789',
    draw_id: 'draw-0123456789ab',
    open_hash: '1'.repeat(64),
    entry_number: 7,
    state: 'in',
    source: 'self',
    weights: [3],
    display_name: 'Ada',
    salt: '2'.repeat(32),
    entropy_commit: '-',
    device_key: '-',
    issued_at: 1_800_000_000,
    key_id: '3'.repeat(16),
    signature: '4'.repeat(128),
    ...change,
  };
}

function answerWith(receipt: Receipt): JoinAnswer {
  return {
    invitee_id: INVITEE,
    entry_number: receipt.entry_number,
    raffle_id: RAFFLE,
    display_name: 'Ada',
    tickets: 3,
    participant_token: null,
    receipt,
  };
}

function ownWith(receipt: Receipt): OwnEntry {
  return {
    invitee_id: INVITEE,
    entry_number: receipt.entry_number,
    display_name: 'Ada',
    name_publication: 'full',
    tickets: receipt.weights[0] ?? 0,
    state: receipt.state,
    joined_at: NOW,
    receipt,
    changes: [],
    check_in: null,
    placement: null,
    host_name: null,
  };
}

/** A fresh copy of the modules on an empty database: like another browser. */
async function freshDevice() {
  vi.resetModules();
  const parts = { IDBCursor, IDBDatabase, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction };
  for (const [name, part] of Object.entries(parts)) vi.stubGlobal(name, part);
  vi.stubGlobal('indexedDB', new IDBFactory());
  const joining = await import('./joining.ts');
  const store = await import('./evidence-store.ts');
  const keys = await import('./device-key.ts');
  return { ...joining, ...store, ...keys };
}

describe('joining', () => {
  let device: Awaited<ReturnType<typeof freshDevice>>;
  beforeEach(async () => {
    device = await freshDevice();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('R24, R87: has the same key for every attempt, and another for another raffle', async () => {
    const first = await device.prepareJoin(TARGET, { addsChance: false });
    expect(first.device_key).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toHaveProperty('entropy_commit');
    expect(await device.prepareJoin(TARGET, { addsChance: false })).toEqual(first);
    const other = await device.prepareJoin('other-0123456789abc', { addsChance: false });
    expect(other.device_key).not.toBe(first.device_key);
  });

  it('R89: commits to a contribution where the raffle asks for one, and stores what it committed to', async () => {
    const fields = await device.prepareJoin(TARGET, { addsChance: true });
    const receipt = receiptWith({
      device_key: fields.device_key ?? '',
      entropy_commit: fields.entropy_commit ?? '',
    });
    await device.storeJoin(TARGET, answerWith(receipt), NOW);
    const { contribution } = (await device.readEntry(INVITEE)) ?? {};
    expect(entropyCommit(contribution?.value ?? '')).toBe(fields.entropy_commit);
    expect(await device.readPreparedJoin(TARGET)).toBeNull();
  });

  it('R87: signs with the key that the receipt names', async () => {
    const { device_key: publicKey = '' } = await device.prepareJoin(TARGET, { addsChance: false });
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key: publicKey })), NOW);
    const signer = await device.entryKey(INVITEE);
    const signature = await device.signText(signer?.key as never, 'text\n');
    const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
    expect(ed25519.verify(hex(signature), new TextEncoder().encode('text\n'), hex(publicKey))).toBe(true);
  });

  it('works without WebCrypto, as over plain HTTP in a hall', async () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    const { device_key: publicKey = '' } = await device.prepareJoin(TARGET, { addsChance: false });
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key: publicKey })), NOW);
    const signer = await device.entryKey(INVITEE);
    expect(signer?.key.kind).toBe('bytes');
    const signature = await device.signText(signer?.key as never, 'text\n');
    const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
    expect(ed25519.verify(hex(signature), new TextEncoder().encode('text\n'), hex(publicKey))).toBe(true);
  });

  it('joins without a key where nothing can be stored', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new Error('Not in a private window.');
      },
    });
    vi.resetModules();
    const { prepareJoin, storeJoin } = await import('./joining.ts');
    expect(await prepareJoin(TARGET, { addsChance: true })).toEqual({});
    await expect(storeJoin(TARGET, answerWith(receiptWith({})), NOW)).resolves.toBeUndefined();
  });

  it('R87: claims no key that the entry does not have', async () => {
    await device.prepareJoin(TARGET, { addsChance: false });
    // The entry existed already, with the key of another device.
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key: '9'.repeat(64) })), NOW);
    expect(await device.entryKey(INVITEE)).toBeNull();
    expect((await device.readEntry(INVITEE))?.noKey).toBe('elsewhere');
  });

  it('R71: remembers that it was checked in, with the receipt that says so', async () => {
    const { device_key = '' } = await device.prepareJoin(TARGET, { addsChance: false });
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key })), NOW);
    const came = receiptWith({ device_key, issued_at: 1_800_000_050, signature: '6'.repeat(128) });
    const checkIn = { draw_id: came.draw_id, way: 'desk' as const, at: NOW };
    await device.storeOwnEntry(RAFFLE, { ...ownWith(came), check_in: checkIn }, NOW);
    const stored = [{ drawId: came.draw_id, way: 'desk', signature: came.signature }];
    expect((await device.readEntry(INVITEE))?.checkIns).toEqual(stored);
    await device.storeOwnEntry(RAFFLE, ownWith(came), NOW);
    expect((await device.readEntry(INVITEE))?.checkIns).toEqual(stored);
    await device.storeOwnEntry(RAFFLE, { ...ownWith(came), check_in: { ...checkIn, way: 'code' } }, NOW);
    expect((await device.readEntry(INVITEE))?.checkIns).toEqual([{ ...stored[0], way: 'code' }]);
  });

  it('R94: never replaces a receipt by a later, weaker one', async () => {
    const { device_key = '' } = await device.prepareJoin(TARGET, { addsChance: false });
    const strong = receiptWith({ device_key });
    await device.storeJoin(TARGET, answerWith(strong), NOW);
    const weak = receiptWith({
      device_key,
      weights: [1],
      issued_at: strong.issued_at + 60,
      signature: '5'.repeat(128),
    });
    await device.storeOwnEntry(RAFFLE, ownWith(weak), NOW + 60_000);
    await device.storeOwnEntry(RAFFLE, ownWith(weak), NOW + 61_000);
    const entry = await device.readEntry(INVITEE);
    expect(entry?.receipts).toEqual([strong, weak]);
    expect(entry?.device?.publicKey).toBe(device_key);
  });

  it('R88: keeps number and key when the server gives this person another number', async () => {
    const { device_key = '' } = await device.prepareJoin(TARGET, { addsChance: false });
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key })), NOW);
    await device.storeOwnEntry(
      RAFFLE,
      ownWith(receiptWith({ entry_number: 8, signature: '6'.repeat(128) })),
      NOW,
    );
    const entry = await device.readEntry(INVITEE);
    expect(entry).toMatchObject({ entryNumber: 7, device: { publicKey: device_key } });
    expect(entry?.receipts[0]?.entry_number).toBe(7);
  });

  it('has evidence for each of several entries of one browser', async () => {
    const first = await device.prepareJoin(TARGET, { addsChance: false });
    await device.storeJoin(TARGET, answerWith(receiptWith({ device_key: first.device_key ?? '' })), NOW);
    const second = await device.prepareJoin(TARGET, { addsChance: false });
    const receipt = receiptWith({ entry_number: 8, device_key: second.device_key ?? '' });
    const answer = { ...answerWith(receipt), invitee_id: 'invitee-abcdefghij' };
    await device.storeJoin(TARGET, answer, NOW);
    const entries = await device.readEntriesOf(RAFFLE);
    expect(entries.map((entry) => [entry.entryNumber, entry.device?.publicKey])).toEqual([
      [7, first.device_key],
      [8, second.device_key],
    ]);
  });

  it('R41: begins evidence without a key on a device that only continues', async () => {
    const own = ownWith(receiptWith({ device_key: '9'.repeat(64) }));
    const entry = await device.storeOwnEntry(RAFFLE, own, NOW);
    expect(entry).toMatchObject({ device: null, noKey: 'elsewhere', entryNumber: 7 });
  });
});
