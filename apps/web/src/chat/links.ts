/** Plain text with its addresses: only whole http and https ones become links, and nothing else is ever markup. */

export type TextPart =
  { kind: 'text'; at: number; text: string } | { kind: 'link'; at: number; text: string; href: string };

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Belongs to the sentence around, not to the address. */
const TRAILING = /[.,;:!?)\]}…]+$/;

export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const push = (end: number): void => {
    if (end > at) parts.push({ kind: 'text', at, text: text.slice(at, end) });
  };
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(TRAILING, '');
    const href = hrefOf(address);
    if (href === null) continue;
    push(found.index);
    parts.push({ kind: 'link', at: found.index, text: address, href });
    at = found.index + address.length;
  }
  push(text.length);
  return parts;
}

function hrefOf(address: string): string | null {
  try {
    const url = new URL(address);
    const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '';
    return isPlain ? url.href : null;
  } catch {
    return null;
  }
}
