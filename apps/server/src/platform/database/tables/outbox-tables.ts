/** Tables of what goes out to people: emails and push messages. As tables.ts says of all. */
import type { Generated } from 'kysely';

/** What is on its way to people (R51, R52); `id` is made of channel, occasion, raffle and invitee. No address, no name. */
interface OutboxTable {
  id: string;
  raffle_id: string;
  invitee_id: string;
  channel: 'mail' | 'push';
  /**
   * 'confirm': anyone who joins confirms the address first (H11); 'entered': by the host (R66); 'deadline': the deadline is near;
   * 'starting': the draw is; 'moved_up': an alternate holds a prize now (R14); 'claim_reminder': half of the time to claim a prize
   * is over; 'lapsed': it was not claimed in time (R75); 'cancelled': the raffle was (R79).
   */
  occasion:
    | 'invitation'
    | 'confirm'
    | 'joined'
    | 'entered'
    | 'deadline'
    | 'starting'
    | 'result'
    | 'moved_up'
    | 'claim_reminder'
    | 'lapsed'
    | 'cancelled';
  /** Of a raffle's later draws, which one it is about; null for its first, and for what is about none. */
  draw_id: Generated<string | null>;
  /** 'moved_up', 'claim_reminder', 'lapsed': which prize of the draw; null for its first, and for everything else. */
  prize: Generated<number | null>;
  /** 'dropped': nobody wants or needs it any more. */
  state: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** Grows when the host sends the same thing again. */
  issue: number;
  /** Tries of this issue so far. */
  attempts: number;
  created_at: number;
  due_at: number;
  useful_until: number | null;
  /** Somebody delivers it right now, until then at most. */
  claimed_until: number | null;
  settled_at: number | null;
  /** Code of what went wrong last. */
  reason: string | null;
}

/** Who wants no more mail: `raffle:RAFFLE:INVITEE` for one raffle, `address:KEYED_HASH` for all of this installation. */
interface MailStopsTable {
  id: string;
  /** Null for an address. */
  raffle_id: string | null;
  created_at: number;
}

/** Devices that are told of an entry's draw (R52). */
interface PushSubscriptionsTable {
  /** SHA-256 of entry and endpoint. */
  id: string;
  raffle_id: string;
  invitee_id: string;
  /** JSON {endpoint, p256dh, auth}, sealed: anyone who has it can write to the device. */
  subscription_sealed: string;
  created_at: number;
}

export interface OutboxTables {
  push_subscriptions: PushSubscriptionsTable;
  outbox: OutboxTable;
  mail_stops: MailStopsTable;
}
