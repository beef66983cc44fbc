/**
 * The stage (projector, OBS), a raffle's calendar file and its images.
 *
 * - POST /api/raffles/{id}/stage-link: the host's link to `/stage/{id}?key=…`, created by the first call, then the same.
 * - GET /api/raffles/{id}/stage?key=…: StageInfo; 404 for a wrong key. `join-room` takes the key as `stageKey`.
 * - GET /api/raffles/{id}/calendar.ics: 404 without a deadline.
 * - GET /api/raffles/{id}/card.png: 1200×630 with winners, from the reveal on (R4); 404 before.
 * - GET /api/raffles/{id}/title-card.png: 1200×630 with the title only, at any time after opening.
 */
import { z } from 'zod';
import { takenNumber } from './entries.ts';
import { publicRaffle } from './raffles.ts';

export const stageLinkAnswer = z.object({ url: z.string() });
export type StageLinkAnswer = z.infer<typeof stageLinkAnswer>;

/** 128 random bits or more (I4). A key of another shape is a wrong key. */
export const stageKey = z.string().max(200);

export const stageQuery = z.object({ key: stageKey.default('') });

export const stageInfo = z.object({
  raffle: publicRaffle,
  /** `/join/{public_link}` in full, for the QR code; null while joining by the public link is off. */
  public_url: z.string().nullable(),
  /** Eight characters to read aloud, and the short address that takes them; null with the public link. */
  join_code: z.string().nullable(),
  join_code_url: z.string().nullable(),
  /** In full (R43): anyone with the link acts for the host. */
  takenNumbers: z.array(takenNumber),
});
export type StageInfo = z.infer<typeof stageInfo>;
