/** Reads what the desk scans: the token of a paper ticket (R67), of a personal link (R71), or of a winner's own page (R73). */
import { LIMITS, readNumberRanges, readTicketCode, refusalMessage } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';

const TICKET = /^\/ticket\/([A-Za-z0-9_-]{16,64})$/u;
/** Who scans it with another app than the desk sees the results. */
const WINNER = /^#winner=([A-Za-z0-9_.-]{16,64})$/u;
const TICKET_OR_LINK = /^\/(?:ticket|r)\/([A-Za-z0-9_-]{16,64})$/u;

/** @param text of a QR code; null for one that leads elsewhere than to a ticket. The server decides whose ticket it is. */
export function ticketTokenIn(text: string): string | null {
  return tokenIn(text, TICKET);
}

/** The same for everything that names an entry. */
export function entryTokenIn(text: string): string | null {
  return tokenIn(text, TICKET_OR_LINK);
}

/** R73: what a winner shows: a ticket, a personal link, or the code of the winner's own page. */
export function winnerTokenIn(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { hash } = new URL(text);
  return WINNER.exec(hash)?.[1] ?? entryTokenIn(text);
}

/** The same, or as it is typed: the code of a paper ticket or of the winner's page. Null for nothing. The server judges it. */
export function readWinnerCode(text: string): { token: string } | { code: string } | null {
  const typed = text.trim();
  const token = winnerTokenIn(typed);
  if (token !== null) return { token };
  return typed === '' ? null : { code: typed.slice(0, LIMITS.typedCode.max) };
}

function tokenIn(text: string, address: RegExp): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return address.exec(pathname)?.[1] ?? null;
}

/** One way to name tickets. */
export type Named = { token: string } | { code: string } | { numbers: string };

/** Codes begin with a letter, numbers don't. */
const STARTS_AS_CODE = /^\p{L}/u;

/** What is typed, or what is wrong with it. */
export type ReadTyped = { ok: true; value: Named } | { ok: false; error: string };

/** What no desk can do is said at once, without network too, and stays to be corrected. */
export function readTypedTickets(text: string): ReadTyped {
  if (text === '') return { ok: false, error: m.desk_typed_missing() };
  const isCode = STARTS_AS_CODE.test(text);
  const read = isCode ? readTicketCode(text) : readNumberRanges(text);
  if (!read.ok) return { ok: false, error: refusalMessage(read.refusal) };
  return { ok: true, value: isCode ? { code: text } : { numbers: text } };
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
