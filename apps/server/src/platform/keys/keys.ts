/** The installation's secrets as capabilities: seal, sign, hash. Nobody else ever holds the key bytes (I5). */

export interface Keys {
  /** First 16 hex of SHA-256 over the public key's hex text; names the key in receipts and records. */
  keyId: string;
  /** Ed25519 public key, 64 hex. */
  publicKey: string;
  /** Ed25519 signature over the UTF-8 bytes of `text`, 128 hex. */
  sign(text: string): string;
  /** The same signature, computed beside the event loop where there are cores for it: for those of which many are wanted at once. */
  signAside(text: string): Promise<string>;
  /** AES-256-GCM; `purpose` is bound as associated data, e.g. `seed:RAFFLE_ID`. base64url text. */
  seal(purpose: string, plain: string): string;
  /** Throws when the text was changed, or sealed for another purpose. */
  unseal(purpose: string, sealed: string): string;
  /** Keyed HMAC-SHA256, hex, for addresses and user agents. */
  pseudonymise(purpose: string, value: string): string;
  /** By which push services know this installation (RFC 8292): P-256, base64url. Its own file, made at the first start. */
  readonly push: { publicKey: string; privateKey: string };
  /**
   * By which this installation cosigns the logs of others (R86). Ed25519, its own file: a witness and a log must not share a
   * key. `publicKey` 64 hex, `sign` as above.
   */
  readonly witness: { publicKey: string; sign(text: string): string };
  /** A key of 32 bytes derived for one purpose (HKDF), for libraries that need a secret of their own. */
  derive(purpose: string): Uint8Array;
}
