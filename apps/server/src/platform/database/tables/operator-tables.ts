/** Tables of the installation itself and of its operators. As tables.ts says of all. */
import type { SecurityEventKind, SignUpPolicy } from '@glassdrum/contract';

/** One row that changes, to see that rows can be written (M11). */
interface WriteChecksTable {
  id: number;
  checked_at: number;
}

/** Emails of a host on one day (R84). */
interface MailDaysTable {
  host_id: string;
  /** Days since 1970-01-01 UTC. */
  day: number;
  sent: number;
}

/** Somebody who got an email says that its sender should not have written (R84). Nothing tells who. */
interface SenderReportsTable {
  /** Keyed hash of the recipient: each counts once. */
  id: string;
  host_id: string;
  created_at: number;
}

/** What a node knows of its clock (D6). */
interface NodeClocksTable {
  /** A random id of one start of one process. */
  node: string;
  /** Host name and process, for people. */
  name: string;
  /** Of the machine's clock before the database's; null where there is nothing to compare. */
  ahead_ms: number | null;
  /** 1 while this node may begin draws and carry them on. */
  leads: 0 | 1;
  noted_at: number;
}

/** One row at most: what an operator chose instead of the environment's policy (R82). */
interface SignUpPolicyTable {
  id: number;
  policy: SignUpPolicy;
  /** JSON array. */
  domains: string;
  changed_at: number;
}

/** One-time links with which people open accounts (R82). Only the SHA-256 of the secret is stored. */
interface SignUpLinksTable {
  id: string;
  token_hash: string;
  /** For whom, as the operator wrote it. */
  note: string;
  /** The link that an installation without accounts prints at start. */
  makes_operator: 0 | 1;
  created_by: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  used_by: string | null;
}

/** M6: what matters for security; equal events of one minute are one row. No address, no secret. */
interface SecurityEventsTable {
  /** The minute, kind, reason, network and accounts, hashed. */
  id: string;
  kind: SecurityEventKind;
  first_at: number;
  last_at: number;
  count: number;
  reason: string | null;
  /** /24 of IPv4, /48 of IPv6. */
  network: string | null;
  /** The account that it concerns. */
  host_id: string | null;
  /** The operator who did it. */
  by_id: string | null;
}

export interface OperatorTables {
  sign_up_policy: SignUpPolicyTable;
  sign_up_links: SignUpLinksTable;
  security_events: SecurityEventsTable;
  mail_days: MailDaysTable;
  node_clocks: NodeClocksTable;
  sender_reports: SenderReportsTable;
  write_checks: WriteChecksTable;
}
