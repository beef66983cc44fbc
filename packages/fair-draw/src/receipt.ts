/** The receipt that an entrant keeps: `draw-receipt/1` (draw protocol §9). */
import { nameCommit } from './entry-commitments.ts';
import { isObject } from './field-rules.ts';
import { record, sha256Hex } from './text-records.ts';

/** The document as it is stored and downloaded. */
export interface Receipt {
  format: 'draw-receipt/1';
  draw_id: string;
  open_hash: string;
  seed_commit_hash: string;
  entry_number: number;
  tickets: number;
  display_name: string;
  /** 32 hex */
  salt: string;
  /** 64 hex or "-" */
  entropy_commit: string;
  /** Unix seconds; of several receipts for one entry the newest counts. */
  issued_at: number;
  key_id: string;
  /** Ed25519, 128 hex. */
  signature: string;
}

/** Whether the file claims to be a receipt at all. */
export function looksLikeReceipt(json: unknown): boolean {
  return isObject(json) && json['format'] === 'draw-receipt/1';
}

/** Names a signing key: the first 16 hex of SHA-256 over the public key's hex text. */
export function keyIdOf(publicKeyHex: string): string {
  return sha256Hex(publicKeyHex).slice(0, 16);
}

/** The text that a receipt's signature covers. */
export function receiptRecord(receipt: Omit<Receipt, 'format' | 'key_id' | 'signature'>): string {
  return record(
    'draw.receipt.v1',
    receipt.draw_id,
    receipt.open_hash,
    receipt.entry_number,
    receipt.tickets,
    nameCommit(receipt.salt, receipt.display_name),
    receipt.entropy_commit,
    receipt.issued_at,
  );
}

/** @param signature Ed25519 over the UTF-8 text of `receiptRecord(fields)`, 128 hex */
export function buildReceipt(fields: Omit<Receipt, 'format' | 'signature'>, signature: string): Receipt {
  return { format: 'draw-receipt/1', ...fields, signature };
}
