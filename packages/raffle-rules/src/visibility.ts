/**
 * C12, R43: what each audience of a raffle may see and do in it. One table for calls and sockets; a new field gets a
 * row here before anything sends it.
 */

/**
 * Who someone is to one raffle: an owner or host of its workspace; another member of it (R81); a screen with the stage's key; an entrant; the holder of a personal link that
 * was not used yet; someone whose entry was withdrawn or removed; anyone else.
 */
export type RaffleAudience =
  'host' | 'member' | 'stage' | 'entrant' | 'invitee' | 'former_entrant' | 'visitor';

const FIELDS = {
  /** Entrants' names in full; otherwise their first word and an initial. */
  full_names: ['host', 'member', 'stage', 'entrant', 'invitee'],
  /** Entrants' ids, as senders of chat lines and in the list of who is there. */
  entrant_ids: ['host', 'member', 'stage', 'entrant'],
  /** The session's own entry: number, name, tickets. */
  own_entry: ['host', 'member', 'entrant', 'former_entrant'],
  /** Chat lines between two people, for those two. */
  direct_lines: ['host', 'entrant'],
  /** To write lines, upload images and react. */
  talk: ['host', 'entrant'],
} as const satisfies Record<string, readonly RaffleAudience[]>;

type RaffleField = keyof typeof FIELDS;

/** Reads as a sentence: `maySee('visitor', 'full_names')`. */
export function maySee(audience: RaffleAudience, field: RaffleField): boolean {
  return (FIELDS[field] as readonly RaffleAudience[]).includes(audience);
}
