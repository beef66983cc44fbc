/** Who may say what in a raffle's chat, and when (H4, R9). Pure; times are epoch milliseconds. */

export interface ChatFacts {
  /** `everyone` writes, only the host writes, or no one does. */
  mode: 'everyone' | 'host' | 'off';
  /** Least seconds between two lines of one participant. */
  slowSeconds: number;
  /** The host's own list of words that no line may hold. */
  words: readonly string[];
  muted: boolean;
  /** When this sender sent their last line; null: never. */
  lastAt: number | null;
}

export type ChatRefusal = 'chat_off' | 'chat_host_only' | 'chat_muted' | 'chat_slow' | 'chat_word_blocked';

/** What happens to a line. `waitMs`: how long the sender has to wait in slow mode. */
export type ChatDecision = { ok: true } | { ok: false; refusal: ChatRefusal; waitMs: number };

/** The host is bound by nothing but a chat that is off. */
export function decideChatLine(
  facts: ChatFacts,
  line: { text: string; isHost: boolean },
  now: number,
): ChatDecision {
  if (facts.mode === 'off') return refuse('chat_off');
  if (line.isHost) return { ok: true };
  if (facts.mode === 'host') return refuse('chat_host_only');
  if (facts.muted) return refuse('chat_muted');
  const waitMs = facts.lastAt === null ? 0 : facts.lastAt + facts.slowSeconds * 1000 - now;
  if (waitMs > 0) return refuse('chat_slow', waitMs);
  return holdsBlockedWord(line.text, facts.words) ? refuse('chat_word_blocked') : { ok: true };
}

/** Whether one of the words stands in the text as a word of its own, whatever its case and accents. */
export function holdsBlockedWord(text: string, words: readonly string[]): boolean {
  const found = new Set(wordsOf(text));
  return words.some((word) => {
    const parts = wordsOf(word);
    return parts.length > 0 && parts.every((part) => found.has(part));
  });
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function refuse(refusal: ChatRefusal, waitMs = 0): ChatDecision {
  return { ok: false, refusal, waitMs };
}
