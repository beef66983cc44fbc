/**
 * R71: the code that the stage shows while people check in, new every 30 seconds and accepted for 60. It follows from the
 * installation's secret, the draw and the time, so every node makes and accepts the same one, and nothing is stored.
 */
import { timingSafeEqual } from 'node:crypto';
import { acceptedSlots, checkInSlot, slotEndsAt } from '@glassdrum/raffle-rules';
import type { Keys } from '../../../platform/keys/keys.ts';
import { codeOfHash } from '../../../platform/keys/readable-code.ts';

/** Six characters, of which a guess hits one of the two accepted codes once in 360 million; guesses are limited too. */
const TYPED_LENGTH = 6;
const SCANNED_BYTES = 16;

type Pseudonyms = Pick<Keys, 'pseudonymise'>;

/** Which check-in a code is for. */
export interface CodeOf {
  raffleId: string;
  drawNumber: number;
  /** Epoch ms. */
  openedAt: number;
}

interface ShownCode {
  scanned: string;
  typed: string;
  /** Epoch ms. */
  changesAt: number;
  validUntil: number;
}

/** @param now the server's clock, epoch ms */
export function shownCode(keys: Pseudonyms, of: CodeOf, now: number): ShownCode {
  const slot = checkInSlot(now);
  return { ...codesOf(keys, of, slot), changesAt: slotEndsAt(slot), validUntil: slotEndsAt(slot + 1) };
}

/** @param code as it was scanned or typed @param now epoch ms */
export function isRightCode(keys: Pseudonyms, of: CodeOf, code: string, now: number): boolean {
  const typed = code.replace(/[\s-]/g, '').toUpperCase();
  return acceptedSlots(now).some((slot) => {
    const right = codesOf(keys, of, slot);
    return isSame(right.scanned, code.trim()) || isSame(right.typed, typed);
  });
}

function codesOf(keys: Pseudonyms, of: CodeOf, slot: number): { scanned: string; typed: string } {
  const name = `${of.raffleId} ${of.drawNumber} ${of.openedAt} ${slot}`;
  const scanned = Buffer.from(keys.pseudonymise('check-in-scanned', name), 'hex').subarray(0, SCANNED_BYTES);
  return {
    scanned: scanned.toString('base64url'),
    typed: codeOfHash(keys.pseudonymise('check-in-typed', name), TYPED_LENGTH),
  };
}

function isSame(right: string, code: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
