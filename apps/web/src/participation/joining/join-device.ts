/**
 * The device's part of a join (R87, R89), loaded beside the page, while the person reads, so that the button
 * doesn't wait for it. Joining never depends on it.
 */
import type { JoinAnswer } from '@glassdrum/contract';
import type { DeviceFields } from '../../storage/joining.ts';

/** Longer than any browser needs for a key and a line in its database. */
const READY_WITHIN_MS = 4000;

const load = () => import('../../storage/joining.ts');
/** What was sent for a target stays the same for all attempts of one visit, however slow the database is (R24). */
const sent = new Map<string, Promise<DeviceFields>>();

export function fetchJoinDevice(): void {
  load().catch(() => undefined);
}

/** @param target the token or the public link @returns no members where this device can't make a key */
export function deviceFields(target: string, addsChance: boolean): Promise<DeviceFields> {
  const before = sent.get(target);
  if (before !== undefined) return before;
  const fields = Promise.race([
    load().then(({ prepareJoin }) => prepareJoin(target, { addsChance })),
    new Promise<DeviceFields>((resolve) => setTimeout(() => resolve({}), READY_WITHIN_MS)),
  ]).catch((): DeviceFields => ({}));
  sent.set(target, fields);
  return fields;
}

/** After the server's answer. */
export function storeJoined(target: string, answer: JoinAnswer): Promise<void> {
  sent.delete(target);
  return load()
    .then(({ storeJoin }) => storeJoin(target, answer, Date.now()))
    .catch(() => undefined);
}

/** The server refused: the next attempt is another request. */
export function forgetDeviceFields(target: string): void {
  sent.delete(target);
}
