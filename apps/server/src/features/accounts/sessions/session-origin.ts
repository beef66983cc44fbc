/**
 * Where a session was opened, as its host sees it in the list of sessions (C14): the kind of browser and the first part of
 * the address. It names no person, and goes with the session.
 */
import { isIPv4, isIPv6 } from 'node:net';

export interface SessionOrigin {
  /** e.g. "Firefox on Linux"; null when the browser does not say. */
  device: string | null;
  /** e.g. "192.0.2.*" or "2001:db8:1::*"; null for what is no address. */
  network: string | null;
  /** When the person proved who they are, epoch ms, where that is not now (R83). */
  authenticatedAt?: number;
}

/** In this order: most browsers also name those that they want to be taken for. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** @param caller.ip the client's address as the configured proxies name it */
export function sessionOrigin(caller: {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}): SessionOrigin {
  return { device: deviceOf(caller.headers['user-agent'] ?? ''), network: networkOf(caller.ip) };
}

function deviceOf(userAgent: string): string | null {
  const named = (list: typeof BROWSERS): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

/** Three of four numbers of IPv4; of IPv6 the first three groups, which is one site's usual part. */
function networkOf(ip: string): string | null {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(mapped)) return mapped.replace(/\d+$/, '*');
  if (!isIPv6(ip)) return null;
  const [head = ''] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::*`;
}
