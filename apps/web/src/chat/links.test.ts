import type { ChatLine } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { partsOf } from './links.ts';
import { badgeText, readSeen, unreadOf } from './unread.ts';

const linksIn = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

describe('partsOf', () => {
  it('C9 makes links of http and https addresses only', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,<script>',
      '<a href="x">',
      'https://user:pass@bank.example',
      'https://',
      'ftp://x.example',
    ]) {
      expect([text, linksIn(text)]).toEqual([text, []]);
    }
    expect(linksIn('See https://a.example/b?c=d#e, (http://b.example).')).toEqual([
      'https://a.example/b?c=d#e',
      'http://b.example/',
    ]);
  });

  it('keeps every character of the text', () => {
    for (const text of ['', 'no link', 'https://a.example', 'x https://a.example! y http:// z <b>']) {
      expect(
        partsOf(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});

describe('unreadOf', () => {
  const line = (id: number, more: Partial<ChatLine> = {}) =>
    ({
      id,
      inviteeId: 'ada',
      isHost: false,
      isSystem: false,
      isPrivate: false,
      recipientId: null,
      ...more,
    }) as ChatLine;

  it('counts what others said since, by tab and person', () => {
    const lines = [
      line(1),
      line(2, { isSystem: true }),
      line(3, { inviteeId: 'me' }),
      line(4, { isPrivate: true, recipientId: 'me' }),
      line(5),
    ];
    const all = unreadOf(lines, 'me', { public: 0, direct: 0 });
    expect([all.public, all.direct, [...all.of]]).toEqual([2, 1, [['ada', 1]]]);
    const some = unreadOf(lines, 'me', { public: 5, direct: 0 });
    expect([some.public, some.direct]).toEqual([0, 1]);
  });

  it('shows 99 and then 99+', () => {
    expect([badgeText(99, '99+'), badgeText(100, '99+')]).toEqual(['99', '99+']);
  });

  it('reads what was kept, and nothing else', () => {
    expect(readSeen('12 3')).toEqual({ public: 12, direct: 3 });
    for (const text of [null, '', '12', 'a b', '1 2 3', '-1 2']) expect(readSeen(text)).toBeNull();
  });
});
