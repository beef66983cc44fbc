/**
 * R32, R87: when this device first saw a draw's freeze, and which one, and whether its seed was shown or the draw was given up,
 * written down at once: before any other code is loaded, and also where the browser's database answers late. Anyone who watched the start of a draw can tell later whether a proof
 * is of that draw.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { readStored, writeStored } from '../../storage/stored-text.ts';

interface Note {
  freeze_hash: string;
  /** Epoch ms on this device's clock. */
  seen_at: number;
}

const nameOf = (drawId: string): string => `freeze:${drawId}`;
/** Where nothing can be stored, at least while the page is open. */
const notes = new Map<string, Note>();

/** When this freeze was first seen: now, or earlier. @param now epoch ms on this device's clock */
export function notedFreeze(plan: Pick<DrawPlan, 'draw_id' | 'freeze_hash'>, now: number): number {
  const before = noteOf(plan.draw_id);
  if (before !== null) return before.freeze_hash === plan.freeze_hash ? before.seen_at : now;
  const note: Note = { freeze_hash: plan.freeze_hash, seen_at: now };
  notes.set(plan.draw_id, note);
  writeStored(nameOf(plan.draw_id), JSON.stringify(note));
  return now;
}

/** The freeze hash that this device saw first; null when it did not watch the draw. */
export function rememberedFreeze(drawId: string): string | null {
  return noteOf(drawId)?.freeze_hash ?? null;
}

const voidNameOf = (drawId: string): string => `void:${drawId}`;

/** When this device first saw that the draw was given up: now, or earlier. @param now epoch ms on this device's clock */
export function noteVoid(drawId: string, now: number): void {
  if (rememberedVoid(drawId) === null) writeStored(voidNameOf(drawId), String(now));
}

/** Null when it did not see that. */
export function rememberedVoid(drawId: string): number | null {
  const stored = readStored(voidNameOf(drawId));
  return stored === null || !/^\d+$/.test(stored) ? null : Number(stored);
}

const seedNameOf = (drawId: string): string => `seed:${drawId}`;

/** The seed of the draw was shown: from here on it may not be given up any more. */
export function noteSeed(drawId: string): void {
  if (!isSeedRemembered(drawId)) writeStored(seedNameOf(drawId), 'seen');
}

export function isSeedRemembered(drawId: string): boolean {
  return readStored(seedNameOf(drawId)) !== null;
}

function noteOf(drawId: string): Note | null {
  const note = notes.get(drawId);
  if (note !== undefined) return note;
  const stored = readStored(nameOf(drawId));
  if (stored === null) return null;
  try {
    const { freeze_hash, seen_at } = JSON.parse(stored) as Partial<Note>;
    return typeof freeze_hash === 'string' && typeof seen_at === 'number' ? { freeze_hash, seen_at } : null;
  } catch {
    return null;
  }
}
