/**
 * What a device does for the draw on whatever page shows it: it notes the freeze (R87), adds randomness (R89), and stores what it
 * is told about its own entry (R94). The code that does it is loaded on demand, and no page waits for it.
 */
import type { OwnEntry } from '@glassdrum/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RoomObserver } from '../../live/use-room.ts';
import { notedFreeze, noteSeed, noteVoid } from './seen-freeze.ts';

/** For `useRoom`. */
export const collectFromRoom: RoomObserver = ({ raffle, draw }, now) => {
  // Before anything else: this moment is what counts.
  if (draw !== null && draw.records !== null) notedFreeze(draw, Date.now());
  if (draw !== null && draw.seed_reveal !== null) noteSeed(draw.draw_id);
  if (draw !== null && draw.voided !== null) noteVoid(draw.draw_id, Date.now());
  const { seed_commit_hash: next, contributing } = raffle;
  if (next !== null && (draw === null || draw.voided !== null)) {
    void import('./collect-evidence.ts')
      .then(({ collectNextOpening }) => collectNextOpening(raffle.id, next))
      .catch(() => undefined);
  }
  if (contributing === null || contributing.until <= now()) return;
  void import('./contribute.ts')
    .then(({ sendContributions }) =>
      sendContributions(raffle.id, contributing.expected, () => contributing.until - now()),
    )
    .catch(() => undefined);
};

/** Stores the receipt of each answer, also of one that equals the last: storing it may have failed. */
export function useCollectedReceipt(raffleId: string | null, own: UseQueryResult<OwnEntry | null>): void {
  const { data: entry = null, dataUpdatedAt } = own;
  useEffect(() => {
    if (raffleId === null || entry === null || dataUpdatedAt === 0) return;
    void import('./collect-evidence.ts')
      .then(({ collectEvidence }) => collectEvidence(raffleId, entry))
      .catch(() => undefined);
  }, [raffleId, entry, dataUpdatedAt]);
}
