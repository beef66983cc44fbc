/** What the visitor has not seen yet: by tab, the number of the newest line that was in view. Own and system lines don't count. */
import { useCallback, useEffect, useState } from 'react';
import type { ChatLine } from '@glassdrum/contract';
import { isOwn, partnerOf } from '../live/talk-state.ts';
import { readStored, writeStored } from '../storage/stored-text.ts';

export type ChatTab = 'public' | 'direct';
export type Seen = Readonly<Record<ChatTab, number>>;

export interface Unread {
  public: number;
  direct: number;
  /** Direct ones by the other person's id. */
  of: ReadonlyMap<string, number>;
}

const MOST_SHOWN = 99;

export function unreadOf(lines: readonly ChatLine[], self: string | null | undefined, seen: Seen): Unread {
  const of = new Map<string, number>();
  let open = 0;
  let direct = 0;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.id <= Math.min(seen.public, seen.direct)) break;
    if (line.isSystem || isOwn(line, self)) continue;
    const partner = partnerOf(line, self);
    if (partner === null) open += line.id > seen.public ? 1 : 0;
    else if (line.id > seen.direct) {
      direct += 1;
      of.set(partner, (of.get(partner) ?? 0) + 1);
    }
  }
  return { public: open, direct, of };
}

/** @param many what stands for more than 99 */
export function badgeText(count: number, many: string): string {
  return count > MOST_SHOWN ? many : String(count);
}

export function readSeen(stored: string | null): Seen | null {
  const [open = '', direct = ''] = /^(\d{1,9}) (\d{1,9})$/.exec(stored ?? '')?.slice(1) ?? [];
  return open === '' ? null : { public: Number(open), direct: Number(direct) };
}

/**
 * Up to which line this device has shown the chat; stored, so that a reload brings back no old badge.
 * @param newest the newest line's number, null before the history is known
 */
export function useSeen(raffleId: string, newest: number | null) {
  const key = `chat-seen:${raffleId}`;
  const [seen, setSeen] = useState<Seen | null>(() => readSeen(readStored(key)));
  // On the first visit nothing was missed.
  if (seen === null && newest !== null) setSeen({ public: newest, direct: newest });
  useEffect(() => {
    if (seen !== null) writeStored(key, `${seen.public} ${seen.direct}`);
  }, [key, seen]);
  const markSeen = useCallback((tab: ChatTab, id: number): void => {
    setSeen((before) => (before === null || id <= before[tab] ? before : { ...before, [tab]: id }));
  }, []);
  return { seen, markSeen };
}
