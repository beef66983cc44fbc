/** Up to which line this device has shown the chat; kept, so that a reload brings no old news. */
import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../participation/stored.ts';
import { type ChatTab, readSeen, type Seen } from './unread.ts';

/** @param newest the newest line's number, null before the history is known */
export function useSeen(raffleId: string, newest: number | null) {
  const key = `chat-seen:${raffleId}`;
  const [seen, setSeen] = useState<Seen | null>(() => readSeen(readStored(key)));
  // Who comes for the first time has missed nothing.
  if (seen === null && newest !== null) setSeen({ public: newest, direct: newest });
  useEffect(() => {
    if (seen !== null) writeStored(key, `${seen.public} ${seen.direct}`);
  }, [key, seen]);
  const look = useCallback((tab: ChatTab, id: number): void => {
    setSeen((before) => (before === null || id <= before[tab] ? before : { ...before, [tab]: id }));
  }, []);
  return { seen, look };
}
