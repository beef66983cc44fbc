/** Tables of who joins by the public link (H11), and how much of a name is published (R78). As tables.ts says of all. */
import type { NamePublication } from '@glassdrum/raffle-rules';
import type { Generated } from 'kysely';

type Flag = 0 | 1;

/** The raffle's columns of H11. */
export interface RaffleJoiningColumns extends RaffleEndingColumns {
  /** The host approves each entry. */
  join_approval: Generated<Flag>;
  join_confirm_email: Generated<Flag>;
  join_one_per_device: Generated<Flag>;
  join_hall_code: Generated<Flag>;
  /** The host's own limit of joins from one network; null together: the operator's alone. */
  join_burst: Generated<number | null>;
  join_per_minute: Generated<number | null>;
  /** The codes of the hall count from here; set again when the host asks for a new one. */
  hall_code_since: Generated<number | null>;
  /** Random, hex: part of the key under which networks and devices are hashed. Erased with the raffle's people. */
  origin_key: Generated<string | null>;
  /** People in waiting_entries with the state 'waiting'. */
  waiting_count: Generated<number>;
  /** R78: the forms in which names may be published, the fullest first, with commas: "full,initial". */
  name_publications: Generated<string>;
}

/** The raffle's columns of R79. Its status is 'closed'. */
interface RaffleEndingColumns {
  /** Null for a raffle that was not cancelled. */
  cancelled_at: Generated<number | null>;
  /** As the host gave it, for everyone. */
  cancel_reason: Generated<string | null>;
}

/** Where an entry or a request came from; all of it is erased with the names. */
interface OriginColumns {
  /** `emailPerson` of the address, which its aliases share. */
  email_person: Generated<string | null>;
  /** Keyed hash of the network that it came from. */
  network_hash: Generated<string | null>;
  /** Keyed hash of what the browser stores, where the raffle takes one entry per device. */
  device_hash: Generated<string | null>;
}

/** What entries and requests have in common. */
export interface EntrantColumns extends OriginColumns {
  /** R78: how much of the name others read; stays when the name is erased. */
  name_publication: Generated<NamePublication>;
  /** R77: when the rules were accepted; null where there are none, and for entries that the person did not make. */
  rules_accepted_at: Generated<number | null>;
}

/** People who asked to join and hold no number yet. Their name and address are in invitees. */
interface WaitingEntriesTable extends EntrantColumns {
  /** Becomes the entry's. */
  invitee_id: string;
  raffle_id: string;
  state: 'waiting' | 'declined';
  needs_email: Flag;
  needs_approval: Flag;
  email_fold: string | null;
  device_key: string | null;
  entropy_commit: string | null;
  asked_at: number;
}

/** A list of people that was added, found again by its Idempotency-Key (R66). */
interface PeopleListsTable {
  key_hash: string;
  /** As in join_keys. */
  request_hash: string;
  raffle_id: string;
  /** JSON: what was answered, without the rows that were left out. */
  answer: string;
  created_at: number;
}

export interface JoiningTables {
  people_lists: PeopleListsTable;
  waiting_entries: WaitingEntriesTable;
}
