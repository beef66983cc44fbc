/**
 * The links that QR codes of paper tickets lead to. Each follows from its run's secret and its number, so that tickets can be
 * printed again, while the database knows only hashes of them and the secret under seal (I4).
 */
import { createHash, createHmac } from 'node:crypto';

/** 144 bits: 24 characters. */
const TOKEN_BYTES = 18;

/** @param secret of the run, hex */
export function ticketToken(secret: string, number: number): string {
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`paper ticket ${number}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');
}

export function ticketTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @param publicUrl where browsers reach this installation, without a slash at the end */
export function ticketUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/ticket/${token}`;
}
