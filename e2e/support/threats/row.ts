/**
 * What a row of docs/threats.md needs as a test: a server whose operator cheats with everything that is theirs, the key and the
 * database included, and a phone that joined beforehand.
 */
import type { CommitmentsAnswer, DrawPlan, HostRaffle } from '@glassdrum/contract';
import type { Browser } from '@playwright/test';
import type { AnswerRewriting, DishonestServer, Json } from '../dishonest-server.ts';
import type { Phone, Seal } from '../watching-phone.ts';

export type Raffle = HostRaffle & { public_link: string };

/** What happens in a row: to a raffle that this phone takes part in. */
export interface Stage {
  browser: Browser;
  server: DishonestServer;
  raffle: Raffle;
  phone: Phone;
  /** The host starts the draw; it is frozen when this ends. */
  draw(): Promise<DrawPlan>;
  list(): Promise<CommitmentsAnswer>;
}

export type ServerName = 'punctual' | 'antedating' | 'slow';

export interface Row {
  title: string;
  /** Whose raffle it is; the punctual one's, if nothing is said. */
  at?: ServerName;
  fields?: Record<string, unknown>;
  /** How many joined before the phone. */
  before?: number;
  seal: Seal['colour'];
  /** What the seal says. */
  says: RegExp;
  /** The cheat comes after a draw that was honest. */
  greenBefore?: true;
  cheat(stage: Stage): Promise<Seal | void>;
}

export const PHONE = 'Ada Lovelace';
export const SLOW_MS = 600_000;
export const ANTEDATED_MS = 60_000;
export const noRelays: AnswerRewriting = async (path, ask) =>
  path === '/api/installation' ? { ...(await ask()), relays: [] } : undefined;
const names = (others: number): string[] => [
  ...Array.from({ length: others }, (_, index) => `Guest ${index + 1}`),
  PHONE,
];
export const OTHERS = 3;
export const NAMES = names(OTHERS);

/** The own entry as the phone was first told it, whatever became of it since. */
export function rememberingOwnEntry(): AnswerRewriting {
  const first = new Map<string, Json>();
  return async (path, ask) => {
    if (!/\/(?:own-entry|me)(?:\?|$)/.test(path)) return undefined;
    const answer = first.get(path) ?? (await ask());
    first.set(path, answer);
    return answer;
  };
}

export function openingRow({ parts }: DishonestServer, raffle: Raffle) {
  return parts.database.query
    .selectFrom('draw_openings')
    .selectAll()
    .where('raffle_id', '=', raffle.id)
    .executeTakeFirstOrThrow();
}
