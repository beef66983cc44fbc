/**
 * The snapshot of a room for one socket. All but a few fields is the same for everybody: that is made into bytes once, however many
 * join, and the personal part is put before it.
 */
import { LIVE_PROTOCOL, type RoomSnapshot } from '@glassdrum/contract';
import { textFrame } from '../../platform/live/frame.ts';

type Personal = 'serverTime' | 'watchers' | 'me';

/** True as of event `seq`. */
export interface SharedSnapshot {
  readonly seq: number;
  /** The end of a snapshot's text, from the first shared field on. */
  readonly end: Buffer;
}

export function shareSnapshot(shared: Omit<RoomSnapshot, Personal | 'protocol'>): SharedSnapshot {
  return { seq: shared.seq, end: Buffer.from(`,${JSON.stringify(shared).slice(1)}}`) };
}

/** @param own what this socket alone is told */
export function snapshotFrame(own: Pick<RoomSnapshot, Personal>, { end }: SharedSnapshot): Buffer {
  const { serverTime, watchers, me } = own;
  const data = JSON.stringify({ protocol: LIVE_PROTOCOL, serverTime, watchers, me });
  return textFrame(`{"type":"snapshot","data":${data.slice(0, -1)}`, end);
}
