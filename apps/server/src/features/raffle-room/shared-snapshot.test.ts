import { expect, it } from 'vitest';
import { LIVE_PROTOCOL, type RoomSnapshot } from '@glassdrum/contract';
import { readFrames } from '../../platform/live/testing/read-frames.ts';
import { shareSnapshot, snapshotFrame } from './shared-snapshot.ts';

const raffle = { id: 'r1', title: 'Łódź 🎉 "tickets"' } as RoomSnapshot['raffle'];

it.each(['', 'x'.repeat(200), 'x'.repeat(70_000)])(
  'everybody gets their own part and the shared one',
  (padding) => {
    const shared = { seq: 7, raffle: { ...raffle, title: raffle.title + padding }, draw: null, result: null };
    const snapshot = shareSnapshot({ ...shared, standing: null });
    const me = { inviteeId: 'i1', entryNumber: 3, displayName: 'Zoë', tickets: 2 };
    for (const own of [
      { serverTime: 5, watchers: 1, me },
      { serverTime: 6, watchers: 8000, me: null },
    ]) {
      const [text = ''] = readFrames(snapshotFrame(own, snapshot));
      expect(JSON.parse(text)).toEqual({
        type: 'snapshot',
        data: { protocol: LIVE_PROTOCOL, ...own, ...shared, standing: null },
      });
    }
    expect(snapshot.seq).toBe(7);
  },
);
