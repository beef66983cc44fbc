/** Base64 with padding (RFC 4648 §4), as signed notes write it. Strict: every byte string has one spelling. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const FORM = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const group = a * 65_536 + b * 256 + c;
    for (let digit = 3; digit >= 0; digit -= 1) text += DIGITS.charAt(Math.floor(group / 64 ** digit) % 64);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - missing) + '='.repeat(missing);
}

/** Null for anything but the one spelling of some bytes. */
export function fromBase64(text: string): Uint8Array | null {
  if (!FORM.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [group, bits, at] = [0, 0, 0];
  for (const digit of digits) {
    group = (group % 256) * 64 + DIGITS.indexOf(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = Math.floor(group / 2 ** bits) % 256;
    at += 1;
  }
  return toBase64(bytes) === text ? bytes : null;
}
