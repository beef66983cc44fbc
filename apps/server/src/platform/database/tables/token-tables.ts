/** Table of API tokens (R85). As tables.ts says of all. */
import type { Generated } from 'kysely';

interface ApiTokensTable {
  id: string;
  workspace_id: string;
  /** In whose name it acts, with that person's role in the workspace. */
  user_id: string;
  /** SHA-256 of the token, which has 256 random bits. */
  token_hash: string;
  name: string;
  /** JSON: a list of scopes. */
  scopes: string;
  created_at: number;
  expires_at: number;
  /** Before its time: by a member, or with the owner's sessions. The row stays, for the audit log names it. */
  ended_at: Generated<number | null>;
  /** To the hour. */
  last_used_at: Generated<number | null>;
  /** JSON: keyed hashes of the networks that it was used from, the last ones first (M6). */
  networks: Generated<string>;
}

export interface TokenTables {
  api_tokens: ApiTokensTable;
}

export interface AuditTokenColumns {
  /** R85: the token by which the person did it; null in person. */
  token_id: Generated<string | null>;
}
