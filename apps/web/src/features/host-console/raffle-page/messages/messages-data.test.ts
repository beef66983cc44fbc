import type { MessageCounts } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { ALL_MESSAGES, countBy, isAllMessages, queryOf } from './messages-data.ts';

const COUNTS: MessageCounts = {
  sends_mail: true,
  without_address: 0,
  people: 0,
  with_device: 0,
  counts: [
    { channel: 'mail', occasion: 'result', state: 'sent', count: 5 },
    { channel: 'mail', occasion: 'result', state: 'failed', count: 2 },
    { channel: 'mail', occasion: 'joined', state: 'sent', count: 3 },
    { channel: 'push', occasion: 'result', state: 'sent', count: 1 },
  ],
};

describe('R60 what is asked of the messages', () => {
  it('names only what is chosen, so that everything has one address', () => {
    expect(queryOf(ALL_MESSAGES, null)).toBe('');
    expect(queryOf({ ...ALL_MESSAGES, words: '  #7 ', state: 'failed' }, '5.a:b')).toBe(
      '?words=%237&state=failed&after=5.a%3Ab',
    );
    expect(isAllMessages({ ...ALL_MESSAGES, words: '  ' })).toBe(true);
    expect(isAllMessages({ ...ALL_MESSAGES, channel: 'push' })).toBe(false);
  });

  it('counts each choice among what the other choices leave', () => {
    expect([...countBy(COUNTS, 'state', ALL_MESSAGES)]).toEqual([
      ['sent', 9],
      ['failed', 2],
    ]);
    const ofResults = { ...ALL_MESSAGES, occasion: 'result', state: 'failed' } as const;
    expect([...countBy(COUNTS, 'state', ofResults)]).toEqual([
      ['sent', 6],
      ['failed', 2],
    ]);
    expect([...countBy(COUNTS, 'channel', ofResults)]).toEqual([['mail', 2]]);
  });
});
