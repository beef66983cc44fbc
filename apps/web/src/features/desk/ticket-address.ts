/** Reads what the desk scans: the token of a paper ticket (R67), or of a personal link (R71). */
const TICKET = /^\/ticket\/([A-Za-z0-9_-]{16,64})$/u;
const TICKET_OR_LINK = /^\/(?:ticket|r)\/([A-Za-z0-9_-]{16,64})$/u;

/** @param text of a QR code; null for one that leads elsewhere than to a ticket. The server decides whose ticket it is. */
export function ticketTokenIn(text: string): string | null {
  return tokenIn(text, TICKET);
}

/** The same for everything that names an entry. */
export function entryTokenIn(text: string): string | null {
  return tokenIn(text, TICKET_OR_LINK);
}

function tokenIn(text: string, address: RegExp): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return address.exec(pathname)?.[1] ?? null;
}

/** What the camera has before it. Of several tickets none is meant: a sheet or a stack is not sold at a glance. */
export type View = { shows: 'nothing' | 'several' | 'other' } | { shows: 'ticket'; token: string };

/**
 * @param texts of all QR codes in sight, also of the same one twice
 * @param read the token in a code's text
 */
export function viewOf(texts: readonly string[], read: typeof ticketTokenIn): View {
  const [token, ...others] = new Set(texts.flatMap((text) => read(text) ?? []));
  if (token === undefined) return { shows: texts.length === 0 ? 'nothing' : 'other' };
  return others.length > 0 ? { shows: 'several' } : { shows: 'ticket', token };
}
