/** Tables of what leaves a raffle's own pages (R85). As tables.ts says of all. */

/** The embed of a raffle; there is a row while it is on. */
interface EmbedsTable {
  raffle_id: string;
  /** SHA-256 of the key in its address. */
  key_hash: string;
  /** The key for the host, who copies the address more than once. */
  key_sealed: string;
  /** JSON: the origins that may show it, as browsers write them. */
  origins: string;
  created_at: number;
  updated_at: number;
}

export interface SharingTables {
  embeds: EmbedsTable;
}
