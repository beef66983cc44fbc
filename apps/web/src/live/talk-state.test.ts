import type { ChatHistoryLine, ChatLine } from '@glassdrum/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterTalk,
  NO_TALK,
  partnerOf,
  type TalkState,
  withFailure,
  withOlder,
  withWaiting,
} from './talk-state.ts';

const line = (id: number, more: Partial<ChatLine> = {}): ChatLine => ({
  id,
  displayName: 'Ada',
  message: `Line ${id}`,
  timestamp: id * 1000,
  inviteeId: 'ada',
  isHost: false,
  isSystem: false,
  recipientId: null,
  recipientName: null,
  isPrivate: false,
  imageUrl: null,
  clientId: `client-${id}`,
  ...more,
});
const past = (id: number): ChatHistoryLine => ({
  id,
  display_name: 'Ada',
  message: `Line ${id}`,
  created_at: id,
  invitee_id: 'ada',
  is_host: false,
  is_system: false,
  recipient_id: null,
  recipient_name: null,
  image_url: null,
  is_private: 0,
  client_id: `client-${id}`,
});
const range = (from: number, to: number): ChatHistoryLine[] =>
  Array.from({ length: to - from + 1 }, (_, index) => past(from + index));
const said = (state: TalkState, one: ChatLine): TalkState =>
  afterTalk(state, { type: 'chat-message', data: one });
const history = (state: TalkState, messages: ChatHistoryLine[]): TalkState =>
  afterTalk(state, { type: 'chat-history', data: { messages } });
const ids = (state: TalkState): number[] => state.lines.map(({ id }) => id);
const own = (clientId: string) => ({
  message: { text: 'Hi', clientId },
  recipientName: null,
  at: 0,
  failure: null,
});

describe('talk', () => {
  it('keeps lines in order and once, however they come', () => {
    let state = said(NO_TALK, line(3));
    for (const id of [1, 2, 3, 2]) state = said(state, line(id));
    expect(ids(state)).toEqual([1, 2, 3]);
    expect(ids(history(state, range(2, 5)))).toEqual([2, 3, 4, 5]);
  });

  it('keeps them so, whether older ones or newer ones come, in pieces that overlap or leave holes', () => {
    const piece = fc.record({ from: fc.integer({ min: 1, max: 30 }), count: fc.integer({ min: 0, max: 8 }) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let state = NO_TALK;
        for (const { from, count } of pieces) state = withOlder(state, range(from, from + count - 1), true);
        const all = pieces.flatMap(({ from, count }) => Array.from({ length: count }, (_, n) => from + n));
        expect(ids(state)).toEqual([...new Set(all)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('an own line that comes back no longer waits, live or in history; those of others change nothing', () => {
    const waiting = withWaiting({ ...NO_TALK, self: 'ada' }, own('client-7'));
    expect(said(waiting, line(7, { inviteeId: 'ben' })).waiting).toHaveLength(1);
    expect(said(waiting, line(7)).waiting).toEqual([]);
    const lost = withFailure(waiting, 'No connection');
    expect(lost.waiting[0]?.failure).toBe('No connection');
    expect(history(lost, [past(7)]).waiting).toEqual([]);
    expect(history(lost, [past(6)]).waiting).toHaveLength(1);
  });

  it('a line that is tried again waits once', () => {
    const failed = withFailure(withWaiting(NO_TALK, own('client-1')), 'Slow', 'client-1');
    expect(withWaiting(failed, own('client-1')).waiting).toEqual([own('client-1')]);
  });

  it('a refusal says why at its own line', () => {
    const both = withWaiting(withWaiting(NO_TALK, own('a')), own('b'));
    const refused = afterTalk(both, {
      type: 'chat-refused',
      data: { clientId: 'a', code: 'chat_slow', message: 'Slow mode is on.' },
    });
    expect(refused.waiting.map(({ failure }) => failure)).toEqual(['Slow mode is on.', null]);
  });

  it('what was deleted while the line was down goes with the next history', () => {
    const known = history(NO_TALK, range(1, 4));
    expect(ids(history(known, [past(1), past(3)]))).toEqual([1, 3]);
    expect(ids(afterTalk(known, { type: 'chat-deleted', seq: 1, data: { id: 2 } }))).toEqual([1, 3, 4]);
  });

  it('never shows lines with a hole between them: what lies before is read again', () => {
    const known = history(NO_TALK, range(1, 20));
    const later = history(known, range(101, 150));
    expect([ids(later).length, ids(later)[0], later.hasOlder]).toEqual([50, 101, true]);
    const older = withOlder(later, range(51, 100), true);
    expect([ids(older).length, ids(older)[0], older.hasOlder]).toEqual([100, 51, true]);
    const overlapping = history(known, range(11, 60));
    expect([ids(overlapping)[0], overlapping.hasOlder]).toEqual([1, false]);
  });

  it('knows the other one of a direct line', () => {
    const direct = line(1, { isPrivate: true, recipientId: 'ben', recipientName: 'Ben' });
    expect(partnerOf(direct, 'ada')).toBe('ben');
    expect(partnerOf(direct, 'ben')).toBe('ada');
    expect(
      partnerOf(line(2, { isPrivate: true, isHost: true, inviteeId: null, recipientId: 'ada' }), 'ada'),
    ).toBe('host');
    expect(partnerOf(line(3), 'ada')).toBeNull();
  });
});
