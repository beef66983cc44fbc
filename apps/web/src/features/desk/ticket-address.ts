/** Reads the token of a paper ticket from its QR code (R67). */
const ADDRESS = /^\/ticket\/([A-Za-z0-9_-]{16,64})$/u;

/** @param text of a QR code; null for one that leads elsewhere than to a ticket. The server decides whose ticket it is. */
export function ticketTokenIn(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return ADDRESS.exec(pathname)?.[1] ?? null;
}
