/** What a raffle's pictures say (1200 × 630, also the preview of shared links), as plain data for the thread that draws them. */

export interface TitleCard {
  kind: 'title';
  title: string;
}

export interface ResultCard {
  kind: 'result';
  title: string;
  /** At most three, in order of prizes; a name is null once it was erased. */
  winners: { name: string | null; entryNumber: number }[];
  /** Winners who don't fit. */
  more: number;
  /** Eight hex digits (R32). */
  freezeCode: string;
  level: 'beacon' | 'room' | 'participants' | 'operator';
}

export type Card = TitleCard | ResultCard;
