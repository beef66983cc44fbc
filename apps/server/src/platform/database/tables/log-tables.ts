/** Columns of the public log's tables (draw protocol §8). All but the head only grow: the database refuses anything else. */

/** Append-only public records (draw protocol §8). `once_key` makes one open, close, freeze, audience, reveal, result and void a draw. */
export interface PublicLogTable {
  log_index: number;
  draw_id: string;
  kind:
    | 'open'
    | 'replan'
    | 'change'
    | 'close'
    | 'freeze'
    | 'audience'
    | 'reveal'
    | 'result'
    | 'claim'
    | 'extend'
    | 'advance'
    | 'void';
  once_key: string;
  text: string;
  hash: string;
  key_id: string;
  signature: string;
  logged_at: number;
}

/** One row: the number of records so far. Locked by the appending transaction, so indexes have no gaps. */
export interface PublicLogHeadTable {
  id: number;
  size: number;
}

/** Hashes of the log's complete subtrees, 64 hex; (level, node_index) is the key, level 0 are the records. */
export interface PublicLogNodesTable {
  level: number;
  node_index: number;
  hash: string;
}

/** Which draws a host's pseudonym opened; (host_id, host_seq) and draw_id are unique. */
export interface PublicLogOpeningsTable {
  host_id: string;
  host_seq: number;
  draw_id: string;
  log_index: number;
}

/** Signed notes; one a size, so that two nodes can't sign two roots of it. */
export interface PublicLogCheckpointsTable {
  size: number;
  /** 64 hex. */
  root: string;
  note: string;
  signed_at: number;
}

/** What witnesses signed under our checkpoints (R86); (size, witness) is the key. */
export interface PublicLogCosignaturesTable {
  size: number;
  /** The witness's verifier key: name, key hash and key. */
  witness: string;
  /** The whole signature line, as it stands under the note. */
  line: string;
  /** The witness's own time, Unix seconds. */
  signed_at_s: number;
  received_at: number;
}

/** R86: logs of other installations that this one witnesses, and the last checkpoint that it cosigned. */
export interface WitnessedLogsTable {
  origin: string;
  /** As the operator calls it. */
  name: string;
  /** The log's Ed25519 key, 64 hex. */
  public_key: string;
  size: number;
  /** 64 hex; of the empty tree at first. */
  root: string;
  created_at: number;
  updated_at: number;
  /** The operator took it off the list; what was cosigned stays known. Null while it is witnessed. */
  removed_at: number | null;
}
