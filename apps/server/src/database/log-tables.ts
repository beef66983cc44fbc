/** Columns of the public log's tables (draw protocol §8). All but the head only grow: the database refuses anything else. */

/** Append-only public records (draw protocol §8). `once_key` makes one open, close, freeze, reveal and result a draw. */
export interface PublicLogTable {
  log_index: number;
  draw_id: string;
  kind: 'open' | 'close' | 'freeze' | 'reveal' | 'result' | 'advance' | 'void';
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
