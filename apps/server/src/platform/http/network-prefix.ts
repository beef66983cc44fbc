/** Where somebody is on the internet, without saying who: for limits that networks share (H6), and for what is stored (M6). */
import ipaddr from 'ipaddr.js';

/** Null for anything but an address in its usual form: other spellings of IPv4, such as octal ones, are none. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : null;
}

/** An IPv4 address that is written as an IPv6 one, as IPv4; any other address as it is. */
export function plainAddress(address: string): string {
  return parse(address)?.toString() ?? address;
}

/** The first groups of an IPv6 address, written without leading zeros. */
export function ipv6Groups(address: string, count: number): string {
  const { parts } = ipaddr.IPv6.parse(address);
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}

/** M2: what may be stored and logged of an address: its /24 of IPv4 or /48 of IPv6. Null for anything else. */
export function networkPrefix(address: string): string | null {
  const plain = parse(address);
  if (plain === null) return null;
  return plain.kind() === 'ipv4'
    ? `${plain.toByteArray().slice(0, 3).join('.')}.0/24`
    : `${ipv6Groups(plain.toString(), 3)}::/48`;
}
