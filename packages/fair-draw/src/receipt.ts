/** The receipt that an entrant keeps: `draw-receipt/2` (draw protocol §9). It holds for all draws of the raffle. */
import { type EntrySource, nameCommit } from './entry-commitments.ts';
import { isObject } from './field-rules.ts';
import { record, sha256Hex } from './text-records.ts';

export const RECEIPT_FORMAT = 'draw-receipt/2';

/** The document as it is stored and downloaded. */
export interface Receipt {
  format: typeof RECEIPT_FORMAT;
  series_id: string;
  /** Of the draw that was next when the receipt was issued. */
  draw_id: string;
  /** Of that draw. */
  open_hash: string;
  entry_number: number;
  state: 'in' | 'withdrawn' | 'removed' | 'absent';
  source: EntrySource;
  weights: number[];
  display_name: string;
  /** 32 hex */
  salt: string;
  /** 64 hex or "-" */
  entropy_commit: string;
  /** 64 hex or "-" */
  device_key: string;
  /** Unix seconds; of several receipts for one entry the last one issued counts. */
  issued_at: number;
  key_id: string;
  /** Ed25519, 128 hex. */
  signature: string;
}

/** Everything that the signature covers. */
export type ReceiptFields = Omit<Receipt, 'format' | 'key_id' | 'signature'>;

/** Whether the file claims to be a receipt at all. */
export function looksLikeReceipt(json: unknown): boolean {
  return isObject(json) && Object.hasOwn(json, 'format') && json['format'] === RECEIPT_FORMAT;
}

/** Names a signing key: the first 16 hex of SHA-256 over the public key's 64 digits as text. */
export function keyIdOf(publicKey: string): string {
  return sha256Hex(publicKey).slice(0, 16);
}

/**
 * The text that a receipt's signature covers. @param commit `nameCommit` of its salt and name, where it was computed already
 * @throws RangeError for values that no record can hold
 */
export function receiptRecord(
  receipt: ReceiptFields,
  commit = nameCommit(receipt.salt, receipt.display_name),
): string {
  return record(
    'draw.receipt.v2',
    receipt.series_id,
    receipt.draw_id,
    receipt.open_hash,
    receipt.entry_number,
    receipt.state,
    receipt.source,
    receipt.weights,
    commit,
    receipt.entropy_commit,
    receipt.device_key,
    receipt.issued_at,
  );
}

/** @param signature Ed25519 over the UTF-8 text of `receiptRecord(fields)`, 128 hex */
export function buildReceipt(fields: Omit<Receipt, 'format' | 'signature'>, signature: string): Receipt {
  return { format: RECEIPT_FORMAT, ...fields, signature };
}
