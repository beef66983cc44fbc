/**
 * R85: the sites that may show an embed, as a policy names them. They end up in a header, so a host has only letters, digits,
 * hyphens and dots: what else browsers take in a name would end the directive or name other sites.
 */
import { RefusalError } from '../../../platform/refusal.ts';

const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
/** Where somebody tries an embed out. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1']);

/**
 * Each origin once, as browsers write it: small letters, no standard port, umlauts as Punycode.
 * @throws RefusalError embed_origin_invalid, at the field
 */
export function readOrigins(texts: readonly string[]): string[] {
  const origins = texts.map((text, index) => {
    const origin = originOf(text);
    if (origin !== null) return origin;
    const { message } = new RefusalError('embed_origin_invalid');
    throw new RefusalError('embed_origin_invalid', { fields: { [`origins.${index}`]: message } });
  });
  return [...new Set(origins)];
}

/** Null for anything but an origin. */
function originOf(text: string): string | null {
  const url = parse(text);
  if (url === null) return null;
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && OWN_MACHINE.has(url.hostname));
  return isBare && isSafe && url.password === '' && HOST.test(url.hostname) ? url.origin : null;
}

/** URL.canParse of Node.js 20 refuses umlauts once V8 has optimized its caller. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
