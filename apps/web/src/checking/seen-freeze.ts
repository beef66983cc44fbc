/**
 * R32: the signed freeze record as this device first saw it, kept as evidence. Whoever watched the start of a draw can
 * tell later whether a proof is of that draw; nobody can make this device forget by sending another record.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { readStored, writeStored } from '../participation/stored.ts';

interface SeenFreeze {
  freeze_hash: string;
  record: DrawPlan['freeze_record'];
  /** Epoch ms on this device's clock. */
  seen_at: number;
}

const nameOf = (drawId: string): string => `freeze:${drawId}`;

/** The freeze hash that this device saw first: now, or earlier. */
export function rememberFreeze(
  plan: Pick<DrawPlan, 'draw_id' | 'freeze_hash' | 'freeze_record'>,
  now: number,
): string {
  const seen = rememberedFreeze(plan.draw_id);
  if (seen !== null) return seen;
  const record: SeenFreeze = {
    freeze_hash: plan.freeze_hash,
    record: plan.freeze_record,
    seen_at: now,
  };
  writeStored(nameOf(plan.draw_id), JSON.stringify(record));
  return plan.freeze_hash;
}

/** Null when this device did not watch the draw. */
export function rememberedFreeze(drawId: string): string | null {
  const stored = readStored(nameOf(drawId));
  if (stored === null) return null;
  try {
    const { freeze_hash } = JSON.parse(stored) as Partial<SeenFreeze>;
    return typeof freeze_hash === 'string' ? freeze_hash : null;
  } catch {
    return null;
  }
}
